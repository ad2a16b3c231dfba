import { useLayoutEffect, useState } from 'preact/hooks';
import type { DecisionField, KeyContext } from '../keys/key-table.ts';

/** What has the focus, as far as keys depend on it. */
export type FocusState = Pick<KeyContext, 'isTyping' | 'isOnControl' | 'field' | 'arrows'>;

const BOTH: KeyContext['arrows'] = new Set(['up', 'down'] as const);
const NEITHER: KeyContext['arrows'] = new Set();
const NOTHING: FocusState = { isTyping: false, isOnControl: false, field: 'choice', arrows: BOTH };

/** Follows the focus of the page. */
export function useFocus(): FocusState {
  const [focus, setFocus] = useState(NOTHING);
  useLayoutEffect(() => {
    const update = (): void => {
      const next = focusOf(document.activeElement);
      setFocus((now) =>
        now.isTyping === next.isTyping &&
        now.isOnControl === next.isOnControl &&
        now.field === next.field &&
        now.arrows === next.arrows
          ? now
          : next,
      );
    };
    // When the focus leaves a field, the next element has it a moment later.
    const later = (): void => queueMicrotask(update);
    document.addEventListener('focusin', update);
    document.addEventListener('focusout', later);
    return () => {
      document.removeEventListener('focusin', update);
      document.removeEventListener('focusout', later);
    };
  }, []);
  return focus;
}

/** What an element takes from the keyboard. Enter on a choice that is made already saves it. */
export function focusOf(element: Element | null): FocusState {
  const isTyping =
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLInputElement && !/^(?:checkbox|radio|button)$/.test(element.type));
  const isControl =
    element instanceof HTMLButtonElement ||
    element instanceof HTMLAnchorElement ||
    element?.tagName === 'SUMMARY';
  const isMadeChoice =
    element instanceof HTMLElement &&
    element.dataset['choice'] !== undefined &&
    element.getAttribute('aria-pressed') === 'true';
  return {
    isTyping,
    isOnControl: isControl && !isMadeChoice,
    field: fieldOf(element),
    arrows: arrowsOf(element),
  };
}

/** The field of the decision around an element. Elsewhere numbers choose. */
function fieldOf(element: Element | null): DecisionField {
  const box = element?.closest('[data-field]');
  return box instanceof HTMLElement ? (box.dataset['field'] as DecisionField) : 'choice';
}

/** Which arrows an element does not need: lists and numbers need both, a longer text all but those at its ends. */
function arrowsOf(element: Element | null): KeyContext['arrows'] {
  if (element?.id === READING_ID || element instanceof HTMLSelectElement) return NEITHER;
  if (element instanceof HTMLInputElement) return isArrowField(element) ? NEITHER : BOTH;
  if (!(element instanceof HTMLTextAreaElement)) return BOTH;
  const { selectionStart, selectionEnd, value } = element;
  const arrows = new Set<'up' | 'down'>();
  if (selectionStart === 0 && selectionEnd === 0) arrows.add('up');
  if (selectionStart === value.length) arrows.add('down');
  return arrows;
}

/** Numbers are counted by arrows; suggestions are chosen by them once something is typed. */
function isArrowField({ type, list, value }: HTMLInputElement): boolean {
  return /^(?:number|radio|date)$/.test(type) || (list !== null && value !== '');
}

/** Gives the focus to the first field inside of an element. */
export function focusField(id: string): void {
  const box = document.getElementById(id);
  const field =
    box?.matches(FIELDS) === true
      ? box
      : (box?.querySelector(FIELDS) ?? box?.querySelector('.segments button, button'));
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  field.scrollIntoView({ block: 'nearest' });
}

const FIELDS = 'input, textarea, select';

/** Gives the focus to the field that keeps an answer from being saved, where there is one. */
export function focusProblem(): void {
  const member = document.querySelector('.member.wrong:not(:has(.member.wrong))');
  const field = member?.querySelector(FIELDS) ?? document.querySelector('[aria-invalid="true"]');
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  field.scrollIntoView({ block: 'center' });
}

/** Leaves the field or button that has the focus: keys work again. */
export function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The pane in which a case is read. */
export const READING_ID = 'reading';

/** Shows the end of a conversation, where the question is. */
export function showQuestion(): void {
  const reading = document.getElementById(READING_ID);
  if (reading !== null) reading.scrollTop = reading.scrollHeight;
  // On a narrow screen the page scrolls as a whole.
  if (document.documentElement.scrollHeight <= innerHeight) return;
  const end = document.getElementById('now')?.getBoundingClientRect().bottom ?? 0;
  scrollTo(0, Math.max(0, scrollY + end - innerHeight / 2));
}

const LINE_PX = 60;

/** Scrolls the conversation by a line or a page. */
export function scrollReading(key: string): void {
  const reading = document.getElementById(READING_ID);
  if (reading === null) return;
  const step = key.startsWith('Page') ? reading.clientHeight * 0.9 : LINE_PX;
  reading.scrollBy({ top: key.endsWith('Up') ? -step : step });
}
