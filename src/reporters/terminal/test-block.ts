import type { TestReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../wording/clip.ts';
import { formatPlace } from '../wording/places.ts';
import { formatStopped } from '../wording/stopped.ts';
import { formatValue } from '../wording/value.ts';
import { formatHeading, innerWidth, type Page, withGutter } from './block.ts';
import { formatFindings, formatUnmeasured } from './evidence.ts';
import { formatGates } from './gates.ts';
import { wrapParts } from './layout.ts';
import { formatMetrics } from './metrics.ts';

/** A test in full: its gates (of a lone test every metric), then why. */
export function formatTestBlock(test: TestReport, page: Page, alone: boolean): string[] {
  // What a passing gate let through is no finding; without a gate the reader judges.
  const toExplain = test.verdict !== 'pass' || test.gates.length === 0;
  const evidence = [
    ...(test.planned === undefined
      ? []
      : [page.theme.dim(formatStopped(test.runs + test.errors, test.planned))]),
    ...(toExplain ? formatFindings(test, page) : []),
    ...formatUnmeasured(test, page),
    ...formatSpread(test, page),
  ];
  const body = alone
    ? [...formatMetrics(test, page), ...(evidence.length > 0 ? [''] : []), ...evidence]
    : [...formatGates(test, page), ...evidence];
  return [...formatHeading(test, page), ...withGutter(body, page.theme.verdict[test.verdict])];
}

/** How the runs of a test differ: how many would pass alone, and which was the worst. */
function formatSpread(test: TestReport, page: Page): string[] {
  if (test.passing.n < 2 || test.passing.k === test.passing.n) return [];
  const parts = [`${test.passing.k} of ${test.passing.n} runs pass alone`];
  for (const { worst, units } of test.scores) {
    if (worst === null) continue;
    const unit = Object.hasOwn(units, worst.metric) ? units[worst.metric] : undefined;
    const value = formatValue(worst.value, unit ?? 'mean');
    parts.push(`worst ${clip(worst.metric, 100)} ${value} in ${formatPlace(worst, null, false)}`);
  }
  const lines = wrapParts(parts.map(makeVisible), innerWidth(page), '');
  return lines.map((line) => page.theme.dim(line));
}
