import type { EvalReport, Report, TestReport } from '#core';
import { joinTexts, rawText } from '../document/index.ts';
import type { Reporter } from '../reporter.ts';
import { judgeParts } from '../wording/judged.ts';
import { verdictLine } from '../wording/verdict-line.ts';
import { emptyTag, openTag } from './element.ts';
import { baselineCases } from './baseline-cases.ts';
import { issueCases } from './issue-cases.ts';
import { formatTestcase, type Testcase, testcaseOf, testcasesOf } from './testcase.ts';

/**
 * JUnit XML for CI systems. A suite file is a testsuite with its tests; an eval is a testsuite of its own.
 * An inconclusive result is a failure of type `inconclusive`: the format knows no doubt, the command exits with
 * an error, and `skipped` would be shown as green.
 */
export const junit: Reporter = function* junit(report) {
  const suites = groupBySuite(report.tests);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `${openTag('testsuites', { name: 'whichtool', ...countAll(report), time: seconds(report) })}\n`;
  for (const [file, tests] of suites) {
    yield `  ${openTag('testsuite', { name: file, ...countVerdicts(tests) })}\n`;
    for (const test of tests) yield formatTestcase(testcaseOf(test, file));
    yield '  </testsuite>\n';
  }
  for (const measured of report.evals) yield* writeEval(measured);
  yield* writeSuite('records', issueCases(report));
  yield* writeSuite('baseline', baselineCases(report));
  yield* writeSuite('whichtool', verdictCases(report));
  yield '</testsuites>\n';
};

function* writeSuite(name: string, cases: readonly Testcase[]): Iterable<string> {
  if (cases.length === 0) return;
  yield `  ${openTag('testsuite', { name, ...countVerdicts(cases) })}\n`;
  for (const each of cases) yield formatTestcase(each);
  yield '  </testsuite>\n';
}

/** The verdict of the report as a testcase, where no other testcase has it: green would be wrong. */
function verdictCases(report: Report): Testcase[] {
  const { verdict } = report;
  if (verdict === 'pass' || listedCases(report).some((each) => each.verdict === verdict)) return [];
  const { parts, why } = verdictLine(report);
  const lines = [[...parts, ...why.map(rawText)].join(' · ')];
  return [{ name: 'verdict', classname: 'whichtool', file: null, line: null, verdict, lines }];
}

function* writeEval(measured: EvalReport): Iterable<string> {
  const cases = testcasesOf(measured);
  yield `  ${openTag('testsuite', { name: measured.name, ...countVerdicts(cases) })}\n`;
  yield '    <properties>\n';
  for (const { metrics } of measured.scores) {
    for (const [name, value] of Object.entries(metrics)) {
      yield `      ${emptyTag('property', { name, value: value ?? 'not measured' })}\n`;
    }
  }
  if (measured.judge !== undefined)
    yield `      ${emptyTag('property', { name: 'judge', value: rawText(joinTexts(judgeParts(measured.judge), ' · ')) })}\n`;
  yield '    </properties>\n';
  for (const each of cases) yield formatTestcase(each);
  yield '  </testsuite>\n';
}

function groupBySuite(tests: readonly TestReport[]): Map<string, TestReport[]> {
  const groups = new Map<string, TestReport[]>();
  for (const test of tests) {
    const file = test.suite?.file ?? 'whichtool';
    const group = groups.get(file);
    if (group === undefined) groups.set(file, [test]);
    else group.push(test);
  }
  return groups;
}

function countAll(report: Report): Record<string, number> {
  return countVerdicts([...listedCases(report), ...verdictCases(report)]);
}

function listedCases(report: Report): readonly Pick<Testcase, 'verdict'>[] {
  return [
    ...report.tests,
    ...report.evals.flatMap(testcasesOf),
    ...issueCases(report),
    ...baselineCases(report),
  ];
}

function countVerdicts(all: readonly Pick<Testcase, 'verdict'>[]): Record<string, number> {
  const failed = all.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  const errors = all.filter(({ verdict }) => verdict === 'error');
  return { tests: all.length, failures: failed.length, errors: errors.length, skipped: 0 };
}

function seconds(report: Report): number | null {
  const { durationMs } = report.timing;
  return durationMs === undefined ? null : durationMs / 1000;
}
