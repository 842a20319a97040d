// view answers: what does the dialog look like in this state?
//
// A function from State to a lit template; it holds nothing. Text reaches the page as text nodes
// and attributes only. The input and its listbox share one shadow root, options are links named by
// their own text, and the list is flat: that is what screen readers read without gaps.
//
// Before: dialog.ts changed its State. After: lit brings the DOM up to it.

import { html, nothing, type TemplateResult } from 'lit/html.js';
import { pieces } from './marks.ts';
import { isForeign, isLead, sameLanguage, type Group, type Option } from './options.ts';
import type { Code, Problem } from './problem.ts';
import type { Mark, Passage, Result } from './protocol.ts';
import { stateName, type State } from './state.ts';
import type { Key, Speaker } from './words/index.ts';

/** What the reader can do beside typing. */
export interface Actions {
  input(event: InputEvent): void;
  compose(): void;
  key(event: KeyboardEvent): void;
  close(): void;
  closed(): void;
  press(event: MouseEvent): void;
  click(event: MouseEvent): void;
  hover(event: PointerEvent): void;
  scroll(event: Event): void;
  scope(onlyOwn: boolean): void;
  more(): void;
  suggest(query: string): void;
  cancel(): void;
  retry(): void;
  reload(): void;
}

export function view(s: State, t: Speaker, act: Actions): TemplateResult {
  return html`
    <dialog part="dialog" closedby="any" lang=${t.lang}
      dir=${sameLanguage(s.lang, t.lang) ? nothing : 'ltr'} aria-label=${t.text('dialog')}
      data-state=${stateName(s)} data-scheme=${s.scheme}
      @close=${act.closed} @keydown=${act.key} @mousedown=${act.press}>
      <div class="panel">
        ${bar(s, t, act)}
        ${meter(s, t)}
        ${strip(s, t, act)}
        <div class="body" @scroll=${act.scroll}>
          ${message(s, t, act)}
          ${list(s, t, act)}
          ${s.phase === 'zero' ? afterZero(s, t) : nothing}
        </div>
        ${s.renewed ? news(t, act) : foot(t)}
      </div>
      <div class="unseen" role="status"><span></span><span></span></div>
    </dialog>`;
}

function bar(s: State, t: Speaker, act: Actions) {
  const active = s.options[s.active];
  return html`
    <div class="bar">
      <svg class="glass" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="5.5"></circle><path d="m13 13 4 4"></path>
      </svg>
      <input part="input" type="text" role="combobox" aria-label=${t.text('dialog')}
        aria-autocomplete="list" aria-controls="results"
        aria-expanded=${s.options.length > 0 ? 'true' : 'false'}
        aria-activedescendant=${active ? active.id : nothing}
        placeholder=${t.text('dialog')}
        autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"
        enterkeyhint="search" dir="auto"
        @input=${act.input} @compositionstart=${act.compose} @compositionend=${act.compose}>
      ${s.typed ? html`
        <button class="clear" type="button" @click=${() => act.suggest('')}>
          ${t.text('clear')}
        </button>` : nothing}
      <button class="close" type="button" aria-label=${t.text('close')} @click=${act.close}>
        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="m5 5 10 10M15 5 5 15"></path></svg>
      </button>
    </div>`;
}

/** The line under the box: always there, so that nothing moves when it fills. */
function meter(s: State, t: Speaker) {
  if (!isBusy(s) || s.progress === null) return html`<div class="meter"></div>`;
  return html`<div class="meter"><progress aria-label=${noteOf(s, t)}
    max="1" value=${s.progress}></progress></div>`;
}

/** True while more is awaited than what is in sight. */
function isBusy(s: State): boolean {
  return s.phase === 'loading' || s.partial || s.stale;
}

/** One line of what is going on; always there, so that nothing below it jumps. */
function strip(s: State, t: Speaker, act: Actions) {
  const scope = s.phase === 'results' && Object.keys(s.info?.langs ?? {}).length > 1;
  return html`
    <div class="strip">
      <p class=${s.problem ? 'note warn' : 'note'}><span dir="auto">${noteOf(s, t)}</span>
        ${isBusy(s) && (s.slow || !s.stale) ? link(t, 'cancel', act.cancel) : nothing}
        ${s.problem && s.phase !== 'error' && s.problem.code !== 'version'
          ? link(t, 'retry', act.retry) : nothing}
      </p>
      ${scope ? html`
        <div class="scope" role="group" aria-label=${t.text('scope')}>
          ${scopeButton(t.text('all'), !s.onlyOwn, () => act.scope(false))}
          ${scopeButton(t.text('only', { language: t.language(s.lang) }), s.onlyOwn,
            () => act.scope(true))}
        </div>` : nothing}
    </div>`;
}

function link(t: Speaker, label: Key, click: () => void) {
  return html`<button class="link" type="button" @click=${click}>${t.text(label)}</button>`;
}

function scopeButton(label: string, pressed: boolean, click: () => void) {
  return html`<button type="button" aria-pressed=${pressed ? 'true' : 'false'} @click=${click}>
    ${label}</button>`;
}

function noteOf(s: State, t: Speaker): string {
  if (s.phase === 'error') return t.text('failed');
  if (s.phase === 'loading' || s.stale && s.slow) {
    const share = s.progress === null ? '' : ' ' + t.percent(s.progress);
    return t.text(s.info ? 'searching' : 'loading', { query: s.query }) + share;
  }
  if (s.problem) return t.text(s.offline ? 'lacking' : 'incomplete');
  if (s.partial) return t.text('partial');
  if (s.offline && s.share > 0) return offlineNote(s, t);
  if (s.phase !== 'idle') return t.count(s.exact ? 'count' : 'least', s.total);
  return s.info ? t.count('pages', s.info.pages) : '';
}

/** What can be searched without a network. */
export function offlineNote(s: State, t: Speaker): string {
  return s.share >= 0.995 ? t.text('offline.all')
    : t.text('offline', { share: t.percent(s.share) });
}

/** The text of the states that are not a list. */
function message(s: State, t: Speaker, act: Actions) {
  switch (s.phase) {
    case 'idle':
      return html`<div class="message" dir="auto">
        <h2>${t.text('idle')}</h2><p>${t.text('hint')}</p>
      </div>`;
    case 'loading':
      return html`<div class="skeleton" aria-hidden="true"></div>`;
    case 'zero':
      return html`
        <div class="message" dir="auto">
          <h2>${t.text('zero', { query: s.query })}</h2>
          ${s.suggest.length > 0 ? html`
            <p>${t.text('suggest')}</p>
            <p class="chips">${s.suggest.map((query) => html`
              <button type="button" @click=${() => act.suggest(query)}>${query}</button>`)}
            </p>` : nothing}
          ${s.hidden > 0 ? html`<p class="chips">
            <button type="button" @click=${() => act.scope(false)}>
              ${t.count('elsewhere', s.hidden)}</button></p>` : nothing}
        </div>`;
    case 'lacking':
      return html`
        <div class="message" dir="auto">
          <h2>${t.text('unfetched', { query: s.query })}</h2>
          <p>${t.text('unfetched.why')}</p>
          <p class="detail">${t.text('file', { file: s.problem!.file })}</p>
        </div>`;
    case 'error':
      return failure(s.problem!, t, act);
    default:
      return nothing;
  }
}

/** Codes that have a sentence of their own. */
type Told = Exclude<Code, 'cancelled' | 'timeout'>;

function failure(problem: Problem, t: Speaker, act: Actions) {
  const { code, file, text } = problem;
  const next = code === 'version' ? 'reload' : 'retry';
  return html`
    <div class="message" role="alert" dir="auto">
      <p>${t.text(`error.${code === 'timeout' ? 'offline' : code as Told}`, { file })}</p>
      <p class="detail"><code>${[code, file, text].filter(Boolean).join(' · ')}</code></p>
      <p class="chips"><button type="button" @click=${act[next]}>${t.text(next)}</button></p>
    </div>`;
}

function afterZero(s: State, t: Speaker) {
  if (!s.report) return nothing;
  return html`<p class="after"><a href=${s.report} target="_blank" rel="noopener">
    ${t.text('report')}</a></p>`;
}

/** The listbox; another element for pages than for results, so that none is seen to move. */
function list(s: State, t: Speaker, act: Actions) {
  if (s.pages.length > 0 && (s.phase === 'idle' || s.phase === 'zero')) {
    return html`
      <p class="heading">${t.text('popular')}</p>
      <div id="results" part="results" role="listbox" aria-label=${t.text('popular')}
        @click=${act.click} @pointermove=${act.hover}>
        ${s.pages.map((option) => html`
          <a class="option page" part="result" id=${option.id} role="option" tabindex="-1"
            href=${option.href} aria-selected=${selected(s, option)} lang=${option.lang || nothing}>
            ${name(s, t, option, option.title)}${enter}
          </a>`)}
      </div>`;
  }
  const earlier = s.groups.length > 0 && !s.stale && s.asked !== s.query;
  const note = earlier ? t.text('earlier', { query: s.asked })
    : s.phase !== 'results' ? '' : s.problem ? t.text('file', { file: s.problem.file })
    : s.loose ? t.text('loose', { query: s.loose }) : '';
  return html`
    ${note ? html`<p class="heading note" dir="auto">${note}</p>` : nothing}
    <div id="results" part="results" role="listbox" aria-label=${t.text('results')}
      class=${s.stale ? 'stale' : earlier ? 'earlier' : ''}
      @click=${act.click} @pointermove=${act.hover}>
      ${s.groups.map((group) => card(s, t, group))}
    </div>
    ${s.phase === 'results' && s.more ? html`
      <p class="after">${link(t, 'more', act.more)}</p>` : nothing}
    ${isCapped(s) ? html`<p class="heading note">
      ${t.text('capped', { count: String(s.groups.length) })}</p>` : nothing}`;
}

/** True if the list ends although more pages were found. */
function isCapped(s: State): boolean {
  return s.phase === 'results' && s.asked === s.query && !s.more && !s.partial && !s.problem &&
    (!s.exact || s.groups.length < s.total);
}

const enter = html`<svg class="enter" viewBox="0 0 20 20" aria-hidden="true">
  <path d="M16 4v5a2 2 0 0 1-2 2H5m3.5-3.5L5 11l3.5 3.5"></path></svg>`;

/** One page: its first option carries the title, the others stand under it. */
function card(s: State, t: Speaker, group: Group) {
  const { result } = group;
  return html`
    ${group.border ? html`<p class="heading" role="presentation">
      ${t.text('others')}</p>` : nothing}
    <div class="card" role="presentation" lang=${result.lang || nothing}>
      ${group.options.map((option, i) => html`
        <a class=${i === 0 ? 'option' : 'option sub'} part="result" id=${option.id}
          role="option" tabindex="-1" href=${option.href} aria-selected=${selected(s, option)}>
          ${i === 0 ? name(s, t, result, marked(result.title, result.titleMarks)) : nothing}
          ${option.passage ? passage(option.passage, result, i > 0, t) : nothing}
          ${i > 0 ? html`<span class="unseen">${result.title}</span>` : nothing}
          ${enter}
        </a>`)}
    </div>`;
}

/** What a page is called, and its language if it is another one than the reader's. */
function name(s: State, t: Speaker, page: { lang: string }, title: unknown) {
  return html`
    <span class="name"><span class="title" dir="auto">${title}</span>
      ${isForeign(page, s.lang)
        ? html`<span class="chip" lang=${t.lang}>${t.language(page.lang)}</span>` : nothing}
    </span>`;
}

function passage(p: Passage, page: Result, isNested: boolean, t: Speaker) {
  const lang = p.lang && p.lang !== page.lang ? p.lang : nothing;
  const above = p.path.at(-1) === p.heading ? p.path.slice(0, -1) : p.path.slice();
  if (above[0] === page.title) above.shift();
  const lead = isLead(p, page.title);
  return html`
    ${lead && isNested ? html`
      <span class="crumbs" lang=${t.lang}><span class="here">${t.text('lead')}</span></span>`
      : nothing}
    ${!lead ? html`
      <span class="crumbs" dir="auto" lang=${lang}>
        ${above.map((step) => html`<span class="crumb">${step}</span> `)}
        <span class="crumb here">${marked(p.heading, p.headingMarks)}</span>
      </span>` : nothing}
    ${p.excerpt ? html`<span class="excerpt" dir="auto" lang=${lang}
      >${marked(p.excerpt, p.marks)}</span>` : nothing}`;
}

/** Marks up to this length stand on one line. */
const maxWhole = 16;

function marked(text: string, marks: Mark[]) {
  return pieces(text, marks).map((piece) =>
    piece.marked ? html`<mark part="mark" class=${piece.text.length > maxWhole ? 'long' : ''}
      >${piece.text}</mark>` : piece.text);
}

function selected(s: State, option: Option): string {
  return s.options[s.active] === option ? 'true' : 'false';
}

function foot(t: Speaker) {
  return html`
    <div class="foot" part="footer">
      <span class="keys"><kbd>↑</kbd><kbd>↓</kbd>${t.text('move')}</span>
      <span class="keys"><kbd>↵</kbd>${t.text('open')}</span>
      <span class="keys"><kbd>esc</kbd>${t.text('leave')}</span>
    </div>`;
}

/** In the place of the keys: below the list, so that nothing moves when it comes. */
function news(t: Speaker, act: Actions) {
  return html`
    <div class="foot news"><p dir="auto">${t.text('renewed')}</p>
      ${link(t, 'reload', act.reload)}</div>`;
}
