import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyTrace,
  EvalSums,
  type JsonObject,
  type MeasurePlan,
  ScorerCompiler,
  type ScoreReport,
  TestSums,
  type ToolCall,
  type Trace,
} from '#core';
import { parseSuite } from './parse-suite.ts';

const TOOLS = ['search', 'fetch', 'note', 'delete'] as const;
const tool = fc.constantFrom(...TOOLS);
const tools = fc.array(tool, { maxLength: 4 });

/** What one test asks for, and what the run of it calls. */
const spec = fc.record({
  calls: tools,
  forbidden: fc.uniqueArray(tool, { minLength: 1, maxLength: 2 }),
  classes: fc.uniqueArray(tool, { maxLength: 3 }),
  expected: fc.array(tool, { maxLength: 3 }),
  match: fc.constantFrom('exact', 'in_order', 'any_order', 'unordered', 'subset'),
  no_tools: fc.boolean(),
});

type Spec = typeof spec extends fc.Arbitrary<infer T> ? T : never;

const classesOf = ({ classes }: Spec): readonly JsonObject[] =>
  classes.map((name) => ({ name, members: [name] }));
const pairsOf = ({ classes: [a, b] }: Spec): readonly (readonly string[])[] =>
  a === undefined || b === undefined ? [] : [[a, b]];
const callsOf = ({ expected }: Spec): readonly JsonObject[] =>
  expected.map((name) => ({ tool: name }));

function traceOf({ calls }: Spec): Trace {
  const call = (name: string): ToolCall => ({
    server: null,
    name,
    arguments: { state: 'absent' },
    id: null,
    requester: null,
    status: null,
  });
  return { ...emptyTrace(), calls: calls.map(call) };
}

async function plansOf(document: JsonObject): Promise<readonly MeasurePlan[]> {
  const parsed = await parseSuite(JSON.stringify(document), { path: 'suite.json' });
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  return [...parsed.suite.tests, ...parsed.suite.evals];
}

function testOf(one: Spec, i: number): JsonObject {
  return {
    name: `test ${i}`,
    forbidden: one.forbidden,
    equal_function_sets: { classes: classesOf(one), dependencies: pairsOf(one) },
    trajectory: { match: one.match, expected: callsOf(one) },
    ...(one.no_tools ? { no_tools: true } : {}),
  };
}

/** The row that says the same: columns, and for the way to compare a scorer for each, of which one applies. */
function rowOf(one: Spec): JsonObject {
  return {
    forbidden: one.forbidden,
    classes: classesOf(one),
    pairs: pairsOf(one),
    expected_calls: callsOf(one),
    no_tools: one.no_tools,
  };
}

const SCORERS = [
  {
    type: 'equal_function_sets',
    classes: '{{ sample.classes }}',
    dependencies: '{{ sample.pairs }}',
  },
  { type: 'forbidden' },
  { type: 'no_tools' },
];

/** The tallies of all scores by scorer, added. */
function sum(
  scores: readonly ScoreReport[],
): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const sums = new Map<string, Record<string, number>>();
  for (const { scorer, tally, metrics } of scores) {
    const sofar = sums.get(scorer) ?? {};
    sums.set(scorer, sofar);
    for (const [key, count] of Object.entries(tally)) sofar[key] = (sofar[key] ?? 0) + count;
    const { 'tool_selection.order_violations': violations } = metrics;
    sofar.violations = (sofar.violations ?? 0) + (violations ?? 0);
  }
  return sums;
}

async function scoresOfTests(specs: readonly Spec[]): Promise<readonly ScoreReport[]> {
  const plans = await plansOf({ tests: specs.map(testOf) });
  return plans.flatMap((plan, i) => {
    const sums = new TestSums(plan, new ScorerCompiler({}));
    sums.add(0, traceOf(specs[i] as Spec), { where: null });
    return sums.report({ suite: null, repeatsInput: false, computed: new Map() }).report.scores;
  });
}

async function scoresOfEval(
  specs: readonly Spec[],
  scorers: unknown,
): Promise<readonly ScoreReport[]> {
  const document = { evals: [{ name: 'all', dataset: 'x.jsonl', scorers }] } as JsonObject;
  const [plan] = await plansOf(document);
  const sums = new EvalSums(plan as MeasurePlan, new ScorerCompiler({}));
  specs.forEach((one, i) => {
    const { order } = sums.addCase(String(i));
    const outcome = sums.add(order, traceOf(one), { value: rowOf(one), order }, null);
    if ('code' in outcome) throw new Error(outcome.message);
  });
  return sums.report({ suite: null, computed: new Map() }).report.scores;
}

describe('an eval with one row per test', () => {
  it('has the sums of the tests: classes, dependencies, forbidden tools, no tools', async () => {
    const property = fc.asyncProperty(
      fc.array(spec, { minLength: 1, maxLength: 6 }),
      async (specs) => {
        const ofTests = sum(
          (await scoresOfTests(specs)).filter(({ scorer }) => scorer !== 'trajectory'),
        );
        const ofEval = sum(await scoresOfEval(specs, SCORERS));
        // A scorer of an eval is listed where no test has it, too.
        for (const [scorer, tally] of ofEval)
          expect([scorer, tally]).toEqual([
            scorer,
            ofTests.get(scorer) ?? { clean: 0, violations: 0 },
          ]);
        expect([...ofTests.keys()].every((scorer) => ofEval.has(scorer))).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it('has the sums of the tests: trajectories', async () => {
    const property = fc.asyncProperty(
      fc.array(spec, { minLength: 1, maxLength: 6 }),
      spec.map(({ match }) => match),
      async (all, match) => {
        const specs = all.map((one) => ({ ...one, match }));
        const ofTests = sum(
          (await scoresOfTests(specs)).filter(({ scorer }) => scorer === 'trajectory'),
        );
        const ofEval = sum(await scoresOfEval(specs, [{ type: 'trajectory', match }]));
        expect(ofEval).toEqual(ofTests);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });
});

describe('columns of rows', () => {
  const NONE: Spec = {
    calls: ['search'],
    forbidden: ['delete'],
    classes: [],
    expected: [],
    match: 'exact',
    no_tools: false,
  };

  async function metricsOf(scorers: unknown, rows: readonly JsonObject[]): Promise<JsonObject> {
    const document = { evals: [{ name: 'all', dataset: 'x.jsonl', scorers }] } as JsonObject;
    const [plan] = await plansOf(document);
    const sums = new EvalSums(plan as MeasurePlan, new ScorerCompiler({}));
    const messages: string[] = [];
    rows.forEach((value, i) => {
      const { order } = sums.addCase(String(i));
      const outcome = sums.add(order, traceOf(NONE), { value, order }, null);
      if ('code' in outcome) messages.push(outcome.message);
    });
    const { scores } = sums.report({ suite: null, computed: new Map() }).report;
    return { ...Object.assign({}, ...scores.map(({ metrics }) => metrics)), messages };
  }

  it('that no row has are not measured', async () => {
    const both = [{ type: 'forbidden' }, { type: 'no_tools' }];
    expect(await metricsOf(both, [{}, { other: 1 }])).toEqual({
      'forbidden.calls': null,
      'no_tool.rate': null,
      messages: [],
    });
    expect(await metricsOf(both, [{}, { forbidden: ['search'], no_tools: true }])).toEqual({
      'forbidden.calls': 1,
      'no_tool.rate': 0,
      messages: [],
    });
  });

  it('of CSV files are texts', async () => {
    const row = { forbidden: '["search"]', no_tools: 'true' };
    const scorers = [{ type: 'forbidden' }, { type: 'no_tools', when: '{{ sample.no_tools }}' }];
    expect(await metricsOf(scorers, [row])).toEqual({
      'forbidden.calls': 1,
      'no_tool.rate': 0,
      messages: [],
    });
  });

  it('of another shape are errors of their rows', async () => {
    const scorers = [
      { type: 'no_tools' },
      {
        type: 'equal_function_sets',
        classes: '{{ sample.classes }}',
        dependencies: '{{ sample.pairs }}',
      },
    ];
    const classes = [{ name: 'a', members: ['a'] }];
    const { messages } = await metricsOf(scorers, [
      { no_tools: 'perhaps', classes, pairs: [] },
      { classes, pairs: [['a', 'b']] },
      { classes, pairs: [['a']] },
      { classes: [...classes, ...classes], pairs: [] },
    ]);
    expect(messages).toEqual([
      'when: sample.no_tools is not true or false',
      'dependencies: "b" is not a class of this row',
      'dependencies: {{ sample.pairs }} is not a list of pairs [a, b] of classes',
      'classes: {{ sample.classes }} has class "a" twice',
    ]);
  });
});
