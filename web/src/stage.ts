// stage answers: what of the page around it must a modal dialog hold still, and give back?
//
// The scroll position, without moving anything by the width of a scrollbar, nor leaving that width
// as bright as it was; one history entry, so that Back closes the dialog instead of leaving the
// page; the part of the screen that a phone's keyboard leaves; and the colour scheme that the page
// has chosen, in whichever way. A dialog that the page ceases to render closes: it would hold the
// page and could not be seen.
//
// Before: a page. After: dialog.ts opens over it.

/** Shows the dialog and holds the page still behind it; returns what gives the page back. */
export function hold(dialog: HTMLDialogElement, close: () => void): () => void {
  const undo = [lockScroll(), fitKeyboard(dialog)];
  dialog.showModal();
  undo.push(watchSight(dialog, close), addEntry(close));
  return together(undo);
}

function together(steps: (() => void)[]): () => void {
  return () => steps.forEach((step) => step());
}

/** Dresses a shadow root. A style sheet belongs to one document, and a root may come to another. */
export function adorn(root: ShadowRoot, css: string): void {
  const [first, second] = root.adoptedStyleSheets;
  if (second) return;
  const sheet = new (first!.constructor as typeof CSSStyleSheet)();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
}

/** Listens to several events; returns what ends that. */
export function listen(target: EventTarget, names: string[], heed: () => void): () => void {
  for (const name of names) target.addEventListener(name, heed);
  return () => names.forEach((name) => target.removeEventListener(name, heed));
}

/** Closes a dialog that the page has ceased to render; returns what ends the watch. */
function watchSight(dialog: HTMLDialogElement, close: () => void): () => void {
  const watcher = new IntersectionObserver(() => {
    if (!dialog.checkVisibility()) close();
  });
  watcher.observe(dialog);
  return () => watcher.disconnect();
}

/** Sets properties of an element, whatever the page says; returns what gives back its own. */
function override({ style }: HTMLElement, properties: Record<string, string>): () => void {
  return together(Object.entries(properties).map(([name, value]) => {
    const own = [style.getPropertyValue(name), style.getPropertyPriority(name)] as const;
    style.setProperty(name, value, 'important');
    return () => style.setProperty(name, ...own);
  }));
}

/** Keeps the page from scrolling; returns what undoes it. */
function lockScroll(): () => void {
  const root = document.documentElement;
  const hasBar = window.innerWidth > root.clientWidth;
  return override(root, {
    'overflow': 'hidden', ...(hasBar ? { 'scrollbar-gutter': 'stable' } : {}),
  });
}

/**
 * A backdrop ends where the gutter of a hidden scrollbar begins, which shows the page's background
 * colour and nothing else. So the root takes the colour that the backdrop gives the page, and the
 * page's own colour as an image, which is not painted there. The body takes that colour too, so
 * that whoever looks for what a text stands on finds no image. Returns what undoes it, to be done
 * before the page's colours are looked up anew.
 */
export function dimGutter(dialog: HTMLDialogElement): () => void {
  const { documentElement: root, body } = document;
  const styles = [root, body].map((node) => getComputedStyle(node));
  const veil = getComputedStyle(dialog, '::backdrop').backgroundColor;
  const [, hue, share] = /^rgba\((.+), (.+)\)$/.exec(veil) ?? [];
  if (!share || !/stable/.test(styles[0]!.scrollbarGutter)
    || styles.some((style) => style.backgroundImage !== 'none')) return () => {};
  const [own, inner] = styles.map(({ backgroundColor }) => backgroundColor.replace(/.+, 0\)$/, ''));
  const page = own || inner || 'Canvas';
  return together([
    override(root, {
      'background-color': `color-mix(in srgb, rgb(${hue}) ${100 * Number(share)}%, ${page})`,
      'background-image': `linear-gradient(${page} 0 0)`,
    }),
    override(body, { 'background-color': inner || page, 'isolation': 'isolate' }),
  ]);
}

/** How long to wait for the browser to go back, in milliseconds. */
const backTimeout = 300;
let entries = 0;
let gone = Promise.resolve();

/** Done when the browser is back on the page's own history entry. */
export function restored(): Promise<void> {
  return gone;
}

/** Adds a history entry that stands for the open dialog; returns what takes it away. */
function addEntry(close: () => void): () => void {
  const key = `${performance.timeOrigin}-${++entries}`;
  let over = false;
  const isCurrent = () => history.state?.pageside === key;
  const heed = () => {
    if (!isCurrent()) close();
  };
  gone.then(() => {
    if (over) return;
    history.pushState({ ...history.state, pageside: key }, '');
    window.addEventListener('popstate', heed);
  });
  return () => {
    over = true;
    window.removeEventListener('popstate', heed);
    if (isCurrent()) gone = goBack();
  };
}

function goBack(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, backTimeout);
    window.addEventListener('popstate', () => {
      clearTimeout(timer);
      setTimeout(done); // a jump to a heading from inside this event would be undone after it
    }, { once: true });
    history.back();
  });
}

/** Tells `element` how much of the screen a keyboard leaves; returns what undoes it. */
function fitKeyboard({ style }: HTMLElement): () => void {
  const screen = window.visualViewport;
  if (!screen) return () => {};
  const fit = () => {
    const covered = screen.scale === 1 && screen.height < window.innerHeight - 1;
    const share = (size: number) => covered ? `${100 * size / window.innerHeight}%` : '';
    style.setProperty('--_screen', share(screen.height));
    style.setProperty('--_start', share(screen.offsetTop));
  };
  fit();
  return listen(screen, ['resize', 'scroll'], fit);
}

/** The scheme to draw in: data-theme wins, then color-scheme, then the reader's preference. */
export function schemeOf(host: HTMLElement): string {
  for (let node: Node | null = host; node; node = node.parentNode ?? (node as ShadowRoot).host) {
    const [scheme] = /dark|light/i.exec((node as HTMLElement).dataset?.theme ?? '') ?? [];
    if (scheme) return scheme.toLowerCase();
  }
  return getComputedStyle(host).colorScheme === 'normal' ? 'auto' : 'inherit';
}
