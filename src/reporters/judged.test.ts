import type { Report } from '#core';
import { describe, expect, test } from 'vitest';
import { csv } from './csv.ts';
import { judgedReport } from './fixtures/judged-report.ts';
import { github } from './github/index.ts';
import { indexReport } from './html/report-index.ts';
import { junit } from './junit/index.ts';
import type { Reporter } from './reporter.ts';
import { joinTexts, rawText } from './document/index.ts';
import { loadReporter } from './index.ts';
import { judgeParts, judgesOf } from './wording/judged.ts';

const terminal = await loadReporter('terminal');
const markdown = await loadReporter('markdown');

function linesOf(reporter: Reporter, report: Report = judgedReport(), width = 120): string[] {
  return [...reporter(report, { color: false, width })].join('').split('\n');
}

const JUDGE =
  'judged by anthropic:claude-sonnet-4-5-20250929 · 42 questions · 2 without a verdict (JUDGE_BUDGET 1, JUDGE_ERROR 1) · judges split on 1 · 24,800 tokens, cost 0.102';

test('the terminal shows judged gates in a group of their own, and the judge once', () => {
  expect(linesOf(terminal)).toEqual([
    '✗ FAIL  1 eval failed · 1 of 1 test passed · decided by judged gates alone · 1 gate held',
    '    1 of 3 judged gates did not hold, 1 not measured · 2 of 2 cases failed · 2 of 2 runs passed',
    '',
    '✗ orders  orders.yaml:1',
    '  │ 30 of 40 measured cases pass · 95 % interval 59.81-85.81 %',
    '  │ ✓ tool_name_match     95 %          needs >= 90 %',
    '  │',
    '  │ judged · 40 questions · 2 without a verdict (JUDGE_BUDGET 1, JUDGE_ERROR 1)',
    '  │ ✗ answer.pass         80 %          needs >= 90 %',
    '  │   at most this: 2 of 40 runs have no verdict of the judge',
    '  │ ! tool_args_semantic  not measured  needs >= 90 %',
    '  │   not measured: 1 of 40 runs has no verdict of the judge',
    '  │ answer.score not measured',
    '  │ no verdict: the budget of the judge is spent',
    '  │ 2 cases judged good that deterministic scorers find wrong: c17, c20',
    '  │',
    '  │ not met     must: name the date               case c3',
    '  │             ↳ the judge says: no date',
    '  │ not judged  the budget of the judge is spent  case c4',
    '  │ not judged  get_order                         case c5, call 1',
    '  │             ↳ no answer',
    '  │',
    '  │ 2 failing cases',
    '  │ ✗ case c17',
    '  │ ✗ case c20',
    '',
    '✓ greets  2 runs · goal.achieved 100 %, judged, needs == 100 %',
    '',
    '  │ judged by anthropic:claude-sonnet-4-5-20250929 · 42 questions',
    '  │   2 without a verdict (JUDGE_BUDGET 1, JUDGE_ERROR 1) · judges split on 1 · 24,800 tokens, cost 0.102',
    '',
    '✗ 42 runs · 60 calls',
    '  more: --verbose · --reporter html=report.html · --json · whichtool report saved.json --verbose',
    '',
  ]);
});

test('no line is wider than 80 columns where there are 80', () => {
  for (const line of linesOf(terminal, judgedReport(), 80))
    expect(line.length).toBeLessThanOrEqual(80);
});

test('a failing test has its judged gates after the others', () => {
  const report = judgedReport();
  const [first] = report.evals;
  const { cases: _cases, ...measured } = first!;
  const tests = [{ ...measured, gates: first!.gates.toReversed() }, ...report.tests];
  const lines = linesOf(terminal, { ...report, tests, evals: [] });
  const start = lines.indexOf('✗ orders  orders.yaml:1');
  expect(lines.slice(start + 1, start + 10)).toEqual([
    '  │ ✓ 1 gate held',
    '  │',
    '  │ judged · 40 questions · 2 without a verdict (JUDGE_BUDGET 1, JUDGE_ERROR 1)',
    '  │ ! tool_args_semantic  not measured  needs >= 90 %',
    '  │   not measured: 1 of 40 runs has no verdict of the judge',
    '  │ ✗ answer.pass         80 %          needs >= 90 %',
    '  │   at most this: 2 of 40 runs have no verdict of the judge',
    '  │ no verdict: the budget of the judge is spent',
    '  │ 2 cases judged good that deterministic scorers find wrong: c17, c20',
  ]);
});

test('markdown has a table of judged gates of its own, and the judge once', () => {
  const text = linesOf(markdown).join('\n');
  expect(text).toContain('**judged**\n\n| test | gate | observed | needs |');
  expect(text.match(/claude-sonnet/g)).toHaveLength(1);
  expect(text).toContain('· judges split on 1 · 24,800 tokens, cost 0.102');
  expect(text).toContain('2 cases judged good that deterministic scorers find wrong: `c17`, `c20`');
  expect(text).toContain(
    '**in `answer`, judged**\n\n- **not met** `must: name the date` (case `c3`)',
  );
  expect(text).toContain('- **not judged** `the budget of the judge is spent` (case `c4`)');
});

test('an annotation says what is judged, and by whom', () => {
  const message = linesOf(github).find((line) => line.startsWith('::error '));
  const lines = message?.split('%0A') ?? [];
  expect(lines[0]).toContain('::judged gate answer.pass: 80 %25, needs >= 90 %25');
  expect(lines[2]).toMatch(/^judged by anthropic:claude-sonnet-4-5-20250929 · 40 questions/);
  expect(lines.slice(3)).toEqual([
    '2 cases judged good that deterministic scorers find wrong: c17, c20',
    'judged not met must: name the date (case c3): the judge says: no date',
    'not judged the budget of the judge is spent (case c4)',
    'not judged get_order (case c5, call 1): no answer',
  ]);
});

test('junit has judged gates last, and names them so', () => {
  const names = linesOf(junit).flatMap((line) => /<testcase name="([^"]*)"/.exec(line)?.[1] ?? []);
  expect(names).toEqual([
    'greets',
    'tool_name_match &gt;= 90 %',
    'judged answer.pass &gt;= 90 %',
    'judged tool_args_semantic &gt;= 90 %',
  ]);
  expect(linesOf(junit).join('\n')).toContain('<property name="judge" value="judged by anthropic');
});

test('csv says of each row whether it is judged', () => {
  const [header = '', ...rows] = linesOf(csv);
  const [metric, judged] = ['metric', 'judged'].map((name) => header.split(',').indexOf(name));
  expect(rows.map((row) => [row.split(',')[metric!], row.split(',')[judged!]])).toEqual([
    ['goal.achieved', 'yes'],
    ['answer.score', 'yes'],
    ['answer.pass', 'yes'],
    ['tool_args_semantic', 'yes'],
    ['tool_name_match', ''],
    [undefined, undefined],
  ]);
});

test('the page names the judge in its overview, and lists no sentence of a judge as a missed tool', () => {
  const { judges, rows, words } = indexReport(judgedReport());
  expect(judges?.map((parts) => rawText(joinTexts(parts, ' · ')))).toEqual([JUDGE]);
  expect(rows[0]?.[7]).toEqual([]);
  expect(words).toContain('must: name the date');
});

describe('the verdict line', () => {
  const lineOf = (change: (report: Report) => Report): string =>
    linesOf(terminal, change(judgedReport()))[0] ?? '';

  test('does not say so where a deterministic gate fails as well', () => {
    const line = lineOf((report) => ({
      ...report,
      evals: report.evals.map((one) => ({
        ...one,
        gates: one.gates.map((gate) =>
          gate.judged === true ? gate : { ...gate, outcome: 'fail' as const, pass: false },
        ),
      })),
    }));
    expect(line).toMatch(/^✗ FAIL  1 eval failed · 1 of 1 test passed · 1 gate did not hold/);
  });

  test('does not say so of a pass', () => {
    expect(lineOf((report) => ({ ...report, verdict: 'pass', evals: [] }))).toBe(
      '✓ PASS  1 test passed · 1 judged gate held · 2 of 2 runs passed',
    );
  });
});

test('a jury, its quorum and a model that another one answered for are named', () => {
  const report = judgedReport();
  const tests = report.tests.map((one) => ({
    ...one,
    judge: {
      ...one.judge!,
      models: ['openai:a-1', 'google:b-2', 'anthropic:c-3'],
      answeredBy: ['a-1', 'b-2', 'c-4'],
      quorum: 2,
      usage: { inputTokens: 0, outputTokens: 0, cost: null },
    },
  }));
  const judges = judgesOf({ tests, evals: [] }).map((judge) =>
    rawText(joinTexts(judgeParts(judge), ' · ')),
  );
  expect(judges).toEqual([
    'judged by openai:a-1, google:b-2 and anthropic:c-3 (2 of 3 must agree), answered by c-4 · 2 questions · judges split on 1',
  ]);
});

test('judged figures without a question say that none was asked', () => {
  const report = judgedReport();
  const evals = report.evals.map(({ judge: _judge, ...one }) => one);
  expect(linesOf(terminal, { ...report, tests: [], evals })).toContain(
    '  │ judged · no question was asked',
  );
});
