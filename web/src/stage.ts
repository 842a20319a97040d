// stage answers: what of the page around it must a modal dialog hold still, and give back?
//
// The scroll position, without moving anything by the width of a scrollbar, nor leaving that width
// as bright as it was; one history entry, so that Back closes the dialog instead of leaving the
// page; the part of the screen that a phone's keyboard leaves; and the colour scheme that the page
// has chosen, in whichever way.
//
// Before: a page. After: dialog.ts opens over it.

/** Remembers properties of a style; returns what gives them back. */
function remember(style: CSSStyleDeclaration, ...names: string[]): () => void {
  const before = names.map((name) =>
    [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const);
  return () => before.forEach((property) => style.setProperty(...property));
}

/** Keeps the page from scrolling; returns what undoes it. */
export function lockScroll(): () => void {
  const { clientWidth, style } = document.documentElement;
  const undo = remember(style, 'overflow', 'scrollbar-gutter');
  style.setProperty('overflow', 'hidden', 'important');
  if (window.innerWidth > clientWidth) style.setProperty('scrollbar-gutter', 'stable', 'important');
  return undo;
}

/**
 * A backdrop ends where the gutter of a hidden scrollbar begins, which shows the page's background
 * colour and nothing else. So the root takes the colour that the backdrop gives the page, and the
 * page's own colour as an image, which is not painted there. Returns what undoes it.
 */
export function dimGutter(dialog: HTMLDialogElement): () => void {
  const root = document.documentElement;
  const undo = remember(root.style, 'background-color', 'background-image');
  const dim = () => {
    undo();
    const styles = [root, document.body].map((node) => getComputedStyle(node));
    const hasImage = styles.some((style) => style.backgroundImage !== 'none');
    const [, hue, share] = /^rgba\((.+), ([\d.]+)\)$/.exec(
      getComputedStyle(dialog, '::backdrop').backgroundColor) ?? [];
    const hasGutter = /stable/.test(styles[0]!.scrollbarGutter);
    if (!share || hasImage || !hasGutter) return;
    const page = styles.map((style) => style.backgroundColor)
      .find((color) => !/, 0\)$/.test(color)) ?? 'Canvas';
    root.style.setProperty('background-color',
      `color-mix(in srgb, rgb(${hue}) ${100 * Number(share)}%, ${page})`, 'important');
    root.style.setProperty('background-image', `linear-gradient(${page} 0 0)`, 'important');
  };
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', dim);
  dim();
  return () => {
    scheme.removeEventListener('change', dim);
    undo();
  };
}

/** How long to wait for the browser to go back, in milliseconds. */
const backTimeout = 300;
let entries = 0;

/** One history entry that stands for the open dialog. */
export class BackEntry {
  #key = '';
  #onback = () => {};

  push(onback: () => void): void {
    this.#key = `${performance.timeOrigin}-${++entries}`;
    this.#onback = onback;
    history.pushState({ ...history.state, pageside: this.#key }, '');
    window.addEventListener('popstate', this);
  }

  handleEvent(): void {
    if (this.#isCurrent()) return;
    this.#forget();
    this.#onback();
  }

  /** Takes the entry away; done when the browser is back on the page's own entry. */
  async remove(): Promise<void> {
    const current = this.#isCurrent();
    this.#forget();
    if (!current) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, backTimeout);
      window.addEventListener('popstate', () => {
        clearTimeout(timer);
        setTimeout(done); // a jump to a heading from inside this event would be undone after it
      }, { once: true });
      history.back();
    });
  }

  #isCurrent(): boolean {
    return this.#key !== '' && history.state?.pageside === this.#key;
  }

  #forget(): void {
    this.#key = '';
    window.removeEventListener('popstate', this);
  }
}

/** Tells `element` how much of the screen a keyboard leaves; returns what undoes it. */
export function fitKeyboard(element: HTMLElement): () => void {
  const screen = window.visualViewport;
  if (!screen) return () => {};
  const fit = () => {
    const covered = screen.scale === 1 && screen.height < window.innerHeight - 1;
    const set = (name: string, size: number) =>
      covered ? element.style.setProperty(name, `${size}px`) : element.style.removeProperty(name);
    set('--_block-size', screen.height);
    set('--_block-start', screen.offsetTop);
  };
  screen.addEventListener('resize', fit);
  screen.addEventListener('scroll', fit);
  fit();
  return () => {
    screen.removeEventListener('resize', fit);
    screen.removeEventListener('scroll', fit);
  };
}

/** The scheme to draw in: data-theme wins, then color-scheme, then the reader's preference. */
export function schemeOf(host: HTMLElement): 'light' | 'dark' | 'auto' | 'inherit' {
  for (let node: Node | null = host; node; node = above(node)) {
    const theme = node instanceof HTMLElement ? node.dataset.theme : undefined;
    if (theme && /dark/i.test(theme)) return 'dark';
    if (theme && /light/i.test(theme)) return 'light';
  }
  return getComputedStyle(host).colorScheme === 'normal' ? 'auto' : 'inherit';
}

function above(node: Node): Node | null {
  return node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
}
