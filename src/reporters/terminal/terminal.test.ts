import type { Report, TestReport } from '#core';
import { expect, test } from 'vitest';
import { gate, score, share } from '../fixtures/parts.ts';
import { hostileReport, largeReport, sampleReport } from '../fixtures/reports.ts';
import { loadReporter } from '../index.ts';

const terminal = await loadReporter('terminal');

function render(report: Report, width = 100, color = false, isVerbose = false): string {
  return [...terminal(report, { color, width, isVerbose })].join('');
}

function linesOf(report: Report, width = 100): string[] {
  return render(report, width).split('\n');
}

function verboseLines(report: Report): string[] {
  return render(report, 100, false, true).split('\n');
}

/** The lines of the block that begins with this heading, up to the blank line. */
function block(report: Report, heading: string, width = 100): string[] {
  const lines = linesOf(report, width);
  const start = lines.indexOf(heading);
  return lines.slice(start, lines.indexOf('', start));
}

function passingTest(name: string, given: Partial<TestReport> = {}): TestReport {
  return {
    name,
    verdict: 'pass',
    runs: 1,
    errors: 0,
    scores: [],
    gates: [gate('tool_selection.f1', '>=', 80, 100, 'pass')],
    passing: share(1, 1, 1, [0.2065, 1]),
    unmeasured: { total: 0, items: [] },
    suite: { file: 's.yaml', line: 2 },
    ...given,
  };
}

function reportOf(tests: readonly TestReport[], verdict: Report['verdict'] = 'pass'): Report {
  const none = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
  return {
    ...sampleReport(),
    verdict,
    tests,
    evals: [],
    issues: [],
    totals: {
      tests: { ...none, [verdict]: tests.length },
      evals: none,
      cases: none,
      runs: tests.length,
      errors: 0,
      calls: 2,
      gates: { ...none, [verdict]: tests.length },
    },
  };
}

test('the first line is the verdict with the counts', () => {
  expect(linesOf(sampleReport())[0]).toBe(
    '✗ FAIL  5 tests: 2 failed, 1 not measured, 1 inconclusive, 1 passed · 1 eval failed',
  );
  expect(linesOf(sampleReport()).slice(1, 3)).toEqual([
    '  │ 4 of 9 gates did not hold, 1 not measured, 1 inconclusive',
    '  │ 2 of 5 cases failed, such as orders.history for shipping.eta · 3 of 8 runs failed',
  ]);
});

test('a failing test says which gate, what was missed, what was unexpected and where', () => {
  const heading = '✗ research-agent picks search then fetch  whichtool.yaml:2';
  expect(block(sampleReport(), heading)).toEqual([
    heading,
    '  │ ✗ tool_selection.f1  75 %  needs >= 80 %',
    '  │ missed      fetch       run 2',
    '  │             ↳ members: http.get',
    '  │ unexpected  shell.exec  run 2, call 2',
    '  │             ↳ no class has a member "shell.exec"',
    '  │ 1 of 2 runs meet every gate alone · worst tool_selection.f1 50 % in run 2',
  ]);
});

test('arguments that differ are shown with the first difference', () => {
  const lines = verboseLines(sampleReport());
  const at = lines.findIndex((line) => line.includes('mismatch    orders.refund'));
  expect(lines[at]).toContain('run 2, call 2');
  expect(lines[at + 1]).toBe('  │             ↳ $.amount: expected 40, got 400');
});

test('a gate is a line with its interval; why it did not hold is below it', () => {
  const lines = block(sampleReport(), '✗ refunds the right order  whichtool.yaml:21');
  expect(lines.slice(1, 4)).toEqual([
    '  │ ✗ all_required_calls_made  66.67 %  needs == 100 %  95 % interval 20.76-93.86 %',
    '  │   default gate; set one with expect:',
    '  │ ✗ tool_call.f1             66.67 %  needs >= 90 %',
  ]);
});

test('runs that could not be measured say why and where', () => {
  const lines = block(sampleReport(), '! books a table in 東京 🍣  whichtool.yaml:57', 160);
  expect(lines).toContain(
    '  │ ! run 2 not measured: the agent crashed: connect ECONNREFUSED 127.0.0.1:3000 (traces/book.jsonl:2) [RUN_ERROR]',
  );
});

test('an eval shows its gates, other figures beside each other, and the failing cases', () => {
  expect(block(sampleReport(), '✗ orders  orders.yaml:1')).toEqual([
    '✗ orders  orders.yaml:1',
    '  │ 3 of 5 measured cases pass · 95 % interval 23.07-88.24 %',
    '  │ ✗ required.all_required_calls_made (Required calls)  60 %  needs >= 95 %  23.07-88.24 %',
    '  │ ✓ required.num_unrequired_calls (Required calls)     3     needs <= 5',
    '  │ required.num_required_calls_total 10 · required.num_required_calls_made 8',
    '  │   required.num_required_calls_not_made 2 · required.required_calls_coverage 80 %',
    '  │   hallucinated.calls not measured',
    '  │',
    '  │ missed      shipping.eta    case order-2',
    '  │ missed      orders.find     case order-5',
    '  │ unexpected  orders.history  case order-2, call 1',
    '  │ and 1 more finding, see --verbose',
    '  │',
    '  │ 2 failing cases',
    '  │ ✗ case order-2 → orders.history (expected shipping.eta)',
    '  │ ✗ case order-5 → orders.search (expected orders.find)',
    '  │ ! case order-6 not measured: no trace was recorded for this row (datasets/orders.jsonl:6)',
    '  │   [CASE_NO_TRACE]',
  ]);
});

test('with --verbose every metric has a line, and scorers are named', () => {
  const lines = verboseLines(sampleReport());
  expect(lines).toContain(
    '  │ · required.num_required_calls_total                  10            Required calls',
  );
  expect(lines).toContain('  │ unexpected  orders.search   case order-5, call 1');
});

test('failing tests come before errors, errors before doubts, passing ones last', () => {
  const headings = linesOf(sampleReport()).filter((line) => /^[✗!?✓] /.test(line));
  expect(headings.map((line) => line.slice(0, 16))).toEqual([
    '✗ FAIL  5 tests:',
    '✗ research-agent',
    '✗ refunds the ri',
    '! books a table ',
    '? reads the cale',
    '✗ orders  orders',
    '✓ answers small ',
    '! 2 warnings',
    '✗ 13 runs (3 mor',
  ]);
});

test('warnings stand at the end with place, code and hint', () => {
  const lines = linesOf(sampleReport(), 160);
  const at = lines.indexOf('! 2 warnings');
  expect(lines[at + 1]).toBe(
    '  │ whichtool.yaml:12:11 classes "search" and "fetch" share the member "http.get" [SUITE_OVERLAPPING_CLASSES]',
  );
  expect(lines[at + 2]).toBe(
    '  │   hint: one call can satisfy both; give each class its own members',
  );
});

test('a passing report is three short paragraphs', () => {
  expect(render(reportOf([passingTest('picks search'), passingTest('picks fetch')]))).toBe(
    '✓ PASS  2 tests passed · 2 gates held\n' +
      '\n' +
      '✓ picks search  tool_selection.f1 100 %, needs >= 80 %\n' +
      '✓ picks fetch  tool_selection.f1 100 %, needs >= 80 %\n' +
      '\n' +
      '✓ 2 runs · 2 calls\n',
  );
});

test('a lone test shows its numbers, also when it passed', () => {
  const lines = linesOf(reportOf([passingTest('picks search')]));
  expect(lines[2]).toContain('✓ picks search');
  expect(lines[3]).toBe('  │ ✓ tool_selection.f1  100 %  needs >= 80 %');
});

test('a pass on a default gate, without a gate or on nothing at all is not passed over in silence', () => {
  const byDefault = gate('tool_selection.f1', '>=', 50, 66, 'pass', { source: 'default' });
  const vacuous = score({ scorer: 'equal_function_sets', vacuous: true });
  const lines = linesOf(
    reportOf([
      passingTest('a', { gates: [byDefault] }),
      passingTest('b', { gates: [] }),
      passingTest('c', { scores: [vacuous] }),
    ]),
  );
  expect(lines[2]).toBe('✓ a  tool_selection.f1 66 %, default gate >= 50 %');
  expect(lines[3]).toBe('✓ b  no gate');
  expect(lines[4]).toContain('vacuous: nothing expected or called');
  expect(lines[5]).toBe(
    '  1 passed on default gates, 1 without any gate; set your own with expect',
  );
});

test('a test that stands alone says once that its gate is a default, or that it has none', () => {
  const note = 'default gate: set your own with expect';
  const byDefault = gate('no_tool.rate', '==', 1, 1, 'pass', { source: 'default', note });
  const advice = (one: TestReport): string[] =>
    linesOf(reportOf([one])).filter((line) => /with expect|by default/.test(line));
  expect(advice(passingTest('a', { gates: [byDefault] }))).toEqual([
    '  │ ✓ no_tool.rate  1 %  needs == 1 % by default',
  ]);
  expect(advice(passingTest('a', { gates: [] }))).toEqual([
    '  1 without any gate; set your own with expect',
  ]);
});

test('an empty shard says that nothing was selected', () => {
  const empty = { ...reportOf([]), shard: { index: 3, count: 4 } };
  expect(linesOf(empty)[0]).toBe('✓ PASS  shard 3 of 4');
  expect(linesOf(reportOf([]))[0]).toBe('✓ PASS  nothing was selected');
});

test('many passing tests are counted, many failing ones end with a pointer', () => {
  const lines = linesOf(largeReport(1000));
  expect(lines).toContain('✓ 900 tests passed');
  expect(lines).toContain('… and 50 more, see --reporter html=report.html');
  expect(lines.filter((line) => line.startsWith('✗ agent'))).toHaveLength(50);
});

test('the same miss in many runs is told once', () => {
  const items = Array.from({ length: 8 }, (_, index) => ({ run: index + 1, expected: 'fetch' }));
  const failing = passingTest('flaky', {
    verdict: 'fail',
    runs: 200,
    scores: [score({ scorer: 'equal_function_sets', misses: { total: 150, items } })],
  });
  const lines = linesOf(reportOf([failing], 'fail'));
  expect(lines).toContain('  │ missed      fetch  run 1; run 2; run 3; and 5 more');
  expect(verboseLines(reportOf([failing], 'fail'))).toContain(
    '  │ and 142 more occurrences not listed in the report',
  );
});

test('colour is only there when asked for', () => {
  expect(render(sampleReport(), 100, false)).not.toContain('\u001b');
  const colored = render(sampleReport(), 100, true);
  expect(colored).toContain('\u001b[31m✗\u001b[39m');
  expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(render(sampleReport(), 100, false));
});

test.each([0, -1, Number.NaN, 1, 20, 60, 10_000])('a width of %d is survived', (width) => {
  expect(render(sampleReport(), width)).toContain('shell.exec');
});

test('lines of a report keep to the width where words allow it', () => {
  const long = linesOf(sampleReport(), 60).filter((line) => line.length > 60);
  expect(long).toEqual([]);
});

test('an eval without a gate passes, says that it has none and still names its failing cases', () => {
  const evals = sampleReport().evals.map((each) => ({
    ...each,
    verdict: 'pass' as const,
    gates: [],
  }));
  const lines = linesOf({ ...reportOf([]), evals });
  expect(lines).toContain(
    '  │ 3 of 5 measured cases pass · 95 % interval 23.07-88.24 % · no gate: set one with expect:',
  );
  expect(lines).toContain('  │ ✗ case order-5 → orders.search (expected orders.find)');
});

test('metrics without a value for one reason are one entry, and a scorer is named once', () => {
  const [first] = sampleReport().evals;
  const metrics = { m1: null, m2: null, m3: 1, m4: 2 };
  const scores = [score({ scorer: 's', displayName: 'Shown', metrics, units: {} })];
  const why = { m1: 'not there', m2: 'not there' };
  const one = { ...first!, gates: [], scores: [{ ...scores[0]!, notMeasured: why }] };
  const lines = verboseLines({ ...reportOf([]), evals: [one] });
  const at = lines.findIndex((line) => line.includes('· m3'));
  expect(lines.slice(at, at + 4)).toEqual([
    '  │ · m3  1  Shown',
    '  │ · m4  2',
    '  │ · not measured: m1, m2',
    '  │   not there',
  ]);
  const named = verboseLines({ ...reportOf([]), evals: [{ ...one, scores }] });
  expect(named.filter((line) => line.includes('Shown'))).toEqual(['  │ · m1  not measured  Shown']);
});

test('text of a million characters makes no long report', () => {
  const text = render(hostileReport('x'.repeat(1_000_000)), 80);
  expect(text.length).toBeLessThan(100_000);
});
