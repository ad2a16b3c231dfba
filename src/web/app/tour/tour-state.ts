/** How far the reader is: a step from 0, or null after the end. */
export type TourPlace = number | null;

const KEY = 'whichtool-tour';
const DONE = 'done';

/** The step that was open last; the first where the tour has not begun. */
export function loadPlace(steps: number): TourPlace {
  const text = read();
  if (text === DONE) return null;
  const place = text !== null && /^\d$/.test(text) ? Number(text) : 0;
  return place < steps ? place : 0;
}

/** Remembers the step, where the browser keeps anything. */
export function savePlace(place: TourPlace): void {
  try {
    localStorage.setItem(KEY, place === null ? DONE : String(place));
  } catch {
    // Private windows keep nothing: the tour begins again.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
