import { describe, expect, it } from 'vitest';
import { callsOf, traceOf } from '../fixtures/calls.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { findScorer, SCORERS } from './index.ts';

it('metric ids are public: these and no others', () => {
  const ids = SCORERS.flatMap(({ name, metrics }) =>
    metrics.map(({ id, unit }) => `${name} ${id} ${unit}`),
  );
  expect(ids).toEqual([
    'equal_function_sets tool_selection.precision percent',
    'equal_function_sets tool_selection.recall percent',
    'equal_function_sets tool_selection.f1 percent',
    'equal_function_sets tool_selection.f1_mean ratio',
    'equal_function_sets tool_selection.repeats count',
    'equal_function_sets tool_selection.order_violations count',
    'function_call_coverage all_required_calls_made ratio',
    'function_call_coverage required_calls_coverage ratio',
    'function_call_coverage num_required_calls_made count',
    'function_call_coverage num_required_calls_not_made count',
    'function_call_coverage num_unrequired_calls count',
    'function_call_coverage num_required_calls_total count',
    'tool_call_f1 tool_call.precision ratio',
    'tool_call_f1 tool_call.recall ratio',
    'tool_call_f1 tool_call.f1 ratio',
    'tool_call_f1 tool_call.f1_mean ratio',
    'tool_call_accuracy tool_call.accuracy ratio',
    'trajectory trajectory.match ratio',
    'tool_name_match tool_name_match ratio',
    'tool_args_match tool_args_match ratio',
    'tool_args_shape_match tool_args_shape_match ratio',
    'tool_args_valid tool_args_valid ratio',
    'tool_args_semantic tool_args_semantic ratio',
    'failure_modes wrong_tool_rate ratio',
    'failure_modes failure_modes.over_tooling count',
    'failure_modes failure_modes.under_tooling count',
    'failure_modes failure_modes.wrong_tool count',
    'failure_modes failure_modes.missed_tool count',
    'failure_modes failure_modes.unneeded_tool count',
    'failure_modes failure_modes.duplicate_call count',
    'failure_modes failure_modes.hallucinated_tool count',
    'failure_modes failure_modes.wrong_args_shape count',
    'failure_modes failure_modes.wrong_args_value count',
    'failure_modes failure_modes.unparsed_args count',
    'failure_modes failure_modes.over_tooling.rate ratio',
    'failure_modes failure_modes.under_tooling.rate ratio',
    'failure_modes failure_modes.wrong_tool.rate ratio',
    'failure_modes failure_modes.missed_tool.rate ratio',
    'failure_modes failure_modes.unneeded_tool.rate ratio',
    'failure_modes failure_modes.duplicate_call.rate ratio',
    'failure_modes failure_modes.hallucinated_tool.rate ratio',
    'failure_modes failure_modes.wrong_args_shape.rate ratio',
    'failure_modes failure_modes.wrong_args_value.rate ratio',
    'failure_modes failure_modes.unparsed_args.rate ratio',
    'exposure exposure.values count',
    'exposure exposure.cases count',
    'answer answer.score ratio',
    'answer answer.pass ratio',
    'goal goal.achieved ratio',
    'forbidden forbidden.calls count',
    'no_tools no_tool.rate ratio',
    'call_checks hallucinated.calls count',
    'call_checks invalid_args.calls count',
    'call_checks unparsed_args.calls count',
    'call_checks failed.calls count',
    'call_checks duplicate.calls count',
    'recovery recovery.rate ratio',
    'recovery recovery.recovered count',
    'recovery recovery.unrecovered count',
    'usage runs.without_calls count',
    'usage calls.total count',
    'usage calls.mean mean',
    'usage tokens.total count',
    'usage tokens.mean mean',
    'usage cost.total mean',
    'usage cost.mean mean',
    'text_calls text_calls.runs count',
  ]);
});

it('default gates are those of the contract', () => {
  const gates = SCORERS.flatMap(({ defaultGates }) =>
    defaultGates.map(({ metric, op, value }) => `${metric} ${op} ${value}`),
  );
  expect(gates).toEqual([
    'tool_selection.f1 >= 50',
    'all_required_calls_made == 1',
    'trajectory.match == 1',
    'answer.pass == 1',
    'goal.achieved == 1',
    'forbidden.calls == 0',
    'no_tool.rate == 1',
  ]);
});

it('scorers say what they need', () => {
  const names = (is: (scorer: Scorer) => boolean): readonly string[] =>
    SCORERS.filter(is).map(({ name }) => name);
  const overLabels = [
    'tool_name_match',
    'tool_args_match',
    'tool_args_shape_match',
    'tool_args_semantic',
    'failure_modes',
    'exposure',
  ];
  expect(names(({ needsLabels }) => needsLabels === true)).toEqual(overLabels);
  expect(names((scorer) => 'prepare' in scorer)).toEqual(overLabels);
  expect(names(({ isLabelFree }) => isLabelFree === true)).toEqual([
    'call_checks',
    'usage',
    'text_calls',
  ]);
  expect(names(({ usesCatalog }) => usesCatalog === true)).toEqual([
    'tool_args_valid',
    'call_checks',
  ]);
  const compiling = [...overLabels, 'tool_args_valid', 'call_checks'].sort();
  expect(names(({ needsPatterns }) => needsPatterns === true).toSorted()).toEqual(compiling);
  expect(
    SCORERS.flatMap(({ name, suite }) => (suite?.fromRow ? [[name, suite.fromRow.key]] : [])),
  ).toEqual([
    ['tool_call_f1', 'expected_calls'],
    ['tool_call_accuracy', 'expected_calls'],
    ['trajectory', 'expected_calls'],
    ['goal', 'reference'],
    ['forbidden', 'forbidden'],
    ['no_tools', 'no_tools'],
  ]);
});

it('a scorer is found by its name and by no other word', () => {
  for (const scorer of SCORERS) expect(findScorer(scorer.name)).toBe(scorer);
  expect(findScorer('constructor')).toBeUndefined();
  expect(findScorer('tool_call')).toBeUndefined();
});

/** Options under which every scorer has something to find in the calls below. */
const OPTIONS = {
  classes: [
    { name: 'c', members: ['a'] },
    { name: 'd', members: ['b'] },
  ],
  dependencies: [['c', 'd']],
  function_calls: ['a', 'b', 'a'],
  expected: [{ tool: 'a', args: {} }, { tool: 'b' }],
  label: { expected_tool: 'b', expected_args: {} },
  tools: ['a'],
  rubric: 'is kind',
  criteria: ['is short'],
};

describe.each(SCORERS.map((scorer) => [scorer.name, scorer] as const))(
  'the contract of %s',
  (_name, scorer) => {
    const compiled = scorer.compile(OPTIONS, {});
    const calls = callsOf('b', 'a', 'x', 'a');
    const score = compiled.score(calls, traceOf(calls));

    it('one verdict per call, one hit per slot', () => {
      expect(score.verdicts).toHaveLength(calls.length);
      expect(score.hits).toHaveLength(compiled.slots.length);
      expect(compiled.scorer).toBe(scorer);
    });

    it('the tally is whole numbers from 0, and all that is reported of it is there', () => {
      for (const count of Object.values(score.tally)) {
        expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      }
      expect(Object.keys(score.tally)).toEqual(expect.arrayContaining([...scorer.tallyKeys]));
    });

    it('derives each metric in its unit, but for the mean of the samples', () => {
      for (const { id, unit, derive } of scorer.metrics) {
        expect(derive === undefined).toBe(id === scorer.meanMetric);
        const value = derive?.(score.tally, 1);
        if (value) expect(value.unit).toBe(unit);
      }
      // A run that waits for a judge has no value yet.
      const isOpen = score.others !== undefined;
      expect(score.sample !== null).toBe(scorer.meanMetric !== null && !isOpen);
    });

    it('default gates are on its own metrics', () => {
      const ids = scorer.metrics.map(({ id }) => id);
      for (const { metric } of scorer.defaultGates) expect(ids).toContain(metric);
    });

    it('scoring again gives the same, and changes nothing', () => {
      const before = JSON.stringify(calls);
      expect(compiled.score(calls, traceOf(calls))).toEqual(score);
      expect(JSON.stringify(calls)).toBe(before);
    });
  },
);
