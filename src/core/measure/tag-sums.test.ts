import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_CALL_RULES } from '../calls/call-rules.ts';
import { callsOf, traceOf } from '../fixtures/calls.ts';
import { decimalOf } from '../json/decimal.ts';
import type { Json } from '../json/json.ts';
import { findScorer } from '../scorers/index.ts';
import type { Gate } from '../gates/gate.ts';
import type { EvalReport } from '../report/report.ts';
import { EvalSums } from './eval-sums.ts';
import type { MeasurePlan, ScorerPlan } from './plan.ts';
import { ScorerCompiler } from './scorer-compiler.ts';
import { splitTagged } from './tag-gates.ts';
import { tagsOfRow } from './row-tags.ts';

const SCORER: ScorerPlan = {
  scorer: findScorer('tool_name_match')!,
  key: null,
  displayName: null,
  purpose: 'score',
  options: {},
  templates: new Map(),
  folds: [],
  own: null,
};

function gate(metric: string, value: number, more: Partial<Gate> = {}): Gate {
  return { metric, op: '>=', value: decimalOf(value), source: 'suite', certify: false, ...more };
}

function planOf(gates: readonly Gate[]): MeasurePlan {
  return {
    name: 'orders',
    scorers: [SCORER],
    gates,
    countErrorsAsEmpty: false,
    maxErrors: 0,
    rules: NO_CALL_RULES,
    isComplete: false,
    drive: null,
    labels: {},
  };
}

interface Row {
  readonly tags: Json;
  readonly isRight: boolean;
  readonly isError?: boolean;
}

function sumsOf(
  rows: readonly Row[],
  gates: readonly Gate[],
  only: (at: number) => boolean,
): EvalSums {
  const sums = new EvalSums(planOf(gates), new ScorerCompiler({}));
  rows.forEach(({ tags, isRight, isError = false }, i) => {
    const { order } = sums.addCase(String(i));
    if (!only(i)) return;
    const row = { value: { tags, expected_tool: 'search' }, order };
    const issue = { code: 'RUN_CRASHED', severity: 'error', message: 'x', where: null } as const;
    if (isError) sums.addError(order, issue, row);
    else sums.add(order, traceOf(callsOf(isRight ? 'search' : 'fetch')), row, null);
  });
  return sums;
}

function report(rows: readonly Row[], ...gates: readonly Gate[]): EvalReport {
  return sumsOf(rows, gates, () => true).report({ suite: null, computed: new Map() }).report;
}

const ROWS: readonly Row[] = [
  { tags: ['l1'], isRight: true },
  { tags: ['l1', 'de'], isRight: true },
  { tags: 'l2', isRight: true },
  { tags: 'l2, de', isRight: false },
  { tags: null, isRight: false },
];

describe('figures by tag', () => {
  it('are the sums of the rows with the tag, with their intervals', () => {
    const figures = (report(ROWS).perTag ?? []).map(({ tag, cases, passing, scores: [score] }) => [
      tag,
      cases,
      passing.k,
      score?.metrics.tool_name_match,
      score?.intervals.tool_name_match,
    ]);
    // Wilson: 1 of 2, 2 of 2, 1 of 2
    expect(figures).toEqual([
      ['de', 2, 1, 0.5, [0.0945, 0.9055]],
      ['l1', 2, 2, 1, [0.3423, 1]],
      ['l2', 2, 1, 0.5, [0.0945, 0.9055]],
    ]);
    expect(report([{ tags: [], isRight: true }]).perTag).toBeUndefined();
  });

  it('are the same however rows are split', () => {
    const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });
    const row = fc.record({ tags, isRight: fc.boolean(), isError: fc.boolean() });
    const property = fc.property(fc.array(row), fc.nat(2), (rows, part) => {
      const whole = sumsOf(rows, [], () => true);
      const first = sumsOf(rows, [], (i) => i % 3 === part);
      first.merge(sumsOf(rows, [], (i) => i % 3 !== part).state());
      expect(first.state().measure.tags).toEqual(whole.state().measure.tags);
      const facts = { suite: null, computed: new Map() };
      expect(JSON.stringify(first.report(facts).report.perTag)).toBe(
        JSON.stringify(whole.report(facts).report.perTag),
      );
    });
    fc.assert(property);
  });

  it('are gated one by one, or tag by tag', () => {
    const { gates } = report(
      ROWS,
      gate('tag.l1.tool_name_match', 1),
      gate('per_tag.tool_name_match', 0.9),
      gate('tag.l9.tool_name_match', 0.5),
    );
    expect(
      gates.map(({ metric, observed, outcome, note }) => [
        metric,
        observed,
        outcome,
        outcome === 'error' ? note : null,
      ]),
    ).toEqual([
      ['tag.l1.tool_name_match', 1, 'pass', null],
      ['tag.de.tool_name_match', 0.5, 'fail', null],
      ['tag.l1.tool_name_match', 1, 'pass', null],
      ['tag.l2.tool_name_match', 0.5, 'fail', null],
      [
        'tag.l9.tool_name_match',
        null,
        'error',
        'not measured: no row has this tag; there are de, l1, l2',
      ],
    ]);
  });

  it('cannot pass where rows of the tag were not measured, and can where those of others were not', () => {
    const rows = [...ROWS, { tags: 'l1', isRight: true, isError: true }];
    const { gates } = report(
      rows,
      gate('tag.l1.tool_name_match', 1),
      gate('tag.l2.tool_name_match', 0.5),
    );
    expect(gates.map(({ outcome }) => outcome)).toEqual(['error', 'pass']);
  });

  it('are not measured where tags cannot be used', () => {
    const { gates, perTag } = report(
      [...ROWS, { tags: { a: 1 }, isRight: true }],
      gate('tag.l1.tool_name_match', 0),
    );
    expect(perTag).toBeUndefined();
    expect(gates[0]).toMatchObject({
      outcome: 'error',
      note: 'not measured: 1 row has tags that are neither text nor a list of texts',
    });
  });
});

it.each<[Json, readonly string[] | null]>([
  ['a', ['a']],
  ['a, b,a', ['a', 'b']],
  ['["a,b"]', ['a,b']],
  [3, ['3']],
  [
    ['x', 2],
    ['x', '2'],
  ],
  ['', []],
  [null, []],
  [true, null],
  [[['a']], null],
])('tags %j are %j', (tags, expected) => {
  expect(tagsOfRow({ tags }, 'tags')).toEqual(expected);
});

it('an id is split at the longest metric that it ends with', () => {
  const ids = ['tool_name_match', 'k.tool_name_match'];
  expect(splitTagged('tag.a.b.tool_name_match', ids)).toEqual({
    tag: 'a.b',
    metric: 'tool_name_match',
  });
  expect(splitTagged('tag.a.k.tool_name_match', ids)).toEqual({
    tag: 'a',
    metric: 'k.tool_name_match',
  });
  expect(splitTagged('tag.tool_name_match', ids)).toBeNull();
  expect(splitTagged('per_tag.k.tool_name_match', ids)).toEqual({
    tag: null,
    metric: 'k.tool_name_match',
  });
});
