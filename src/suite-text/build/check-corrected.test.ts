import { describe, expect, it } from 'vitest';
import { parseSuite } from '#suite';

const JUDGE = 'judge: { model: "openai:gpt-4o-2024-08-06", calibration: c.json }\n';

function suite(gate: string, scorer = '{ type: goal }', judge = JUDGE): string {
  return `${judge}dataset: rows.jsonl
scorers: [${scorer}, { type: tool_args_semantic }, { type: tool_name_match }]
expect:
  - ${gate}
`;
}

async function problems(text: string): Promise<readonly string[]> {
  const loaded = await parseSuite(text, { path: 'suite.yaml' });
  return (loaded.ok ? loaded.suite.warnings : loaded.issues).map(
    ({ code, message, where, hint }) =>
      `${where?.line}:${where?.column} ${code} ${message}${hint === undefined ? '' : ` (${hint})`}`,
  );
}

describe('corrected: true', () => {
  it.each([
    ['goal.achieved: { ">=": 0.9, corrected: true }'],
    ['goal.achieved: { ">": 0.9, certify: true, corrected: true }'],
    ['weighted.goal.achieved: { ">=": 0.9, corrected: true }'],
    ['raw.goal.achieved: { ">=": 0.9, corrected: true }'],
    ['tool_name_match: { ">=": 0.9, corrected: false }'],
  ])('is taken: %s', async (gate) => {
    expect(await problems(suite(gate))).toEqual([]);
  });

  it.each([
    ['{ type: answer, rubric: Kind., must: [Short.] }', 'answer.pass'],
    ['{ type: answer, rubric: Kind., pass_at: 0.75 }', 'answer.pass'],
    ['{ type: answer, key: tone, rubric: "{{ sample.rubric }}" }', 'tone.answer.pass'],
  ])('is taken where an answer passes with all parts: %s', async (scorer, metric) => {
    const text = suite(`${metric}: { ">=": 0.9, corrected: true }`, scorer);
    expect(await problems(text)).toEqual([]);
  });

  it('is in the plan beside a lower bound alone', async () => {
    const parsed = await parseSuite(
      suite('goal.achieved: { ">=": 0.9, "<=": 1, corrected: true }'),
      {
        path: 'suite.yaml',
      },
    );
    if (!parsed.ok) throw new Error('not a suite');
    const [item] = parsed.suite.evals;
    expect(item?.gates.map(({ op, corrected }) => [op, corrected])).toEqual([
      ['>=', true],
      ['<=', undefined],
    ]);
  });

  it.each([
    [
      'a metric that no judge decides',
      suite('tool_name_match: { ">=": 0.9, corrected: true }'),
      '5:35 SUITE_CORRECTED tool_name_match cannot be corrected: no judge decides it (answer.pass and goal.achieved can be)',
    ],
    [
      'a mean',
      suite('tool_args_semantic: { ">=": 0.9, corrected: true }'),
      '5:38 SUITE_CORRECTED tool_args_semantic cannot be corrected: it is not a share of runs, and people rate whether a run is good (answer.pass and goal.achieved can be)',
    ],
    [
      'an upper bound',
      suite('goal.achieved: { "<=": 0.9, corrected: true }'),
      '5:33 SUITE_CORRECTED corrected needs >= or > (what is gated is the lower limit of the corrected share)',
    ],
    [
      'an answer that passes with some parts',
      suite(
        'answer.pass: { ">=": 0.9, corrected: true }',
        '{ type: answer, rubric: Kind., must: [Short.], pass_at: 0.75 }',
      ),
      '5:31 SUITE_CORRECTED answer.pass cannot be corrected with this pass_at: a rating of 1 says that all parts are good (leave pass_at out, so that an answer passes with all parts)',
    ],
    [
      'a judge without a calibration',
      suite(
        'goal.achieved: { ">=": 0.9, corrected: true }',
        '{ type: goal }',
        'judge: { model: "openai:gpt-4o-2024-08-06" }\n',
      ),
      '5:33 SUITE_CORRECTED corrected needs a calibration of the judge (run whichtool judge calibrate, then add calibration: judge-calibration.json to `judge`)',
    ],
  ])('is refused on %s', async (_, text, problem) => {
    expect(await problems(text)).toEqual([problem]);
  });

  it('is refused on a fold and on a repeated share', async () => {
    const text = suite('repeats.pass_at_1: { ">=": 0.9, corrected: true }');
    expect((await problems(text)).join()).toMatch(/SUITE_(?:CORRECTED|UNKNOWN_METRIC)/);
    const fold = suite(
      'goal.achieved.mean: { ">=": 0.9, corrected: true }',
      '{ type: goal, metrics: [mean] }',
    );
    expect((await problems(fold)).join()).toMatch(/SUITE_CORRECTED/);
  });

  it('is checked for each scorer that has the metric', async () => {
    const test = (name: string, more: string): string =>
      `  - name: ${name}\n    traces: t.jsonl\n    answer: { must: [Short.]${more}, expect: [{ answer.pass: { ">=": 0.9, corrected: true } }] }\n`;
    const text = `${JUDGE}tests:\n${test('a', '')}${test('b', ', pass_at: 0.5')}`;
    expect((await problems(text)).map((item) => item.split(' ').slice(0, 2))).toEqual([
      ['8:82', 'SUITE_CORRECTED'],
    ]);
  });
});
