// ime answers: is this key or this text the reader's, or still the input method's?
//
// While an input method composes, the box holds pinyin that nobody means, and Enter, arrows,
// Escape and Space choose candidates. Browsers disagree on the order of the last events: Chromium
// sends the confirming key with isComposing, Safari after compositionend with keyCode 229, some
// without either, within a moment.
//
// Before: DOM events. After: search.ts and dialog.ts listen to what is left. The box that stands in
// and the dialog's own share one Composition, so that nothing is lost where one follows the other.

/** A key this soon after the end of a composition still belongs to it, in milliseconds. */
export const settleTime = 50;

export class Composition {
  active = false;
  #ended!: number;

  /** Hears of its start and of its end. */
  heed({ type, timeStamp }: Pick<Event, 'type' | 'timeStamp'>): void {
    this.active = type === 'compositionstart';
    this.#ended = timeStamp;
  }

  /** True if the key was meant for the input method. */
  owns(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'timeStamp'>): boolean {
    return event.isComposing || event.keyCode === 229 || this.active ||
      event.timeStamp - this.#ended < settleTime;
  }
}
