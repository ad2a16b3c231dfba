/** What the keys of the page do. */
export interface KeyActions {
  /** Moves to another case. */
  readonly move: (step: 1 | -1) => void;
  /** Chooses the answer with this number, from 1; `isAlso` where the shift key is held. */
  readonly chooseNumber: (number: number, isAlso: boolean) => void;
  readonly chooseNone: () => void;
  /** Marks the next statement. */
  readonly mark: (isMet: boolean) => void;
  readonly clear: () => void;
  readonly save: () => void;
}

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['o', 'other'],
  ['a', 'arguments'],
  ['c', 'clause'],
  ['r', 'rationale'],
]);

/** Handles the keys of the page, other than in its fields. */
export function enableKeys(actions: KeyActions): void {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      return;
    }
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
    const number = numberOf(event);
    if (number !== null) actions.chooseNumber(number, event.shiftKey);
    else if (event.key === 'j' || event.key === 'ArrowRight') actions.move(1);
    else if (event.key === 'k' || event.key === 'ArrowLeft') actions.move(-1);
    else if (event.key === 'n') actions.chooseNone();
    else if (event.key === 'y' || event.key === 'x') actions.mark(event.key === 'y');
    else if (event.key === 'u') actions.clear();
    else if (event.key === 's') actions.save();
    else focusField(event);
  });
}

/** The digit of a key: with shift it writes another sign, on each keyboard its own. */
export function numberOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): number | null {
  const [digit] = /^[1-9]$/.exec(key) ?? /(?<=^Digit)[1-9]$/.exec(code) ?? [];
  return digit === undefined ? null : Number(digit);
}

function focusField(event: KeyboardEvent): void {
  const field = document.getElementById(FIELDS.get(event.key) ?? '');
  if (field === null) return;
  event.preventDefault();
  field.focus();
}
