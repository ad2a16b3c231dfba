import type { EvalReport, TestReport, Verdict } from '#core';
import { describeCases, describeEvidence } from '../cases/case-lines.ts';
import { escapeXml } from '../escape/xml.ts';
import { describe, describeFindings, describeGate, describeUnmeasured } from '../wording/plain.ts';
import { gateName } from '../values/gate-name.ts';
import { describeJudge, partGates } from '../wording/judged.ts';
import { formatNeed } from '../values/value.ts';
import { emptyTag, openTag } from './element.ts';

/** What a CI system shows as one test. */
export interface Testcase {
  readonly name: string;
  readonly classname: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly verdict: Verdict;
  /** Why it did not pass: raw lines. */
  readonly lines: readonly string[];
  /** What is known of the runs or cases that failed: raw lines. */
  readonly output?: readonly string[];
}

/** A test is one testcase of its suite file. */
export function testcaseOf(test: TestReport, suite: string): Testcase {
  return {
    name: test.name,
    classname: suite,
    file: test.suite?.file ?? null,
    line: test.suite?.line ?? null,
    verdict: test.verdict,
    ...(test.verdict === 'pass'
      ? { lines: [] }
      : { lines: describe(test), output: describeEvidence(test) }),
  };
}

/**
 * An eval is one testcase per gate, judged ones last and named so. Where none of them carries the eval's verdict (no gates at all, cases that could
 * not be measured) one more does: a verdict that is red must not look green.
 */
export function testcasesOf(measured: EvalReport): Testcase[] {
  const place = {
    classname: measured.name,
    file: measured.suite?.file ?? null,
    line: measured.suite?.line ?? null,
  };
  const evidence = [
    ...describeCases(measured),
    ...describeFindings(measured),
    ...describeUnmeasured(measured),
  ];
  const { deterministic, judged } = partGates(measured.gates);
  const cases = [...deterministic, ...judged].map((gate): Testcase => {
    const isJudged = gate.judged === true;
    const name = `${gateName(gate, measured.scores)} ${formatNeed(gate)}`;
    const why = [describeGate(gate, measured.scores), ...(isJudged ? describeJudge(measured) : [])];
    return {
      ...place,
      name: isJudged ? `judged ${name}` : name,
      verdict: gate.outcome,
      lines: gate.outcome === 'pass' ? [] : [...why, ...evidence],
    };
  });
  if (measured.verdict === 'pass' && cases.length > 0) return cases;
  if (cases.some((each) => each.verdict === measured.verdict)) return withOutput(cases, measured);
  const lines = measured.verdict === 'pass' ? [] : evidence;
  const { name, verdict } = measured;
  return withOutput([...cases, { ...place, name, verdict, lines }], measured);
}

/** The evidence is once in a testsuite: at its first testcase that is not green. */
function withOutput(cases: readonly Testcase[], measured: EvalReport): Testcase[] {
  const first = cases.findIndex(({ verdict }) => verdict !== 'pass');
  return cases.map((each, at) =>
    at === first ? { ...each, output: describeEvidence(measured) } : each,
  );
}

/** Writes a testcase. */
export function formatTestcase(testcase: Testcase): string {
  const { name, classname, file, line, verdict, lines, output = [] } = testcase;
  const attributes = { name, classname, file, line };
  if (verdict === 'pass') return `    ${emptyTag('testcase', attributes)}\n`;
  const element = verdict === 'error' ? 'error' : 'failure';
  const message = lines[0] ?? verdict;
  const text = lines.map(escapeXml).join('\n');
  return [
    `    ${openTag('testcase', attributes)}\n`,
    `      ${openTag(element, { message, type: verdict })}${text}</${element}>\n`,
    output.length === 0
      ? ''
      : `      <system-out>${output.map(escapeXml).join('\n')}</system-out>\n`,
    '    </testcase>\n',
  ].join('');
}
