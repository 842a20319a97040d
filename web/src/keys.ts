// keys answers: what does this key ask for?
//
//	↓ ↑                 next, previous; past either end lies the box itself
//	⌘↓ ⌘↑, Ctrl+End/Home  last, first
//	⌥↓ ⌥↑               next, previous page
//	Ctrl+N Ctrl+P (Mac) next, previous
//	Enter               follow; with ⌘ or Ctrl in a new tab, with Shift in a new window
//	Esc                 close
//	Home End            stay with the caret, as in any text box
//
// Before: ime.ts let the key through. After: dialog.ts acts.

export type Command =
  | 'next' | 'previous' | 'first' | 'last' | 'nextPage' | 'previousPage' | 'follow' | 'close';

type Key = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

export const isMac = /mac|^ip/i.test(navigator.platform);

export function command(key: Key, mac: boolean): Command | null {
  const down = key.key === 'ArrowDown';
  if (down || key.key === 'ArrowUp') {
    if (key.shiftKey) return null;
    if (key.altKey) return down ? 'nextPage' : 'previousPage';
    if (key.metaKey) return down ? 'last' : 'first';
    return key.ctrlKey ? null : down ? 'next' : 'previous';
  }
  if (key.key === 'Enter') return 'follow';
  if (key.key === 'Escape') return 'close';
  if (!key.ctrlKey || key.altKey || key.metaKey || key.shiftKey) return null;
  if (key.key === 'Home') return 'first';
  if (key.key === 'End') return 'last';
  if (mac && key.key === 'n') return 'next';
  if (mac && key.key === 'p') return 'previous';
  return null;
}

export function hasModifier(event: KeyboardEvent | MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** The click that goes with a key. */
export function clickWith({ metaKey, ctrlKey, shiftKey }: KeyboardEvent): MouseEvent {
  return new MouseEvent('click', {
    bubbles: true, composed: true, cancelable: true, view: window, metaKey, ctrlKey, shiftKey,
  });
}

/** A shortcut in the one spelling that it has on this machine. */
function spell(shortcut: string, mac: boolean): string {
  return shortcut.toLowerCase().replace('mod', mac ? 'meta' : 'ctrl').replace('escape', 'esc')
    .split('+').sort().join();
}

/**
 * True if the key is one of the shortcuts, written like "mod+k /". A layout without Latin letters
 * has them where the keyboard has; a plain character may need Shift on some keyboards.
 */
export function isShortcut(event: KeyboardEvent, shortcuts: string, mac: boolean): boolean {
  const names: string[] = (['meta', 'ctrl', 'alt'] as const)
    .filter((name) => event[`${name}Key`]);
  if (!names[0]) {
    if (isText(event)) return false;
  } else if (event.shiftKey) {
    names.push('shift');
  }
  names.push(event.key > '~' ? event.code.slice(3) : event.key);
  const pressed = spell(names.join('+'), mac);
  return !!shortcuts.match(/\S+/g)?.some((one) => spell(one, mac) === pressed);
}

/**
 * True if a plain character may be text where it was typed: in what the browser lets edit, in what
 * the page draws by itself (EditContext), in what says that it is a box of text or a list. A shadow
 * root that is closed hides what has the focus in it: who keeps it to himself keeps his characters
 * too.
 */
function isText(event: Event): unknown {
  const target = event.composedPath()[0] as Element & { editContext?: unknown };
  return /-/.test(target.localName) || target.editContext || target.matches?.(':read-write,select,' +
    '[role$=box]:not([role=checkbox],[aria-readonly=true]),:is(div,span):focus:not([tabindex])');
}

/** How the first shortcut is shown on a key cap. */
export function keyCap(shortcuts: string, mac: boolean): string {
  return shortcuts.trim().split(/\s+/)[0]!.replace('mod+', mac ? '⌘' : 'ctrl+')
    .replace(/\+/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
