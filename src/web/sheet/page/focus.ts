import { useLayoutEffect, useState } from 'preact/hooks';

/** What has the focus, as far as keys depend on it. */
export interface FocusState {
  readonly isTyping: boolean;
  readonly isOnControl: boolean;
}

const NOTHING: FocusState = { isTyping: false, isOnControl: false };

/** Follows the focus of the page. */
export function useFocus(): FocusState {
  const [focus, setFocus] = useState(NOTHING);
  useLayoutEffect(() => {
    const update = (): void => {
      const next = focusOf(document.activeElement);
      setFocus((now) =>
        now.isTyping === next.isTyping && now.isOnControl === next.isOnControl ? now : next,
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
  return { isTyping, isOnControl: isControl && !isMadeChoice };
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
