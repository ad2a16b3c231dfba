import { describe, expect, it } from 'vitest';
import { call, traceOf } from '../../fixtures/calls.ts';
import { figuresOfRun } from '../../measure/figures.ts';
import { scoreRun } from '../../scoring/score-run.ts';
import type { ToolCall } from '../../trace/trace.ts';
import { exposure } from './exposure.ts';
import { LabelSums } from '../../labels/label-sums.ts';

const STATUS = { expected_tool: 'status' };
const MANY = 'ann@example.com, ANN@example.com, bob@example.com, card 4111 1111 1111 1111';

function made(name: string, result?: string): ToolCall {
  return call(name, undefined, result === undefined ? {} : { result });
}

/** `exposure.values` and `exposure.cases` of one case; a text is the range of what is not measured. */
function exposed(label: object, calls: readonly ToolCall[]): readonly (number | string)[] {
  const score = scoreRun(exposure.compile({ label }, {}), calls, traceOf(calls));
  return figuresOfRun(exposure, score).map(({ value, gap }) =>
    value ? Number(value.num) : `${gap?.low.num}-${gap?.high?.num ?? ''}`,
  );
}

describe('exposure', () => {
  it.each<[string, object, readonly ToolCall[], readonly (number | string)[]]>([
    ['the right tool exposes nothing', STATUS, [made('status', MANY)], [0, 0]],
    ['a wrong tool exposes what it returns', STATUS, [made('crm', MANY)], [3, 1]],
    ['so do extras', STATUS, [made('status', MANY), made('crm', MANY)], [3, 1]],
    ['and calls where none is needed', { expected_tool: 'none' }, [made('crm', MANY)], [3, 1]],
    ['a value counts once per case', STATUS, [made('crm', MANY), made('crm', MANY)], [3, 1]],
    ['placeholders are values', STATUS, [made('crm', '[email-1] [email-2] [secret-1]')], [2, 1]],
    ['a result may be empty', STATUS, [made('crm', 'nothing found')], [0, 0]],
    ['a result that is not recorded is not zero', STATUS, [made('crm')], ['0-', '0-1']],
    ['nor is one that was redacted', STATUS, [made('crm', 'see [redacted]')], ['0-', '0-1']],
    [
      'a case may be known though its values are not',
      STATUS,
      [made('crm', MANY), made('x')],
      ['3-', 1],
    ],
    ['results of asked calls need not be recorded', STATUS, [made('status')], [0, 0]],
  ])('%s', (_what, label, calls, expected) => {
    expect(exposed(label, calls)).toEqual(expected);
  });

  it('is counted by tool, most values first, and never shows a value', () => {
    const sums = new LabelSums({}, {}, { exposure: true });
    const cases = [
      [made('crm', MANY), made('mail', 'bob@example.com')],
      [made('status'), made('crm', 'ann@example.com')],
      [made('log')],
    ];
    cases.forEach((calls, i) => sums.add(i, STATUS, calls, traceOf(calls)));
    const report = sums.report(String);
    expect(report.exposure).toEqual([
      { tool: 'crm', calls: 2, values: 4, cases: 2, unrecorded: 0 },
      { tool: 'mail', calls: 1, values: 1, cases: 1, unrecorded: 0 },
      { tool: 'log', calls: 1, values: 0, cases: 0, unrecorded: 1 },
    ]);
    expect(JSON.stringify(report)).not.toContain('example.com');
    expect(new LabelSums({}, {}).report(String)).not.toHaveProperty('exposure');
  });
});
