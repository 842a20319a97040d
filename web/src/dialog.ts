// dialog answers: what happens between the first letter and the page that the reader wanted?
//
// It holds the State that view.ts draws, and is the only place that changes it: text that the
// input method has let go becomes a question, answers to older questions are dropped, keys walk
// the options, Enter or a click follows one. While an answer is awaited the older results stay.
//
// Before: search.ts was asked to open. After: the browser goes to the section.

import { render } from 'lit/html.js';
import { Announcer, outcome } from './announce.ts';
import type { Boot } from './boot.ts';
import { sharedClient, type Answer, type Client } from './client.ts';
import css from './dialog.css';
import { cutExcerpts, fitExcerpts } from './excerpt.ts';
import { Composition } from './ime.ts';
import { command, isMac } from './keys.ts';
import listCss from './list.css';
import { groupsOf, isForeign, pageOptions, reportLink, step, type Option } from './options.ts';
import { asProblem, type Problem } from './problem.ts';
import type { Result } from './protocol.ts';
import { normalize, quotation } from './query.ts';
import type { PagesideSearch } from './search.ts';
import { BackEntry, dimGutter, fitKeyboard, lockScroll, schemeOf } from './stage.ts';
import { blank, blankResults, type State } from './state.ts';
import statesCss from './states.css';
import { view, type Actions } from './view.ts';
import { speaker, type Speaker } from './words/index.ts';

/** Pages asked for at first and with each look at the end of the list. */
const pageStep = 6;
const maxPages = 48;
/** Pause after a letter before the engine is asked: while it loads, and once it is there. */
const pauseCold = 120;
const pauseWarm = 20;

/** The browser knows closedby="any". */
const closesItself = 'closedBy' in HTMLDialogElement.prototype;

let sheet: CSSStyleSheet | undefined;

export class Dialog implements Actions {
  readonly #host: PagesideSearch;
  readonly #place = document.createElement('div');
  readonly #client: Client;
  readonly #composition = new Composition();
  readonly #back = new BackEntry();
  readonly #undo: (() => void)[] = [];
  #announcer: Announcer | undefined;
  #speaker!: Speaker;
  #state: State;
  #results: Result[] = [];
  #total = 0;
  #limit = pageStep;
  /** The number of the latest question: answers to older ones are of no use. */
  #question = 0;
  #timer = 0;
  /** True while the page shows the State as it is. */
  #clean = false;
  /** True if Enter was pressed before its answer was here. */
  #followNext = false;
  /** True once the reader has chosen an option of this question. */
  #moved = false;
  /** True while the end of the list is wanted and not all of it is here. */
  #toEnd = false;

  constructor(host: PagesideSearch, started: Boot | undefined) {
    this.#host = host;
    this.#client = host.client ?? sharedClient(host.base, started);
    this.#state = { ...blank, lang: host.language };
    const root = host.shadowRoot!;
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css + listCss + statesCss);
    }
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    root.append(this.#place);
  }

  get isOpen(): boolean {
    return this.#dialog?.open ?? false;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#place.querySelector('dialog');
  }

  get #input(): HTMLInputElement {
    return this.#place.querySelector('input')!;
  }

  // Opening and closing

  open(query: string): void {
    if (this.isOpen) return;
    this.#speaker = speaker(this.#host.language);
    this.#set({
      lang: this.#host.language, scheme: schemeOf(this.#host), offline: !navigator.onLine,
      report: this.#reportLink(),
    });
    this.#draw();
    const dialog = this.#dialog!;
    this.#announcer ??= new Announcer(this.#place.querySelector('[role=status]')!);
    this.#undo.push(lockScroll(), fitKeyboard(dialog), this.#watchNetwork());
    dialog.showModal();
    this.#undo.push(dimGutter(dialog), fitExcerpts(dialog));
    this.#back.push(() => this.close());
    const input = this.#input;
    if (query && !input.value) input.value = query;
    input.focus();
    input.select();
    this.#emit('pageside-open');
    this.#schedule(0);
    this.#client.onprogress = ({ loaded, total }) => {
      const share = Math.round(100 * Math.min(1, loaded / total)) / 100;
      this.#set({ progress: Math.max(share, this.#state.progress ?? 0) });
    };
    this.#client.onrenew = (info) => {
      this.#set({ info, renewed: true });
      this.#announcer!.postscript = this.#speaker.text('renewed');
    };
    this.#openIndex();
  }

  /** A question that waits for the index fails by itself. */
  #openIndex(): void {
    this.#client.open().then((info) => {
      this.#set({ info });
      if (this.#state.phase === 'idle' && this.#state.pages.length === 0) this.#findPopular();
    }, (cause) => {
      if (this.#state.phase === 'idle') this.#failed(this.#question, cause);
    });
  }

  close(): void {
    this.#dialog?.close();
    this.closed();
  }

  /** The dialog has closed, by whichever way: give the page back, once. */
  closed(): void {
    if (this.#undo.length === 0) return;
    clearTimeout(this.#timer);
    this.#followNext = false;
    this.#set({ renewed: false });
    this.#announcer!.hush();
    for (const undo of this.#undo.splice(0)) undo();
    this.#back.remove();
    this.#emit('pageside-close');
  }

  /** A click on the backdrop, where the browser does not know closedby. */
  light(event: MouseEvent): void {
    if (event.target === this.#dialog && !closesItself) this.close();
  }

  #watchNetwork(): () => void {
    const changed = () => {
      const offline = !navigator.onLine;
      this.#set({ offline });
      const { problem } = this.#state;
      if (!offline && problem?.code === 'offline') this.retry();
    };
    const watch = new AbortController();
    const { signal } = watch;
    for (const name of ['online', 'offline']) window.addEventListener(name, changed, { signal });
    return () => watch.abort();
  }

  // From letters to a question

  input(event: InputEvent): void {
    if (event.isComposing || this.#composition.active) return;
    this.#schedule(this.#state.info ? pauseWarm : pauseCold);
  }

  compose(event: CompositionEvent): void {
    if (event.type === 'compositionstart') {
      this.#composition.start();
    } else {
      this.#composition.end(event.timeStamp);
      this.#schedule(0);
    }
  }

  #schedule(pause: number): void {
    clearTimeout(this.#timer);
    this.#followNext = false;
    const query = normalize(this.#input.value);
    this.#set({ typed: this.#input.value !== '' });
    if (query === this.#state.query) return;
    if (pause === 0 || query === '') this.#ask(query, pageStep);
    else this.#timer = setTimeout(() => this.#ask(query, pageStep), pause) as unknown as number;
  }

  #ask(query: string, limit: number): void {
    clearTimeout(this.#timer);
    const question = ++this.#question;
    this.#limit = limit;
    if (query !== this.#state.query) this.#moved = this.#toEnd = false;
    this.#announcer!.hush();
    if (query === '') {
      this.#client.cancel();
      this.#results = [];
      this.#set({ ...blankResults, query, pages: this.#state.pages });
      if (this.#state.pages.length === 0 && this.#state.info) this.#findPopular();
      return;
    }
    const waiting = this.#state.groups.length > 0;
    this.#set({
      query, stale: waiting, phase: waiting ? 'results' : 'loading', problem: null,
      ...(waiting ? {} : { groups: [], options: [], active: -1, pages: [] }),
      ...(this.#state.info ? { progress: null } : {}),
    });
    if (!this.#state.info) this.#openIndex();
    this.#emit('pageside-search', { query });
    this.#client.search(query, {
      lang: this.#state.lang, limit,
      onpartial: (answer) => this.#answered(question, answer, false),
    }).then((answer) => this.#answered(question, answer, true),
      (cause) => this.#failed(question, cause));
  }

  async #findPopular(): Promise<void> {
    const question = this.#question;
    const answer = await this.#client.search('', { lang: this.#state.lang, limit: 3 })
      .catch(() => null);
    if (!answer || question !== this.#question) return;
    const pages = this.#popular(answer);
    this.#set({ pages, options: pages });
  }

  #popular({ popular }: Answer): Option[] {
    return pageOptions(popular, this.#state.lang, this.#host.root);
  }

  // From an answer to options

  #answered(question: number, answer: Answer, last: boolean): void {
    if (question !== this.#question) return;
    const problem = answer.problem;
    if (last && problem && answer.results.length === 0) {
      if (problem.code === 'offline') this.#lacks(problem, answer.share);
      else this.#failed(question, problem);
      return;
    }
    this.#results = answer.results;
    this.#total = answer.total;
    const pages = answer.total > 0 ? [] : this.#popular(answer);
    this.#set({
      asked: answer.query, stale: false, partial: !last, problem: last ? problem : null,
      suggest: answer.suggest, pages, loose: answer.loose ? quotation(answer.query) : '',
      ...(last ? { progress: null } : {}),
      share: answer.share,
      offline: !navigator.onLine || problem?.code === 'offline',
    });
    this.#arrange(this.#state.options[this.#state.active]?.href);
    if (!last) return;
    this.#announce();
    if (this.#toEnd) this.#last();
    if (this.#followNext) this.#followActive();
  }

  /** What the question needs is not here and cannot come: what the reader had stays. */
  #lacks(problem: Problem, share: number): void {
    this.#set({
      phase: 'lacking', problem, share, offline: true, stale: false, partial: false,
      progress: null, active: -1, more: false, loose: '',
    });
    this.#announce();
    this.#emit('pageside-error', problem);
  }

  /** Lays results out as options; the option that `keep` leads to stays the chosen one. */
  #arrange(keep?: string): void {
    const { lang, onlyOwn } = this.#state;
    const all = this.#results;
    const shown = onlyOwn ? all.filter((result) => !isForeign(result, lang)) : all;
    const groups = groupsOf(shown, lang, this.#host.root);
    const found = groups.flatMap((group) => group.options);
    const options = found.length > 0 ? found : this.#state.pages;
    const kept = this.#moved ? options.findIndex((option) => option.href === keep) : -1;
    // The reader's language comes first, so one foreign result ends it.
    const ended = all.length >= this.#total || onlyOwn && shown.length < all.length;
    this.#set({
      groups, options,
      total: onlyOwn ? shown.length : this.#total,
      exact: !onlyOwn || ended,
      more: !ended && all.length >= this.#limit && this.#limit < maxPages,
      hidden: onlyOwn && ended ? this.#total - shown.length : 0,
      phase: groups.length > 0 ? 'results' : 'zero',
      active: groups.length > 0 ? Math.max(0, kept) : -1,
    });
  }

  #failed(question: number, cause: unknown): void {
    const problem = asProblem(cause);
    if (question !== this.#question || problem.code === 'cancelled') return;
    this.#results = [];
    this.#set({
      ...blankResults, query: this.#state.query, phase: 'error', problem,
      offline: problem.code === 'offline',
    });
    this.#emit('pageside-error', problem);
  }

  #announce(): void {
    this.#announcer!.say(outcome(this.#state, this.#speaker));
  }

  // Keys, pointer, buttons

  key(event: KeyboardEvent): void {
    if (this.#composition.owns(event)) {
      if (event.key === 'Escape') event.preventDefault();
      return;
    }
    const what = command(event, isMac);
    if (what === 'close') {
      event.preventDefault();
      this.close();
      return;
    }
    if (!what || event.target !== this.#input) return;
    event.preventDefault();
    const { active, options } = this.#state;
    this.#toEnd = false;
    if (what === 'follow') this.#enter(event);
    else if (what === 'last' || what === 'previous' && active < 0) this.#last();
    else this.#choose(step(what, active, options));
  }

  #enter(event: KeyboardEvent): void {
    const { active, query, stale, phase } = this.#state;
    const typed = normalize(this.#input.value);
    if (typed !== query) this.#ask(typed, pageStep);
    if (typed !== query || stale || phase === 'loading') {
      this.#followNext = !hasModifier(event);
      return;
    }
    if (!hasModifier(event)) {
      if (active >= 0) this.#followActive();
      return;
    }
    const { metaKey, ctrlKey, shiftKey } = event;
    this.#link(active)?.dispatchEvent(new MouseEvent('click', {
      bubbles: true, composed: true, cancelable: true, view: window, metaKey, ctrlKey, shiftKey,
    }));
  }

  click(event: MouseEvent): void {
    const option = this.#optionOf(event);
    if (!option || event.button !== 0 || hasModifier(event)) return;
    event.preventDefault();
    this.#follow(option);
  }

  hover(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    const option = this.#optionOf(event);
    const active = option ? this.#state.options.indexOf(option) : -1;
    if (active < 0 || active === this.#state.active) return;
    this.#moved = true;
    this.#set({ active });
  }

  /** The end of the list comes into sight: bring more. */
  scroll(event: Event): void {
    const { scrollTop, clientHeight, scrollHeight } = event.target as HTMLElement;
    if (scrollHeight > clientHeight && scrollHeight - scrollTop - clientHeight < 80) this.more();
  }

  more(): void {
    const { stale, partial, phase, more, query } = this.#state;
    if (more && !stale && !partial && phase === 'results') {
      this.#ask(query, this.#limit + 2 * pageStep);
    }
  }

  clear(): void {
    this.suggest('');
  }

  scope(onlyOwn: boolean): void {
    this.#set({ onlyOwn });
    this.#arrange();
  }

  suggest(query: string): void {
    this.#input.value = query;
    this.#input.focus();
    this.#schedule(0);
  }

  cancel(): void {
    this.#question++;
    this.#client.close();
    this.#set({ ...blankResults, progress: null, info: null });
    this.#input.focus();
    this.#input.select();
  }

  retry(): void {
    const { query } = this.#state;
    if (query) {
      this.#ask(query, this.#limit);
    } else {
      this.#set({ phase: 'idle', problem: null });
      this.#openIndex();
    }
  }

  async reload(): Promise<void> {
    await this.#leave();
    location.reload();
  }

  /** Chooses the last option of the whole list, once as much of it is here as is ever shown. */
  #last(): void {
    const { stale, partial, more, query, phase, options } = this.#state;
    this.#toEnd = stale || partial || more;
    if (!this.#toEnd) this.#choose(options.length - 1);
    else if (!stale && !partial && phase === 'results') this.#ask(query, maxPages);
  }

  #choose(active: number): void {
    this.#moved = true;
    this.#set({ active });
    this.#draw();
    this.#link(active)?.scrollIntoView({ block: 'nearest' });
    if (active >= this.#state.options.length - 1) this.more();
  }

  #link(index: number): HTMLElement | null {
    const option = this.#state.options[index];
    return option ? this.#place.querySelector(`#${option.id}`) : null;
  }

  #optionOf(event: Event): Option | undefined {
    const link = (event.target as Element).closest('[role=option]');
    return this.#state.options.find((option) => option.id === link?.id);
  }

  #followActive(): void {
    this.#followNext = false;
    const option = this.#state.options[this.#state.active];
    if (option) this.#follow(option);
  }

  /** Closes; done when the dialog's history entry is gone. */
  async #leave(): Promise<void> {
    const gone = this.#back.remove();
    this.close();
    await gone;
  }

  async #follow(option: Option): Promise<void> {
    await this.#leave();
    const { href: url, title } = option;
    if (!this.#emit('pageside-select', { url, title })) return;
    if (url === location.href && !new URL(url).hash) window.scrollTo({ top: 0 });
    else location.assign(url);
  }

  #emit(name: string, detail: unknown = null): boolean {
    return this.#host.dispatchEvent(
      new CustomEvent(name, { bubbles: true, composed: true, cancelable: true, detail }));
  }

  #reportLink(): string {
    return reportLink(this.#host.getAttribute('report'), this.#state.query);
  }

  // Drawing: once for all changes of one turn

  #set(change: Partial<State>): void {
    Object.assign(this.#state, change);
    if (change.query !== undefined) this.#state.report = this.#reportLink();
    if (!this.#clean) return;
    this.#clean = false;
    queueMicrotask(() => this.#draw());
  }

  #draw(): void {
    if (this.#clean) return;
    this.#clean = true;
    render(view(this.#state, this.#speaker, this), this.#place, { host: this });
    cutExcerpts(this.#place);
  }
}

function hasModifier(event: KeyboardEvent | MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
