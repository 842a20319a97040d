// search answers: how does a page offer search without paying for it?
//
// <pageside-search> shows a button and listens for its shortcuts. At the reader's first sign of
// interest (pointer, focus, touch, shortcut, ?q= in the address) it fetches the dialog, and beside
// it the engine and the manifest. Nothing else loads before that; with Save-Data nothing loads
// before the dialog is opened.
//
//	attribute  default                what it says
//	base       folder of this script  the index folder
//	root       parent of base         what addresses like /guide/ in the index are relative to
//	shortcut   mod+k /                keys that open the dialog; none switches them off
//	lang       nearest lang           words of the dialog, results of this language first
//	report     none                   link for missing content; {query} is filled in
//
//	event (bubbles, composed)         detail
//	pageside-open, pageside-close     none
//	pageside-search                   { query }
//	pageside-select (cancelable)      { url, title }; cancel it to navigate yourself
//	pageside-error                    { code, file, text }
//
// Style it with the --pageside-* properties that dialog.css and trigger.css open with, and with
// ::part(trigger notice dialog input results result mark footer).
//
// Before: the page's HTML. After: dialog.ts.

import { boot, type Boot } from './boot.ts';
import type { Client } from './client.ts';
import type { Dialog } from './dialog.ts';
import { isMac, isShortcut, keyCap } from './keys.ts';
import type { Code, PagesideError } from './problem.ts';
import css from './trigger.css';
import { trigger as en } from './words/en.json';
import { trigger as zh } from './words/zh-Hans.json';

const intents = ['pointerenter', 'touchstart', 'focus', 'click'];

let sheet: CSSStyleSheet | undefined;
let attempts = 0;
/** The dialog that was opened last, by whichever element; no other opens on top of it. */
let shown: Dialog | undefined;
/** What the page's policy refused last of what the dialog needs. */
let refused = '';

export class PagesideSearch extends HTMLElement {
  static observedAttributes = ['shortcut', 'lang'];

  /** Another source of results, instead of the index at `base`. Set it before the first search. */
  declare client?: Client;
  #button = document.createElement('button');
  #notice = document.createElement('div');
  #boot: Boot | undefined;
  #loading: Promise<Dialog> | undefined;
  #dialog: Dialog | undefined;

  constructor() {
    super();
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      addEventListener('securitypolicyviolation', heed);
    }
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.#button.type = 'button';
    this.#button.part.add('trigger');
    this.#button.ariaHasPopup = 'dialog';
    for (const intent of intents) {
      this.#button.addEventListener(intent, this, { passive: true });
    }
    this.#notice.part.add('notice');
    this.#notice.popover = 'auto';
    this.#notice.role = 'alert';
    root.append(this.#button, this.#notice);
  }

  connectedCallback(): void {
    this.#label();
    window.addEventListener('keydown', this);
    if (new URLSearchParams(location.search).get('q')) this.#expect();
  }

  disconnectedCallback(): void {
    window.removeEventListener('keydown', this);
    this.#dialog?.close();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#label();
  }

  handleEvent(event: Event): void {
    if (event instanceof KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (!isShortcut(event, this.shortcut, isMac)) return;
      event.preventDefault();
      if (shown?.isOpen) shown.close();
      else this.open();
    } else if (event.type === 'click') {
      this.open();
    } else {
      this.#expect();
    }
  }

  /** Opens the dialog, with a question in its box if there is one. */
  async open(query = new URLSearchParams(location.search).get('q') ?? ''): Promise<void> {
    try {
      this.#button.ariaBusy = 'true';
      const dialog = await this.#preload();
      if (this.isConnected && !shown?.isOpen) (shown = dialog).open(query);
    } catch (cause) {
      const code = await reason(cause as Error);
      this.#warn(code);
      this.dispatchEvent(new CustomEvent('pageside-error', {
        bubbles: true, composed: true,
        detail: { code, file: DIALOG_FILE, text: String(cause) },
      }));
    } finally {
      this.#button.ariaBusy = null;
    }
  }

  close(): void {
    this.#dialog?.close();
  }

  get base(): URL {
    const given = this.getAttribute('base');
    const base = given === null ? new URL('.', import.meta.url) : new URL(given, this.baseURI);
    if (!base.pathname.endsWith('/')) base.pathname += '/';
    return base;
  }

  get root(): URL {
    return new URL(this.getAttribute('root') ?? '..', this.base);
  }

  get shortcut(): string {
    const keys = this.getAttribute('shortcut') ?? 'mod+k /';
    return keys === 'none' ? '' : keys;
  }

  get language(): string {
    return this.closest<HTMLElement>('[lang]')?.lang || navigator.language;
  }

  /** A search may follow; who saves data pays for it only when it does. */
  #expect(): void {
    const { connection } = navigator as { connection?: { saveData: boolean } };
    if (!connection?.saveData) this.#preload();
  }

  /** Everything that a first search needs, side by side. */
  #preload(): Promise<Dialog> {
    if (this.#loading) return this.#loading;
    if (!this.client) this.#boot = boot(this.base);
    const url = new URL(DIALOG_FILE, import.meta.url);
    if (attempts) url.search = '?' + attempts;
    this.#loading = import(url.href).then((module: typeof import('./dialog.ts')) =>
      this.#dialog = new module.Dialog(this, this.#boot));
    this.#loading.catch(() => {
      attempts++;
      this.#loading = undefined;
    });
    return this.#loading;
  }

  get #words(): Record<keyof typeof en | keyof typeof zh, string> {
    return /^zh/i.test(this.language) ? zh : en;
  }

  /**
   * Says beside the trigger that there is no dialog, and offers to try again. Why, the event and
   * the console say: the words for every cause would be a tenth of what each page loads.
   */
  #warn(code: Code): void {
    const reason = document.createElement('div');
    reason.textContent = this.#words[code === 'offline' && !navigator.onLine ? 'away' : 'lost'];
    const again = document.createElement('button');
    again.textContent = this.#words.retry;
    again.onclick = () => this.open();
    this.#notice.showPopover();
    this.#notice.replaceChildren(reason, again);
    const { left, bottom } = this.#button.getBoundingClientRect();
    this.#notice.style.cssText =
      `top:${bottom + 8}px;left:min(${left}px,97vw - ${this.#notice.offsetWidth}px)`;
  }

  #label(): void {
    const label = document.createElement('span');
    label.textContent = this.#words.search;
    this.#button.replaceChildren(glass(), label);
    const cap = keyCap(this.shortcut, isMac);
    if (!cap) return;
    const key = document.createElement('kbd');
    key.textContent = cap;
    this.#button.append(key);
  }
}

function heed(event: SecurityPolicyViolationEvent): void {
  const { disposition, effectiveDirective, blockedURI, sample } = event;
  if (disposition === 'report') return;
  if (sample !== 'pageside' && !blockedURI.includes(DIALOG_FILE)) return;
  refused = `${effectiveDirective} refuses ${sample || blockedURI}`;
  console.error('pageside: ' + refused);
}

/** Why there is no dialog; the browser tells of a refusal only after it has refused. */
async function reason({ code, message }: Partial<PagesideError>): Promise<Code> {
  await new Promise((done) => setTimeout(done));
  const cause = refused ? 'blocked' : code ?? (/module/i.test(message!) ? 'offline' : 'internal');
  refused = '';
  return cause;
}

function glass(): SVGElement {
  const make = (name: string, attribute: string, value: string) => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    node.setAttribute(attribute, value);
    return node as SVGElement;
  };
  const icon = make('svg', 'viewBox', '0 0 20 20');
  icon.ariaHidden = 'true';
  icon.append(make('path', 'd', 'm13 13 4 4M8.5 3a5.5 5.5 0 1 0 .01 0'));
  return icon;
}

declare global {
  interface HTMLElementTagNameMap {
    'pageside-search': PagesideSearch;
  }
}
