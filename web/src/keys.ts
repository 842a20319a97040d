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

export const isMac = /mac|iphone|ipad/i.test(navigator.platform);

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

/** True if the key is one of the shortcuts, written like "mod+k /". */
export function isShortcut(event: KeyboardEvent, shortcuts: string, mac: boolean): boolean {
  return shortcuts.toLowerCase().split(/\s+/).some((shortcut) => {
    const parts = shortcut.split('+');
    const name = parts.pop();
    if (!name || name !== event.key.toLowerCase()) return false;
    const mod = parts.includes('mod');
    const meta = parts.includes('meta') || mod && mac;
    const ctrl = parts.includes('ctrl') || mod && !mac;
    if (event.metaKey !== meta || event.ctrlKey !== ctrl) return false;
    if (event.altKey !== parts.includes('alt')) return false;
    if (!meta && !ctrl && !event.altKey) return !isEditable(event);
    return event.shiftKey === parts.includes('shift');
  });
}

/** A plain character in a text box is text, also when the box sits in somebody's shadow root. */
function isEditable(event: Event): boolean {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input,textarea,select'));
}

/** How the first shortcut is shown on a key cap. */
export function keyCap(shortcuts: string, mac: boolean): string {
  const first = shortcuts.trim().split(/\s+/)[0] ?? '';
  if (!first) return '';
  const names: Record<string, string> = mac
    ? { mod: '⌘', meta: '⌘', ctrl: '⌃', alt: '⌥' }
    : { mod: 'Ctrl', meta: 'Meta', ctrl: 'Ctrl', alt: 'Alt' };
  const parts = first.split('+').map((part) => names[part.toLowerCase()] ?? part.toUpperCase());
  return parts.join(mac ? '' : ' ');
}
