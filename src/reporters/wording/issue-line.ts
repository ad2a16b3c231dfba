import type { Issue } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../values/clip.ts';

const MISTAKABLE = /^\s*(?:::|##)/;
const WHERE_LENGTH = 1000;

/** `file:line:col` as far as it is known, then the place inside the record. */
export function formatWhere(where: Issue['where']): string | null {
  if (where === null) return null;
  const { file = '', line, column, offset, pointer = '' } = where;
  const position = [file, line, column].filter((part) => part !== undefined && part !== '');
  const byte = line === undefined && offset !== undefined ? `byte ${offset}` : '';
  return [position.join(':'), byte, pointer].filter((part) => part !== '').join(' ') || null;
}

/**
 * The place, made visible, safe as the beginning of a line: a file called `::error::x` must not become a CI command,
 * and `./` in front of a path is the same path.
 */
export function formatLeadingWhere(where: string): string {
  const visible = makeVisible(clip(where, WHERE_LENGTH));
  return MISTAKABLE.test(visible) ? `./${visible}` : visible;
}
