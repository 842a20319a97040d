// policy answers: how do lit and the worker pass Trusted Types under one name of ours?
//
// A page allows policies by name, once each. So this product has one, `pageside`, and every copy of
// every script of it finds that one again through a registered symbol. lit's own policy of the name
// `lit-html` is never made: tools/bundle puts a call of `policy` in its place. That the policy can
// be found means that anybody can call it, so it passes only what cannot do harm: elements of our
// templates without scripts, addresses and styles, and the worker of this index.
//
// Limits: a page that has made a policy `pageside` of its own gets a refusal.
//
// Before: lit and client.ts ask for it. After: the browser takes their strings.

import { problem } from './problem.ts';

export interface Policy {
  createHTML(text: string): unknown;
  createScriptURL(url: string): unknown;
}

const key = Symbol.for('pageside.trusted-types');
const foreign = new RegExp(
  '</?(?!(a|button|circle|code|dialog|div|h2|input|kbd|mark|p|path|progress|span|svg)\\b)[a-z]' +
  '|[\\s/"\'](on\\w*|(xlink:)?href|src|srcdoc|style|form\\w*)\\s*=', 'i');

function refuse(text: string): never {
  throw new TypeError('pageside: not ours: ' + text);
}

const rules: Policy = {
  createHTML(text) {
    return foreign.test(text) ? refuse(text) : text;
  },
  createScriptURL(url) {
    const { origin, pathname } = new URL(url);
    return origin === location.origin && pathname.endsWith('/' + WORKER_FILE) ? url : refuse(url);
  },
};

/** The policy of this page; a page that allows none of this name is a problem `blocked`. */
export function policy(): Policy {
  const shared = globalThis as unknown as Record<symbol, Policy | undefined> & {
    trustedTypes?: { createPolicy(name: string, rules: object): Policy };
  };
  try {
    return shared[key] ??= shared.trustedTypes?.createPolicy('pageside', rules) ?? rules;
  } catch (cause) {
    throw problem('blocked', '', (cause as Error).message);
  }
}
