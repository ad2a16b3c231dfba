import type { RepeatedUnits, Report } from '#core';
import { concat, joinTexts, name, type Text } from '../document/index.ts';
import { formatCount, formatNumber, formatValue } from '../values/value.ts';

const SHOWN = 10;

/** How reliable tests and cases with several runs are, a line each. Nothing where each ran once. */
export function describeRepeats({ repeats, evals }: Report): Text[] {
  const ofTests =
    repeats === undefined ? [] : describe(formatCount(repeats.tests, 'test'), repeats);
  const ofCases = evals.flatMap(({ name: evalName, repeats: units }) =>
    units === undefined
      ? []
      : describe([name(evalName, 80), `: ${formatCount(units.cases, 'case')}`], units),
  );
  return [...ofTests, ...ofCases];
}

function describe(what: Text, { k, passHatK, passAtK, flaky }: RepeatedUnits): Text[] {
  const always = `pass^${k} ${formatValue(passHatK, 'ratio')}`;
  const ever = `pass@${k} ${formatValue(passAtK, 'ratio')}`;
  const lines = [concat(what, ` with several runs: ${always}, ${ever}`)];
  if (flaky.total === 0) return lines;
  const shown = flaky.items
    .slice(0, SHOWN)
    .map(({ name: unit, k: passed, n }): Text => [name(unit, 80), ` (${passed}/${n})`]);
  const hidden = flaky.total - shown.length;
  const more = hidden > 0 ? `, and ${formatNumber(hidden)} more` : '';
  return [...lines, concat('flaky: ', joinTexts(shown, ', '), more)];
}
