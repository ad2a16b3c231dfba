import type { RepeatedUnits, Report } from '#core';
import { clip } from './clip.ts';
import { formatCount, formatValue } from './value.ts';

const SHOWN = 10;

/** How reliable tests and cases with several runs are, a line each; text from outside is in it. Nothing where each ran once. */
export function describeRepeats({ repeats, evals }: Report): string[] {
  const ofTests =
    repeats === undefined ? [] : describe(formatCount(repeats.tests, 'test'), repeats);
  const ofCases = evals.flatMap(({ name, repeats: found }) =>
    found === undefined
      ? []
      : describe(`${clip(name, 80)}: ${formatCount(found.cases, 'case')}`, found),
  );
  return [...ofTests, ...ofCases];
}

function describe(what: string, { k, passHatK, passAtK, flaky }: RepeatedUnits): string[] {
  const always = `pass^${k} ${formatValue(passHatK, 'ratio')}`;
  const ever = `pass@${k} ${formatValue(passAtK, 'ratio')}`;
  const lines = [`${what} with several runs: ${always}, ${ever}`];
  if (flaky.total === 0) return lines;
  const shown = flaky.items
    .slice(0, SHOWN)
    .map(({ name, k: passed, n }) => `${clip(name, 80)} (${passed}/${n})`);
  const more = flaky.total > shown.length ? `, and ${flaky.total - shown.length} more` : '';
  return [...lines, `flaky: ${shown.join(', ')}${more}`];
}
