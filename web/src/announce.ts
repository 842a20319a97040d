// announce answers: how does a reader who does not see the list hear what came of the question?
//
// Through ariaNotify where there is one, else through a polite status region that existed before
// it was needed. The region has two halves that take turns: a text that is written twice would
// not be read twice. At most one message a second; the latest wins. What must not be lost in that
// waits as a postscript for the next message that is spoken.
//
// Before: an answer to a committed question. After: a screen reader.

import type { State } from './state.ts';
import type { Speaker } from './words/index.ts';

/** What came of the question, in words. */
export function outcome(s: State, t: Speaker): string {
  const { phase, query, total } = s;
  if (phase === 'lacking') return t.text('unfetched', { query });
  const said = [
    phase === 'zero' ? t.text('zero', { query }) : t.count('found', total, { query }),
  ];
  if (s.loose) said.push(t.text('loose', { query: s.loose }));
  if (s.problem) said.push(t.text('incomplete'));
  return said.join(' ');
}

/** Least time between two messages, in milliseconds. */
export const pause = 1000;

export class Announcer {
  #region: HTMLElement;
  #timer = 0;
  #last = -Infinity;
  #half = 0;
  #message = '';
  #quiet = false;
  /** Is spoken once, behind the next message. */
  postscript = '';

  /** `region` is a role=status element with two children. */
  constructor(region: HTMLElement) {
    this.#region = region;
  }

  say(text: string): void {
    this.#message = text;
    clearTimeout(this.#timer);
    if (this.#quiet || !text) return;
    const wait = Math.max(0, this.#last + pause - performance.now());
    this.#timer = setTimeout(() => this.#speak(), wait) as unknown as number;
  }

  hush(): void {
    this.say('');
  }

  /** What is to be said waits as long as it must be quiet. */
  set quiet(quiet: boolean) {
    this.#quiet = quiet;
    this.say(this.#message);
  }

  #speak(): void {
    this.#last = performance.now();
    const text = `${this.#message} ${this.postscript}`.trim();
    this.#message = this.postscript = '';
    const region = this.#region as HTMLElement & { ariaNotify?: (text: string) => void };
    if (region.ariaNotify) {
      region.ariaNotify(text);
      return;
    }
    const halves = region.children;
    halves[this.#half]!.textContent = '';
    this.#half = 1 - this.#half;
    halves[this.#half]!.textContent = text;
  }
}
