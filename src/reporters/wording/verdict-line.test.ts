import { type Comparison, type Report, reportVerdict, type Verdict, worstVerdict } from '#core';
import { expect, it } from 'vitest';
import { hostileComparison } from '../fixtures/hostile-comparison.ts';
import { sampleReport } from '../fixtures/reports.ts';
import { loadReporter } from '../index.ts';
import { verdictLine } from './verdict-line.ts';

const VERDICTS: readonly Verdict[] = ['pass', 'fail', 'error', 'inconclusive'];
const COMBINATIONS: readonly (readonly Verdict[])[] = [
  [],
  ...VERDICTS.map((one) => [one]),
  ...VERDICTS.flatMap((one, i) => VERDICTS.slice(i).map((other) => [one, other])),
];
const sample = sampleReport();

interface Parts {
  readonly tests: readonly Verdict[];
  readonly evals: readonly Verdict[];
  readonly baseline?: Verdict | null;
  readonly unreadable?: boolean;
  /** What the file of a saved report says. */
  readonly saved?: Verdict;
}

function comparisonOf(outcome: Verdict): Comparison {
  const comparison = hostileComparison('orders');
  const parts = comparison.parts.map((part) => ({ ...part, outcome }));
  return { ...comparison, parts, regression: { rule: 'any', margin: null, outcome } };
}

function reportOf({ tests, evals, baseline = null, unreadable = false, saved }: Parts): Report {
  const parts = {
    tests: tests.map((verdict) => ({ ...sample.tests[0]!, gates: [], verdict })),
    evals: evals.map((verdict) => ({ ...sample.evals[0]!, gates: [], verdict })),
    issues: unreadable
      ? [{ code: 'X', severity: 'error' as const, message: 'torn', where: null, hint: null }]
      : [],
    ...(baseline === null ? {} : { baseline: comparisonOf(baseline) }),
  };
  const verdict = worstVerdict([reportVerdict(parts), saved ?? 'pass']);
  return { ...sample, ...parts, verdict };
}

const ALL: readonly Parts[] = COMBINATIONS.flatMap((tests) =>
  COMBINATIONS.flatMap((evals) =>
    [null, ...VERDICTS].flatMap((baseline) =>
      [false, true].flatMap((unreadable) =>
        VERDICTS.map((saved) => ({ tests, evals, baseline, unreadable, saved })),
      ),
    ),
  ),
);

/** What the first words must say, by verdict. */
const DECIDED: Readonly<Record<Verdict, RegExp>> = {
  pass: /^(?:\d+ (?:tests?|evals?) passed|no regression|nothing was selected)/,
  fail: /failed|^regression against/,
  error: /not measured|nothing to compare/,
  inconclusive: /inconclusive|too few/,
};
const COUNTED = /\d+ of \d+ (?:tests?|evals?) passed|: [^·]*, \d+ passed/g;

/** Whether the line agrees with the verdict of its report. */
function agrees(report: Report): boolean {
  const { word, parts } = verdictLine(report);
  const text = parts.join(' · ');
  const contradiction =
    report.verdict === 'pass'
      ? /failed|not measured|too few/.test(text)
      : /passed|no regression/.test(text.replaceAll(COUNTED, ''));
  const isDecided = DECIDED[report.verdict].test(parts[0] ?? '');
  return word === report.verdict.toUpperCase() && isDecided && !contradiction;
}

it('says first what decided the verdict, and never contradicts it', () => {
  const wrong = ALL.filter((parts) => !agrees(reportOf(parts)));
  expect(wrong.map((parts) => [parts, verdictLine(reportOf(parts))])).toEqual([]);
  expect(ALL.length).toBe(9000);
});

it.each<[Parts, string]>([
  [{ tests: ['pass', 'pass'], evals: [] }, 'PASS 2 tests passed'],
  [
    { tests: [], evals: ['pass'], baseline: 'fail' },
    'FAIL regression against the baseline · 1 of 1 eval passed',
  ],
  [
    { tests: ['pass', 'pass'], evals: ['fail'], baseline: 'fail' },
    'FAIL 1 eval failed · 2 of 2 tests passed · regression against the baseline',
  ],
  [
    { tests: ['pass'], evals: [], baseline: 'pass' },
    'PASS 1 test passed · no regression against the baseline',
  ],
  [
    { tests: ['pass'], evals: [], unreadable: true },
    'ERROR 1 record not measured · 1 of 1 test passed',
  ],
  [
    { tests: ['fail', 'pass'], evals: ['pass'] },
    'FAIL 2 tests: 1 failed, 1 passed · 1 of 1 eval passed',
  ],
  [
    { tests: ['pass'], evals: [], saved: 'fail' },
    'FAIL failed for a reason outside of tests and evals · 1 of 1 test passed',
  ],
])('%j', (parts, expected) => {
  const { word, parts: said } = verdictLine(reportOf(parts));
  expect(`${word} ${said.join(' · ')}`).toBe(expected);
});

it('is the headline of every reporter, and JUnit is red where it is', async () => {
  const reporters = await Promise.all(
    (['terminal', 'markdown', 'github', 'html', 'junit'] as const).map(
      async (name) => [name, await loadReporter(name)] as const,
    ),
  );
  const wrong: unknown[] = [];
  for (const parts of ALL.filter(({ tests, evals }) => tests.length + evals.length === 1)) {
    const report = reportOf(parts);
    const line = verdictLine(report);
    for (const [name, reporter] of reporters) {
      const text = [...reporter(report, { color: false, width: 160 })].join('');
      const isRed = /<(?:failure|error)\b/.test(text);
      const said = line.parts.join(' · ');
      const isRight =
        name === 'junit'
          ? isRed === (report.verdict !== 'pass')
          : text.includes(name === 'html' ? `<p>${said}</p>` : said);
      if (!isRight) wrong.push([name, parts]);
    }
  }
  expect(wrong).toEqual([]);
});
