import type { Path } from '#schema';

/** Whether a path is another, or lies below it. */
export function isBelow(path: Path, above: Path): boolean {
  return above.every((step, i) => path[i] === step);
}
