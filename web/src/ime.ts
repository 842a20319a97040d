// ime answers: is this key or this text the reader's, or still the input method's?
//
// While an input method composes, the box holds pinyin that nobody means, and Enter, arrows,
// Escape and Space choose candidates. Browsers disagree on the order of the last events: Chromium
// sends the confirming key with isComposing, Safari after compositionend with keyCode 229, some
// without either, within a moment.
//
// Before: DOM events. After: the dialog listens to what is left.

/** A key this soon after the end of a composition still belongs to it, in milliseconds. */
export const settleTime = 50;

export class Composition {
  active = false;
  #ended = -Infinity;

  start(): void {
    this.active = true;
  }

  end(at: number): void {
    this.active = false;
    this.#ended = at;
  }

  /** True if the key was meant for the input method. */
  owns(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'timeStamp'>): boolean {
    if (event.isComposing || event.keyCode === 229 || this.active) return true;
    const since = event.timeStamp - this.#ended;
    return since >= 0 && since < settleTime;
  }
}
