import type { Report, Verdict, VerdictCounts } from '#core';
import { formatCount } from '../values/value.ts';

/** The verdict in one word. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  pass: 'PASS',
  fail: 'FAIL',
  error: 'ERROR',
  inconclusive: 'INCONCLUSIVE',
};

/** The worst first: the order in which a reader wants to hear of them. */
export const WORST_FIRST: readonly Verdict[] = ['fail', 'error', 'inconclusive', 'pass'];

const PARTICIPLES: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  error: 'not measured',
  inconclusive: 'inconclusive',
};

/** How many things ended how: `5 tests: 2 failed, 3 passed`, or `5 tests passed`; null when there are none. */
export function formatCounts(counts: VerdictCounts, noun: string): string | null {
  const total = totalOf(counts);
  if (total === 0) return null;
  const present = WORST_FIRST.filter((verdict) => counts[verdict] > 0);
  const [only] = present;
  if (present.length === 1 && only !== undefined) {
    return `${formatCount(total, noun)} ${PARTICIPLES[only]}`;
  }
  const parts = present.map((verdict) => `${counts[verdict]} ${PARTICIPLES[verdict]}`);
  return `${formatCount(total, noun)}: ${parts.join(', ')}`;
}

function totalOf(counts: VerdictCounts): number {
  return WORST_FIRST.reduce((sum, verdict) => sum + counts[verdict], 0);
}

/** The sums under a report; how gates and cases ended is in its first line. */
export function totalsParts(report: Report): string[] {
  const { totals } = report;
  const missing = totals.errors > 0 ? ` (${totals.errors} more not measured)` : '';
  const partial = totals.partial === undefined ? '' : `, ${totals.partial} partial`;
  return [
    `${formatCount(totals.runs, 'run')}${partial}${missing}`,
    formatCount(totals.calls, 'call'),
    ...foreignFormats(report),
  ];
}

/** What was read as another format than our own: a wrong guess should show. */
function foreignFormats({ formats = [] }: Report): string[] {
  const foreign = formats.filter((format) => format !== 'native');
  return foreign.length === 0 ? [] : [`read as ${foreign.join(', ')}`];
}
