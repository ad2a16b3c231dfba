import type { Report } from '#core';
import { clip } from './clip.ts';
import { formatCount, formatValue } from './value.ts';

const SHOWN = 10;

/** How reliable tests with several runs are, a line each; text from outside is in it. Nothing where each ran once. */
export function describeRepeats({ repeats }: Report): string[] {
  if (repeats === undefined) return [];
  const { tests, k, passHatK, passAtK, flaky } = repeats;
  const always = `pass^${k} ${formatValue(passHatK, 'ratio')}`;
  const ever = `pass@${k} ${formatValue(passAtK, 'ratio')}`;
  const lines = [`${formatCount(tests, 'test')} with several runs: ${always}, ${ever}`];
  if (flaky.total === 0) return lines;
  const shown = flaky.items
    .slice(0, SHOWN)
    .map(({ name, k: passed, n }) => `${clip(name, 80)} (${passed}/${n})`);
  const more = flaky.total > shown.length ? `, and ${flaky.total - shown.length} more` : '';
  return [...lines, `flaky: ${shown.join(', ')}${more}`];
}
