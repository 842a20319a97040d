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
import { Composition } from './ime.ts';
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

/** Leaves the history entry of a dialog that is not open any more, for the page's own. */
export function leave(): void {
  if (history.state?.pageside && !shown?.isOpen) history.back();
}

export class PagesideSearch extends HTMLElement {
  /** Another source of results, instead of the index at `base`. */
  declare client?: Client;
  #root = this.attachShadow({ mode: 'open' });
  #button = document.createElement('button');
  /** Stands where the dialog will be, until it is there. */
  #waiting = document.createElement('div');
  #box = document.createElement('input');
  #message = document.createElement('div');
  /** Of the box, and of the dialog's own. */
  #composition = new Composition();
  #words!: Record<keyof typeof en | keyof typeof zh, string>;
  /** What had the focus, however many shadow roots deep. */
  #before: Element | undefined;
  /** The key that was pressed last, unless it was the input method's. */
  #last: KeyboardEvent | undefined;
  #loading: Promise<void> | undefined;
  #dialog: Dialog | undefined;
  #page = new MutationObserver(() => {
    this.#label();
    this.#dialog?.dress();
  });

  constructor() {
    super();
    this.#button.part = 'trigger';
    this.#button.ariaHasPopup = 'dialog';
    this.#waiting.part = 'notice';
    this.#waiting.popover = 'auto';
    this.#message.role = 'alert';
    this.#button.onclick = () => this.open();
    this.#button.onfocus = this.#button.onpointerenter = () => this.#expect();
    for (const event of ['compositionstart', 'compositionend']) {
      this.#root.addEventListener(event, this, true);
    }
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
    for (const place of [page, this]) { // which may be in a shadow root
      this.#page.observe(place,
        { subtree: true, attributeFilter: ['shortcut', 'lang', 'data-theme'] });
    }
    view.addEventListener('keydown', this, true);
    if (/\bq=./.test(location.search)) this.#expect();
  }

  disconnectedCallback(): void {
    this.#page.disconnect();
    window.removeEventListener('keydown', this, true);
    this.#composition.active = false;
    this.#dialog?.close();
  }

  /** Of all elements, one that can be seen takes the shortcut, with all repetitions of the key. */
  handleEvent(event: KeyboardEvent | CompositionEvent): void {
    if (!('key' in event)) {
      this.#composition.heed(event);
      this.#arrive();
      return;
    }
    const taken = event.defaultPrevented || this.#composition.owns(event);
    const leaves = this.#isWaiting && event.key === 'Escape';
    this.#last = taken ? undefined : event;
    if (leaves) event.preventDefault(); // the browser would close the box, whoever the key is for
    if (taken) return;
    if (!event.repeat) {
      held = (leaves || this.#isRendered && isShortcut(event, this.shortcut, isMac)) && event.code;
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
    const box = this.#box;
    if (this.#dialog) return (shown = this.#dialog).open(query, box);
    box.value = query ?? box.value;
    this.#message.textContent = this.#words.opening;
    this.#last = undefined;
    let next: Element | null | undefined = document.activeElement;
    for (; !this.#isWaiting && next; next = next.shadowRoot?.activeElement) this.#before = next;
    this.#waiting.showPopover();
    box.focus();
    box.select();
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
    if (!(navigator as { connection?: { saveData: boolean } }).connection?.saveData) this.#preload();
  }

  /** Everything that a first search needs, side by side. */
  #preload(): Promise<void> {
    return this.#loading ??= this.#load(this.client ? undefined : boot(this.base));
  }

  /**
   * Brings the dialog, or says in its place that there is none and offers to try again. The words for
   * every cause would be a tenth of what each page loads, so the code stands for them.
   */
  async #load(started: Boot | undefined): Promise<void> {
    const file = DIALOG_FILE;
    const { href } = new URL(file + again, import.meta.url);
    try {
      const module: typeof import('./dialog.ts') = await import(href);
      this.#dialog = new module.Dialog(this, started, this.#composition);
      this.#arrive();
    } catch (cause) {
      again += '?';
      this.#loading = undefined;
      const text = String(cause);
      // Why a script did not load, an import does not tell, but the server does.
      const reply = /module/i.test(text) && await fetch(href).catch(() => null);
      const code: Code = (cause as Partial<PagesideError>).code ?? (reply === false ? 'internal'
        : !reply ? 'offline'
        : !reply.ok ? reply.status === 404 ? 'missing' : 'server'
        : /script/.test(reply.headers.get('content-type')!) ? 'blocked' : 'corrupt');
      if (!this.#isWaiting) return;
      const retry = document.createElement('button');
      retry.textContent = this.#words.retry;
      retry.onclick = () => this.open();
      this.#message.replaceChildren(`${this.#words.lost} ${file}: ${code} `, retry);
      this.dispatchEvent(new CustomEvent('pageside-error', {
        bubbles: true, composed: true, detail: { code, file, text },
      }));
    }
  }

  /** The box gives the focus back; it is lost to who clicks beside it. */
  #hide(): void {
    if (!this.#isWaiting) return;
    this.#waiting.hidePopover();
    (this.#before as HTMLElement | undefined)?.focus();
  }

  /** The dialog takes the place of the box, once no input method holds that. */
  #arrive(): void {
    if (!this.#dialog || this.#composition.active || !this.#isWaiting) return;
    this.#hide();
    (shown = this.#dialog).open(undefined, this.#box, this.#last);
  }

  #label(): void {
    this.#words = /^zh/i.test(this.language) ? zh : en;
    this.#button.textContent = this.#box.placeholder = this.#words.search;
    const key = document.createElement('kbd');
    key.textContent = keyCap(this.shortcut, isMac);
    if (key.textContent) this.#button.append(key);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pageside-search': PagesideSearch;
  }
}
