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

import { boot } from './boot.ts';
import type { Client } from './client.ts';
import type { Dialog } from './dialog.ts';
import { isMac, isShortcut, keyCap } from './keys.ts';
import type { Code, PagesideError } from './problem.ts';
import css from './trigger.css';
import { trigger as en } from './words/en.json';
import { trigger as zh } from './words/zh-Hans.json';

/** Grows with each failure: a script that could not be loaded is asked for by another address. */
let again = '';
/** The dialog that was opened last, by whichever element; no other opens on top of it. */
let shown: Dialog | undefined;
/** The key of the shortcut that was pressed last, while it is held down. */
let held: string | false;

export const isOpen = () => shown?.isOpen;

export class PagesideSearch extends HTMLElement {
  static observedAttributes = ['shortcut', 'lang'];

  /** Another source of results, instead of the index at `base`. */
  declare client?: Client;
  #root = this.attachShadow({ mode: 'open' });
  #button = document.createElement('button');
  /** Stands where the dialog will be, until it is there. */
  #waiting = document.createElement('div');
  #box = document.createElement('input');
  #message = document.createElement('div');
  #composing: boolean | undefined;
  /** What had the focus. */
  #before: Element | null | undefined;
  /** The key that was pressed last while the box waits. */
  #last: KeyboardEvent | undefined;
  #loading: Promise<void> | undefined;
  #dialog: Dialog | undefined;
  #page = new MutationObserver(() => {
    this.#label();
    this.#dialog?.dress();
  });

  constructor() {
    super();
    this.#button.part.add('trigger');
    this.#button.ariaHasPopup = 'dialog';
    this.#waiting.part.add('notice');
    this.#waiting.popover = 'auto';
    this.#message.role = 'alert';
    for (const event of ['pointerenter', 'focus', 'click']) {
      this.#button.addEventListener(event, this);
    }
    for (const event of ['input', 'compositionend']) this.#box.addEventListener(event, this);
    this.#waiting.append(this.#box, this.#message);
    this.#root.append(this.#button, this.#waiting);
  }

  connectedCallback(): void {
    const page = this.ownerDocument;
    const view = page.defaultView as Window & typeof globalThis;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    this.#root.adoptedStyleSheets = [sheet];
    this.#label();
    this.#page.observe(page,
      { subtree: true, attributeFilter: ['lang', 'data-theme'] });
    view.addEventListener('keydown', this, true);
    if (/\bq=./.test(location.search)) this.#expect();
  }

  disconnectedCallback(): void {
    this.#page.disconnect();
    window.removeEventListener('keydown', this, true);
    this.#dialog?.close();
  }

  attributeChangedCallback(): void {
    this.#label();
  }

  handleEvent(event: Event): void {
    if ('key' in event) {
      this.#press(event as KeyboardEvent);
    } else if (event.type === 'click') {
      this.open();
    } else if (event.target === this.#box) {
      this.#composing = (event as InputEvent).isComposing;
      this.#arrive();
    } else {
      this.#expect();
    }
  }

  /** Of all elements, one that can be seen takes the shortcut, with all repetitions of the key. */
  #press(event: KeyboardEvent): void {
    this.#last = event;
    if (event.defaultPrevented || event.isComposing) return;
    if (!event.repeat) {
      held = (this.#isRendered && isShortcut(event, this.shortcut, isMac) ||
        this.#isWaiting && event.key === 'Escape') && event.code;
    }
    if (held !== event.code) return;
    event.preventDefault();
    if (event.repeat) return;
    if (shown?.isOpen) shown.close();
    else if (this.#isWaiting) this.close();
    else this.open();
  }

  /**
   * Opens the dialog, with this question in its box. Until the dialog has arrived, a box in its
   * place keeps what is typed.
   */
  open(query?: string): Promise<void> | void {
    if (!this.#isRendered || shown?.isOpen && shown !== this.#dialog) return;
    if (this.#dialog) return (shown = this.#dialog).open(query);
    this.#message.textContent = this.#words.opening;
    if (query) this.#box.value = query;
    this.#last = undefined;
    if (!this.#isWaiting) this.#before = this.#root.activeElement ?? document.activeElement;
    this.#waiting.showPopover();
    this.#box.focus();
    return this.#preload();
  }

  close(): void {
    this.#hide();
    this.#dialog?.close();
  }

  get base(): URL {
    const base = new URL(this.getAttribute('base') ?? new URL('.', import.meta.url), this.baseURI);
    base.pathname = base.pathname.replace(/\/?$/, '/');
    return base;
  }

  get shortcut(): string {
    return (this.getAttribute('shortcut') ?? 'mod+k /').replace('none', '');
  }

  /** The language of where the element stands, whose shadow root that may be. */
  get language(): string {
    let node: Element | undefined = this;
    let lang: string | undefined;
    while (node && !(lang = node.closest<HTMLElement>('[lang]')?.lang)) {
      node = (node.getRootNode() as ShadowRoot).host;
    }
    return lang || navigator.language;
  }

  /** True if a dialog of this element can be seen. */
  get #isRendered(): boolean {
    return this.checkVisibility() || this.#button.checkVisibility();
  }

  get #isWaiting(): boolean {
    return this.#waiting.matches(':popover-open');
  }

  /** A search may follow; who saves data pays for it only when it does. */
  #expect(): void {
    const { connection } = navigator as { connection?: { saveData: boolean } };
    if (!connection?.saveData) this.#preload();
  }

  /** Everything that a first search needs, side by side. */
  #preload(): Promise<void> {
    if (this.#loading) return this.#loading;
    const started = this.client ? undefined : boot(this.base);
    return this.#loading = import(new URL(DIALOG_FILE + again, import.meta.url).href)
      .then((module: typeof import('./dialog.ts')) => {
        this.#dialog = new module.Dialog(this, started);
        this.#arrive();
      }).catch((cause) => this.#fail(cause));
  }

  /** The box gives the focus back; it is lost to who clicks beside it. */
  #hide(): void {
    if (!this.#isWaiting) return;
    this.#waiting.hidePopover();
    (this.#before as HTMLElement | undefined)?.focus();
  }

  /** The dialog takes the place of the box, once no input method holds that. */
  #arrive(): void {
    if (!this.#dialog || this.#composing || !this.#isWaiting) return;
    this.#hide();
    (shown = this.#dialog).take(this.#box, this.#last);
  }

  /**
   * Says in the dialog's place that there is none, and offers to try again. The words for every
   * cause would be a tenth of what each page loads, so the code stands for them.
   */
  async #fail(cause: Partial<PagesideError>): Promise<void> {
    again += '?';
    this.#loading = undefined;
    const file = DIALOG_FILE;
    const text = String(cause);
    const code: Code = cause.code ?? (/module/i.test(text) ? await inspect() : 'internal');
    if (!this.#isWaiting) return;
    const retry = document.createElement('button');
    retry.textContent = this.#words.retry;
    retry.onclick = () => this.open();
    this.#message.replaceChildren(`${this.#words.lost} ${file}: ${code} `, retry);
    this.dispatchEvent(new CustomEvent('pageside-error', {
      bubbles: true, composed: true, detail: { code, file, text },
    }));
  }

  get #words(): Record<keyof typeof en | keyof typeof zh, string> {
    return /^zh/i.test(this.language) ? zh : en;
  }

  #label(): void {
    this.#button.textContent = this.#box.placeholder = this.#words.search;
    const cap = keyCap(this.shortcut, isMac);
    if (!cap) return;
    const key = document.createElement('kbd');
    key.textContent = cap;
    this.#button.append(key);
  }
}

/** Why the dialog's script did not load. An import does not tell, but the server does. */
async function inspect(): Promise<Code> {
  const reply = await fetch(new URL(DIALOG_FILE + again, import.meta.url)).catch(() => null);
  if (!reply) return 'offline';
  if (!reply.ok) return reply.status === 404 ? 'missing' : 'server';
  return /script/.test(reply.headers.get('content-type')!) ? 'blocked' : 'corrupt';
}

declare global {
  interface HTMLElementTagNameMap {
    'pageside-search': PagesideSearch;
  }
}
