// dialog answers: what happens between the first letter and the page that the reader wanted?
//
// It holds the State that view.ts draws, and is the only place that changes it: text that the
// input method has let go becomes a question, answers to older questions are dropped, keys walk
// the options, Enter or a click follows one. While an answer is awaited the older results stay.
//
// Before: search.ts was asked to open. After: the browser goes to the section.

// Styles and words first, then what draws: in this order they pack 300 bytes smaller.
import css from './dialog.css';
import listCss from './list.css';
import statesCss from './states.css';
import { speaker, type Speaker } from './words/index.ts';
import { arrange, maxResults, pageOptions, reportLink, step, type Option } from './options.ts';
import { adorn, dimGutter, hold, listen, restored, schemeOf } from './stage.ts';
import { offlineNote, view, type Actions } from './view.ts';
import { Announcer, outcome } from './announce.ts';
import type { Boot } from './boot.ts';
import { sharedClient, type Answer, type Client } from './client.ts';
import { cutExcerpts, fitExcerpts } from './excerpt.ts';
import type { Composition } from './ime.ts';
import { clickWith, command, hasModifier, isMac } from './keys.ts';
import { asProblem, isPassing } from './problem.ts';
import { normalize, quotation } from './query.ts';
import type { PagesideSearch } from './search.ts';
import { blank, blankResults, type State } from './state.ts';
import { render } from 'lit/html.js';

/** Pages asked for at first and with each look at the end of the list. */
const pageStep = 6;
/** Pause after a letter before the engine is asked: while it loads, and once it is there. */
const pauseCold = 120;
const pauseWarm = 20;

/** An answer that takes longer than this is announced as awaited, in milliseconds. */
const pauseSlow = 150;

export class Dialog implements Actions {
  readonly #host: PagesideSearch;
  readonly #place = document.createElement('div');
  #client: Client;
  readonly #composition: Composition;
  readonly #undo: (() => void)[] = [];
  #announcer: Announcer | undefined;
  #speaker!: Speaker;
  #state: State;
  /** The number of the latest question: answers to older ones are of no use. */
  #question = 0;
  #undim = () => {};
  #timer = 0;
  #slow = 0;
  /** True while the page shows the State as it is. */
  #clean = false;
  /** Enter, if it was pressed before its answer was here. */
  #enter: KeyboardEvent | null = null;
  /** True once the reader has chosen an option of this question. */
  #moved = false;
  /** What the list shows, for which it has been scrolled to its start. */
  #scene = '';
  /** True while the end of the list is wanted and not all of it is here. */
  #toEnd = false;
  /** The question in the page's address that has been in the box. */
  #linked: string | null = null;

  constructor(host: PagesideSearch, started: Boot | undefined, composition: Composition) {
    this.#host = host;
    this.#composition = composition;
    this.#client = this.#source(started);
    this.#state = { ...blank };
    host.shadowRoot!.firstElementChild!.after(this.#place);
    matchMedia('(prefers-color-scheme: dark)').onchange = () => this.dress();
  }

  #source(started?: Boot): Client {
    return this.#host.client ?? sharedClient(this.#host.base, started);
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

  /**
   * Opens, or stays open, with this question in its box, or with what was typed into the box that
   * stood in, or with what is there. The key that was pressed last is not lost either.
   */
  open(query: string | undefined, box: HTMLInputElement, last?: KeyboardEvent): void {
    const typed = box.value;
    query ??= typed || undefined;
    const linked = new URLSearchParams(location.search).get('q');
    if (linked !== this.#linked) query ??= linked ?? undefined;
    this.#linked = linked;
    if (!this.isOpen && !this.#show()) return;
    if (query !== undefined) this.#input.value = query;
    this.#input.focus();
    this.#input.select();
    if (query === typed) this.#input.setSelectionRange(box.selectionStart, box.selectionEnd);
    box.value = '';
    this.#schedule(0);
    if (this.#state.problem) this.retry();
    if (typed && last?.key === 'Enter') this.#follow(last);
  }

  /** False if the page does not render what is inside of the element. */
  #show(): boolean {
    if (!this.#place.checkVisibility()) return false;
    this.#change(this.#source());
    adorn(this.#host.shadowRoot!, css + listCss + statesCss);
    this.dress();
    this.#set({ offline: !navigator.onLine });
    this.#draw();
    const dialog = this.#dialog!;
    this.#announcer ??= new Announcer(this.#place.querySelector('[role=status]')!);
    this.#undo.push(hold(dialog, () => this.close()), fitExcerpts(dialog),
      listen(window, ['online', 'offline'], () => this.#networkChanged()), () => this.#undim());
    this.#dim();
    this.#emit('pageside-open');
    this.#client.onprogress = ({ loaded, total }) => {
      const share = Math.round(100 * Math.min(1, loaded / total)) / 100;
      this.#set({ progress: Math.max(share, this.#state.progress ?? 0) });
    };
    this.#client.onrenew = (info) => {
      this.#set({ info, renewed: true });
      this.#announcer!.postscript = this.#speaker.text('renewed');
    };
    this.#openIndex();
    return true;
  }

  /** Another index: what was found in the one before is of no use. */
  #change(client: Client): void {
    if (client === this.#client) return;
    this.#client = client;
    this.#question++;
    this.#set({ ...blank });
  }

  /** Takes up the language and the colours of the place where the element stands. */
  dress(): void {
    const lang = this.#host.language;
    const other = lang !== this.#state.lang;
    this.#speaker = speaker(lang);
    this.#set({ lang, scheme: schemeOf(this.#host) });
    this.#dim();
    if (!other) return;
    this.#set({ pages: [] });
    if (this.isOpen) this.#ask(this.#state.query, this.#state.limit);
    else this.#set({ query: '' }); // is asked anew when it opens
  }

  /** The page's colours are those of now. */
  #dim(): void {
    this.#undim();
    if (this.isOpen) this.#undim = dimGutter(this.#dialog!);
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
    if (this.isOpen || this.#undo.length === 0) return;
    clearTimeout(this.#timer);
    this.#enter = null;
    this.#set({ renewed: false });
    this.#announcer!.hush();
    for (const undo of this.#undo.splice(0)) undo();
    this.#emit('pageside-close');
  }

  /**
   * Pressing the backdrop closes, also where the browser does not know closedby. Anything else keeps
   * the focus in the box, except text that somebody may want to copy.
   */
  press(event: MouseEvent): void {
    const target = event.target as Element;
    if (target === this.#dialog && event.button === 0) this.close();
    if (!target.closest('input, .detail')) event.preventDefault();
  }

  #networkChanged(): void {
    const offline = !navigator.onLine;
    this.#set({ offline });
    const { problem, share } = this.#state;
    if (offline && share > 0) this.#announcer!.say(offlineNote(this.#state, this.#speaker));
    if (!offline && problem && isPassing(problem)) this.retry();
  }

  // From letters to a question

  input(event: InputEvent): void {
    if (event.isComposing || this.#composition.active) return;
    this.#schedule(this.#state.info ? pauseWarm : pauseCold);
  }

  /** The host has heard of it before. */
  compose(): void {
    const { active } = this.#composition;
    if (active) clearTimeout(this.#timer);
    else this.#schedule(0);
    this.#announcer!.quiet = active;
  }

  #schedule(pause: number): void {
    clearTimeout(this.#timer);
    this.#enter = null;
    const query = normalize(this.#input.value);
    this.#set({ typed: this.#input.value !== '' });
    if (query === this.#state.query) return;
    if (pause === 0 || query === '') this.#ask(query, pageStep);
    else this.#timer = setTimeout(() => this.#ask(query, pageStep), pause) as unknown as number;
  }

  #ask(query: string, limit: number): void {
    clearTimeout(this.#timer);
    if (this.#composition.active) return;
    const question = ++this.#question;
    if (query !== this.#state.query) this.#moved = this.#toEnd = false;
    this.#announcer!.hush();
    if (query === '') {
      this.#client.cancel();
      this.#set({ ...blankResults, query, pages: this.#state.pages });
      if (this.#state.pages.length === 0 && this.#state.info) this.#findPopular();
      return;
    }
    const waiting = this.#state.groups.length > 0;
    clearTimeout(this.#slow);
    this.#slow = setTimeout(() => this.#set({ slow: true }), pauseSlow) as unknown as number;
    this.#set({
      query, limit, problem: null, slow: false, stale: waiting,
      ...(waiting ? { phase: 'results' } : { ...blankResults, phase: 'loading' }),
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
    return pageOptions(popular, this.#state.lang, this.#root, location.href);
  }

  // From an answer to options

  #answered(question: number, answer: Answer, last: boolean): void {
    if (question !== this.#question) return;
    const { query, results, total, problem, share, suggest, loose } = answer;
    if (problem?.code === 'version') this.#set({ renewed: true });
    if (last && problem && results.length === 0) return this.#failed(question, problem, share);
    if (query !== this.#state.asked) { // none of the older cards is seen to change
      this.#set({ groups: [] });
      this.#draw();
    }
    this.#set({
      asked: query, results, found: total, share, suggest, stale: false, partial: !last,
      problem: last ? problem : null, loose: loose ? quotation(query) : '',
      pages: total > 0 ? [] : this.#popular(answer), offline: !navigator.onLine,
      ...(last ? { progress: null } : {}),
    });
    const { options, active } = this.#state;
    this.#arrange(this.#moved ? options[active]?.href : undefined);
    if (!last) return;
    this.#announce();
    if (problem) this.#emit('pageside-error', problem);
    if (this.#toEnd) this.#last();
    if (this.#enter) this.#visit(this.#enter);
  }

  #arrange(keep?: string): void {
    this.#set(arrange(this.#state, this.#root, keep));
  }

  /** There is no answer. If one may come another time, what the reader had stays. */
  #failed(question: number, cause: unknown, share?: number): void {
    const problem = asProblem(cause);
    if (question !== this.#question || problem.code === 'cancelled') return;
    const offline = !navigator.onLine;
    if (share !== undefined && isPassing(problem)) {
      this.#set({
        phase: 'lacking', share, stale: false, partial: false, progress: null, active: -1,
        more: false, loose: '', problem, offline,
      });
      this.#announce();
    } else {
      this.#set({ ...blankResults, phase: 'error', problem, offline });
    }
    this.#emit('pageside-error', problem);
  }

  #announce(): void {
    this.#announcer!.say(outcome(this.#state, this.#speaker));
  }

  // Keys, pointer, buttons

  key(event: KeyboardEvent): void {
    event.stopPropagation();
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
    if (what === 'follow') this.#follow(event);
    else if (what === 'last' || what === 'previous' && active < 0) this.#last();
    else this.#choose(step(what, active, options));
  }

  /** Enter: asks at once what is not asked yet, and follows once the answer is here. */
  #follow(event: KeyboardEvent): void {
    const { active, query, stale, phase, problem } = this.#state;
    const typed = normalize(this.#input.value);
    if (typed !== query) this.#ask(typed, pageStep);
    else if (problem && active < 0) return this.retry();
    if (typed !== query || stale || phase === 'loading') this.#enter = event;
    else this.#visit(event);
  }

  /** Goes to the chosen option, as a click with the same modifiers would. */
  #visit(event: KeyboardEvent): void {
    this.#enter = null;
    this.#draw();
    this.#link(this.#state.active)?.dispatchEvent(clickWith(event));
  }

  click(event: MouseEvent): void {
    const option = this.#optionOf(event);
    if (!option || event.button !== 0 || hasModifier(event)) return;
    event.preventDefault();
    this.#go(option);
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
      this.#ask(query, this.#state.limit + 2 * pageStep);
    }
  }

  scope(onlyOwn: boolean): void {
    this.#set({ onlyOwn });
    this.#arrange();
    this.#announce();
  }

  suggest(query: string): void {
    this.#input.value = query;
    this.#input.focus();
    this.#schedule(0);
  }

  /** What is in sight stays. */
  cancel(): void {
    const { info, groups } = this.#state;
    this.#question++;
    if (info) this.#client.cancel();
    else this.#client.close();
    if (groups.length === 0) this.#set(blankResults);
    this.#set({ query: '', progress: null, stale: false, partial: false, more: false });
    this.#input.focus();
    this.#input.select();
  }

  retry(): void {
    const { query } = this.#state;
    if (query) {
      this.#ask(query, this.#state.limit);
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
    else if (!stale && !partial && phase === 'results') this.#ask(query, maxResults);
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

  /** Closes; done when the dialog's history entry is gone. */
  async #leave(): Promise<void> {
    this.close();
    await restored();
  }

  async #go(option: Option): Promise<void> {
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

  get #root(): URL {
    return new URL(this.#host.getAttribute('root') ?? '..', this.#host.base);
  }

  // Drawing: once for all changes of one turn

  #set(change: Partial<State>): void {
    Object.assign(this.#state, change);
    if (!this.#clean) return;
    this.#clean = false;
    queueMicrotask(() => this.#draw());
  }

  #draw(): void {
    if (this.#clean) return;
    this.#clean = true;
    const { phase, asked, query } = this.#state;
    this.#state.report = reportLink(this.#host.getAttribute('report'), query);
    const focused = this.#host.shadowRoot!.activeElement;
    render(view(this.#state, this.#speaker, this), this.#place, { host: this });
    cutExcerpts(this.#place);
    if (focused && !focused.isConnected) this.#input.focus();
    if (this.#scene === phase + asked) return;
    this.#scene = phase + asked;
    this.#place.querySelector('.body')!.scrollTop = 0;
  }
}
