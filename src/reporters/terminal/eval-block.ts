import type { EvalReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../wording/clip.ts';
import { formatCount, formatInterval, formatValue } from '../wording/value.ts';
import { formatHeading, innerWidth, type Page, withGutter } from './block.ts';
import { formatConfusion } from './confusion.ts';
import { formatFindings, formatUnmeasured } from './evidence.ts';
import { wrapParts } from './layout.ts';
import { formatMetrics } from './metrics.ts';
import { wrapToWidth } from './width.ts';

const CASES_SHOWN = 10;

/** An eval: every metric with its gate, then what went wrong. Shown also when it passed, for the numbers are the point. */
export function formatEvalBlock(measured: EvalReport, page: Page): string[] {
  const failed = measured.verdict !== 'pass';
  const evidence = [
    ...(failed ? formatFindings(measured, page) : []),
    ...formatFailingCases(measured, page),
    ...formatUnmeasured(measured, page),
  ];
  const body = [
    ...wrapParts(passingParts(measured), innerWidth(page), ''),
    ...formatMetrics(measured, page),
    ...formatConfusion(measured, page),
    ...(evidence.length > 0 ? ['', ...evidence] : []),
  ];
  return [
    ...formatHeading(measured, page),
    ...withGutter(body, page.theme.verdict[measured.verdict]),
  ];
}

function passingParts(measured: EvalReport): string[] {
  const { k, n, interval } = measured.passing;
  const noun = measured.repeats === undefined ? 'cases' : 'runs';
  const parts = weightingParts(measured);
  parts.push(`${parts.length === 0 ? '' : 'raw '}${k} of ${n} measured ${noun} pass`);
  if (interval !== null) parts.push(`95 % interval ${formatInterval(interval, 'ratio')}`);
  const vacuous = Math.max(0, ...measured.scores.map((score) => score.vacuousRuns));
  if (measured.gates.length === 0) parts.push('no gate: set one with expect:');
  if (vacuous > 0) parts.push(`${formatCount(vacuous, 'case')} with nothing expected or called`);
  return parts;
}

/** The share of the population that passes, where shares are reweighted. */
function weightingParts({ weighting }: EvalReport): string[] {
  if (weighting === undefined) return [];
  const { column, passing, effective } = weighting;
  const by = makeVisible(clip(column, 80));
  if (passing.rate === null) return [`reweighted by ${by}: not measured`];
  const parts = [`reweighted by ${by}: ${formatValue(passing.rate, 'ratio')} pass`];
  if (passing.interval !== null)
    parts.push(`95 % interval ${formatInterval(passing.interval, 'ratio')}`);
  return effective === null ? parts : [...parts, `counts as ${effective} equal cases`];
}

function formatFailingCases(measured: EvalReport, page: Page): string[] {
  const failing = measured.cases.filter((each) => each.verdict === 'fail');
  if (failing.length === 0) return [];
  const ids = failing.slice(0, CASES_SHOWN).map((each) => makeVisible(clip(each.id, 80)));
  const more = failing.length > CASES_SHOWN ? `, and ${failing.length - CASES_SHOWN} more` : '';
  const text = `${formatCount(failing.length, 'failing case')}: ${ids.join(', ')}${more}`;
  return wrapToWidth(text, innerWidth(page));
}
