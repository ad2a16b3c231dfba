import { makeVisible } from '../escape/visible.ts';
import { clip } from '../values/clip.ts';

const MISTAKABLE = /^\s*(?:::|##)/;
const WHERE_LENGTH = 1000;

/**
 * The place, made visible, safe as the beginning of a line: a file called `::error::x` must not become a CI command,
 * and `./` in front of a path is the same path.
 */
export function formatLeadingWhere(where: string): string {
  const visible = makeVisible(clip(where, WHERE_LENGTH));
  return MISTAKABLE.test(visible) ? `./${visible}` : visible;
}
