/** What is known of a list of rows of equal height, and of the window that shows a part of it. */
export interface ListView {
  readonly count: number;
  readonly rowPx: number;
  /** How far the top of the window is below the top of the list; negative where the list begins further down. */
  readonly top: number;
  readonly viewPx: number;
}

/** The rows to draw, how far they are moved, and the height of the list. */
export interface Span {
  readonly first: number;
  readonly last: number;
  readonly shift: number;
  readonly height: number;
}

/** Browsers lose precision in taller elements; a longer list moves faster than it is scrolled. */
const MAX_HEIGHT_PX = 8_000_000;
const SPARE_ROWS = 8;
/** Bars that stay at the top of the window cover this much of it. */
const COVERED_PX = 112;

/** Which rows a window shows. */
export function rowsInView(view: ListView): Span {
  const { count, rowPx, top, viewPx } = view;
  const height = Math.min(count * rowPx, MAX_HEIGHT_PX);
  const seen = Math.min(Math.max(top, 0), Math.max(0, height - viewPx));
  const start = seen * speedOf(view);
  // The window may begin above the list, or end below it.
  const end = start + viewPx + Math.min(top, 0) + Math.max(0, top - seen);
  return {
    first: Math.max(0, Math.floor(start / rowPx) - SPARE_ROWS),
    last: Math.min(count, Math.max(0, Math.ceil(end / rowPx)) + SPARE_ROWS),
    shift: seen - start,
    height,
  };
}

/** How far the window has to scroll to show a row; 0 where it is in view. */
export function scrollFor(index: number, view: ListView): number {
  const { rowPx, top, viewPx } = view;
  const { shift } = rowsInView(view);
  const place = index * rowPx + shift - top;
  const speed = speedOf(view);
  if (place < COVERED_PX) return (place - COVERED_PX) / speed;
  if (place + rowPx > viewPx) return (place + rowPx - viewPx + rowPx) / speed;
  return 0;
}

/** How far rows move for each pixel of scrolling. */
function speedOf({ count, rowPx, viewPx }: ListView): number {
  const whole = count * rowPx;
  return whole <= MAX_HEIGHT_PX ? 1 : (whole - viewPx) / (MAX_HEIGHT_PX - viewPx);
}
