import { type Issue, UserError } from '#core';
import { describe, expect, it } from 'vitest';
import { applyThresholds, type ThresholdFlag } from './apply-thresholds.ts';
import { parseSuite } from '#suite';
import type { Suite } from './plan.ts';

const TEXT = `tests:
  - name: sets
    equal_function_sets: { classes: [], expect: [{ tool_selection.f1: { ">=": 80, "<=": 99 } }] }
  - name: coverage
    function_call_coverage: { function_calls: [a] }
`;

async function suiteOf(text: string): Promise<Suite> {
  const loaded = await parseSuite(text, { path: 'suite.yaml' });
  if (!loaded.ok) throw new Error(loaded.issues[0]?.message);
  return loaded.suite;
}

function flag(metric: string, text: string, op: ThresholdFlag['op'] = null): ThresholdFlag {
  return { metric, text, op };
}

async function gates(
  flags: readonly ThresholdFlag[],
  text: string = TEXT,
): Promise<readonly string[]> {
  const [suite] = applyThresholds([await suiteOf(text)], flags);
  return [...(suite?.tests ?? []), ...(suite?.evals ?? [])].flatMap(({ name, gates: all }) =>
    all.map(({ metric, op, value, source }) => {
      const shown =
        'num' in value ? `${value.num}/${value.den}` : value.map(({ num }) => num).join('..');
      return `${name}: ${metric} ${op} ${shown} ${source}`;
    }),
  );
}

async function refusals(
  flags: readonly ThresholdFlag[],
  text: string = TEXT,
): Promise<readonly Issue[]> {
  const suite = await suiteOf(text);
  try {
    applyThresholds([suite], flags);
  } catch (error) {
    if (error instanceof UserError) return error.issues;
    throw error;
  }
  return [];
}

describe('thresholds from flags', () => {
  it('replace all gates of their metric where it is measured', async () => {
    expect(await gates([flag('tool_selection.f1', '70')])).toEqual([
      'sets: tool_selection.f1 >= 70/1 flag',
      'coverage: all_required_calls_made == 1/1 default',
    ]);
    expect(await gates([flag('all_required_calls_made', '90%')])).toContain(
      'coverage: all_required_calls_made >= 90/100 flag',
    );
  });

  it('mean "at least as good as" unless they say how to compare', async () => {
    expect(await gates([flag('num_unrequired_calls', '2')])).toContain(
      'coverage: num_unrequired_calls <= 2/1 flag',
    );
    expect(await gates([flag('num_unrequired_calls', '2', '==')])).toContain(
      'coverage: num_unrequired_calls == 2/1 flag',
    );
    expect(await gates([flag('tool_selection.f1', '70,90', 'between')])).toContain(
      'sets: tool_selection.f1 between 70..90 flag',
    );
  });

  it('hold together when several name one metric', async () => {
    const result = await gates([
      flag('tool_selection.f1', '70'),
      flag('tool_selection.f1', '90', '<'),
    ]);
    expect(result.slice(0, 2)).toEqual([
      'sets: tool_selection.f1 >= 70/1 flag',
      'sets: tool_selection.f1 < 90/1 flag',
    ]);
  });

  it('add the counts that need no expectation to every test', async () => {
    const [suite] = applyThresholds([await suiteOf(TEXT)], [flag('failed.calls', '0')]);
    expect(suite?.tests.map(({ scorers }) => scorers.at(-1)?.scorer.name)).toEqual([
      'call_checks',
      'call_checks',
    ]);
    expect(suite?.tests.map(({ gates: all }) => all.at(-1)?.metric)).toEqual([
      'failed.calls',
      'failed.calls',
    ]);
  });

  it('leave suites alone where they say nothing', async () => {
    const suite = await suiteOf(TEXT);
    expect(applyThresholds([suite], [])).toEqual([suite]);
  });

  it('are refused together: an unknown metric, a value that does not fit', async () => {
    const issues = await refusals([
      flag('tool_selction.f1', '80'),
      flag('tool_selection.f1', '0.8'),
      flag('tool_selection.f1', 'x'),
    ]);
    expect(issues.map(({ code, message, hint }) => [code, message, hint])).toEqual([
      [
        'SUITE_UNKNOWN_METRIC',
        '--threshold tool_selction.f1: no test or eval measures it',
        'did you mean "tool_selection.f1"?',
      ],
      [
        'SUITE_GATE_UNIT',
        '--threshold tool_selection.f1: 0.8 does not fit; a percent metric takes an integer from 0 to 100',
        'did you mean 80?',
      ],
      [
        'SUITE_GATE_UNIT',
        '--threshold tool_selection.f1: "x" is text; a percent metric takes an integer from 0 to 100',
        undefined,
      ],
    ]);
  });

  it('do not gate a qa scorer', async () => {
    const text =
      'dataset: d.jsonl\nscorers: [{ type: trajectory, key: t, purpose: qa, expected: [] }]\n';
    expect(
      (await refusals([flag('t.trajectory.match', '1')], text)).map(({ code }) => code),
    ).toEqual(['SUITE_GATE_QA']);
  });

  it('find keyed metrics of evals', async () => {
    const text = 'dataset: d.jsonl\nscorers: [{ type: trajectory, key: t, expected: [] }]\n';
    expect(await gates([flag('t.trajectory.match', '1')], text)).toEqual([
      'suite: t.trajectory.match >= 1/1 flag',
    ]);
  });
});
