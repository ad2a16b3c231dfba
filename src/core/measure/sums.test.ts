import { readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import { RequesterCounts } from '../calls/requester.ts';
import { findScorer } from '../scorers/index.ts';
import type { Scorer } from '../scoring/scorer.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';
import { LabelSums } from '../labels/label-sums.ts';
import { ClassCounts } from './class-counts.ts';
import { ClassOffers } from './class-offers.ts';
import { ClassSums } from './class-sums.ts';
import { CustomSums } from './custom-sums.ts';
import { Distribution } from './distribution.ts';
import { emptyTrace } from './errored-run.ts';
import { EvalSums } from './eval-sums.ts';
import { EvidenceLog } from './evidence-log.ts';
import { FirstRuns } from './first-runs.ts';
import { FirstSeen } from './first-seen.ts';
import type { ClassesFold, Fold } from './fold.ts';
import { ListedRuns } from './listed-runs.ts';
import { Measure } from './measure.ts';
import { NameCounts } from './name-counts.ts';
import { NameSums } from './name-sums.ts';
import { OfferRange } from './offer-range.ts';
import type { MeasurePlan, ScorerPlan } from './plan.ts';
import { plainCall } from './plain-call.ts';
import { ScorerCompiler } from './scorer-compiler.ts';
import type { Sums } from './sums.ts';
import { TestSums } from './test-sums.ts';
import { UnmeasuredRuns } from './unmeasured-runs.ts';

/** A run of the tests below; every run has an order of its own. */
interface Item {
  readonly order: number;
  readonly value: number;
  readonly tools: readonly string[];
  readonly isPartial: boolean;
}

/** A sum, and how a run is added to it. */
interface Kind {
  readonly open: () => Sums<unknown>;
  readonly add: (sums: never, item: Item) => void;
}

function kind<S extends Sums<unknown>>(open: () => S, add: (sums: S, item: Item) => void): Kind {
  return { open, add };
}

const TOOLS = ['search', 'fetch', 'find', 'delete'];
/** The last of them cannot be used. */
const TAGS = ['a', 'b, c', ['a', 'c'], null, 'd', 7];

function callsOf({ tools, value }: Item): readonly ToolCall[] {
  return tools.map((name, i) => ({
    ...plainCall({ server: null, name }),
    // What was redacted is not known: arguments have other scores under other assumptions.
    arguments: { state: 'parsed', value: { id: value === 5 ? '[secret-1]' : value } },
    requester: value % 3 === 0 ? 'user' : null,
    status: (value + i) % 2 === 0 ? 'ok' : 'error',
  }));
}

const OFFERED = { server: null, name: 'search', description: null, inputSchema: null, cost: null };

function traceOf(item: Item): Trace {
  return {
    ...emptyTrace(),
    calls: callsOf(item),
    offered: item.value % 2 === 0 ? Array.from({ length: item.value + 1 }, () => OFFERED) : null,
    usage: { inputTokens: item.value, outputTokens: 1, cost: null },
    ...(item.isPartial ? { partial: true as const } : {}),
  };
}

function rowOf({ order, value }: Item): { readonly value: JsonObject; readonly order: number } {
  const expected_tool = TOOLS[value % TOOLS.length] ?? null;
  return {
    value: {
      weight: value % 4,
      stratum: value % 2,
      truth: value % 2,
      expected_tool,
      tags: TAGS[value % TAGS.length] ?? null,
    },
    order,
  };
}

const CLASSES: ClassesFold = {
  kind: 'classes',
  name: 'multiclass_classification',
  prediction: 'n',
  truth: 'truth',
  positive: [1],
  negative: [0],
  id: 'c.',
};
const FOLDS: readonly Fold[] = [
  { kind: 'named', name: 'mean' },
  { kind: 'named', name: 'f1' },
  { kind: 'module', path: 'x.mjs', exportName: 'x' },
];

function scorerPlan(name: string, options: unknown, folds: readonly Fold[] = []): ScorerPlan {
  return {
    scorer: findScorer(name) as Scorer,
    key: null,
    displayName: null,
    purpose: 'score',
    options,
    templates: new Map(),
    folds,
    own: null,
  };
}

const CUSTOM: ScorerPlan = {
  ...scorerPlan('no_tools', true, [...FOLDS, CLASSES]),
  key: 'custom',
  own: { kind: 'module' },
};
const SETS = {
  classes: [
    { name: 'find', members: ['search', 'find'] },
    { name: 'get', members: ['fetch'] },
  ],
};

const EXPECTED = { expected: [{ tool: 'search', args: { id: 5 } }] };

const TEST: MeasurePlan = {
  name: 'plan',
  scorers: [
    scorerPlan('equal_function_sets', SETS),
    scorerPlan('call_checks', {}),
    scorerPlan('tool_call_f1', EXPECTED),
  ],
  gates: [],
  rules: {
    unwrap: [],
    aliases: [],
    neutral: ['delete'],
    requester: null,
    status: 'all',
    failedWhen: null,
  },
  countErrorsAsEmpty: false,
  maxErrors: 0,
  isComplete: false,
  drive: null,
};
const EVAL: MeasurePlan = {
  ...TEST,
  scorers: [
    scorerPlan('equal_function_sets', SETS, FOLDS),
    scorerPlan('tool_call_f1', EXPECTED),
    scorerPlan('function_call_coverage', { function_calls: ['search', 'fetch'] }, FOLDS),
    CUSTOM,
  ],
  labels: { classes: [] },
};

function outputsOf({ value, tools }: Item): ReadonlyMap<string, number> {
  return new Map([
    ['n', tools.length],
    ['expected', value % 2],
    ['predicted', tools.length % 2],
  ]);
}

const ISSUE = { code: 'RUN_CRASHED', severity: 'error', message: 'm', where: null } as const;

const KINDS: Readonly<Record<string, Kind>> = {
  Distribution: kind(
    () => new Distribution(),
    (sums, { value }) => sums.add({ num: value, den: 3 }),
  ),
  EvidenceLog: kind(
    () => new EvidenceLog<string>(3),
    (sums, { order, tools }) => tools.forEach((tool, place) => sums.add(order, place, tool)),
  ),
  FirstSeen: kind(
    () => new FirstSeen(3),
    (sums, { order, tools }) => tools.forEach((tool, place) => sums.add(tool, order, place)),
  ),
  'FirstRuns of cases': kind(
    () => new FirstRuns<string>((order) => Math.floor(order / 3), 3),
    (sums, { order, tools }) => sums.add(order, tools.join()),
  ),
  ListedRuns: kind(
    () => new ListedRuns(),
    (sums, { order, value, tools }) => {
      const evidence = { where: `t.jsonl:${order}`, calls: tools.map((tool) => ({ tool })) };
      const catalog = tools.length > 2 ? [{ tool: 'search' }] : null;
      const verdict = value % 3 === 0 ? 'fail' : value % 3 === 1 ? 'error' : 'pass';
      sums.add(order, verdict, { evidence, bytes: 10, catalog });
    },
  ),
  ClassCounts: kind(
    () => new ClassCounts(),
    (sums, { order, value, tools }) => {
      sums.add('a', 0, value % 2 === 0);
      sums.add('b', 1, value % 3 === 0);
      for (const [place, tool] of tools.entries()) sums.addTool('b', tool, order, place);
    },
  ),
  ClassOffers: kind(
    () =>
      new ClassOffers([
        new ScorerCompiler({}).compile(findScorer('equal_function_sets') as Scorer, SETS),
      ]),
    (sums, item) => sums.add(callsOf(item)),
  ),
  ClassSums: kind(
    () => new ClassSums(CLASSES),
    (sums, { value, tools }) => sums.add(tools[0] ?? null, value % 2 === 0 ? 'search' : null),
  ),
  CustomSums: kind(
    () => new CustomSums(CUSTOM),
    (sums, item) => sums.add(item.order, outputsOf(item), item.isPartial, rowOf(item).value),
  ),
  NameSums: kind(
    () => new NameSums(),
    (sums, { tools, value }) => {
      sums.addExpected([{ class: null, tools: tools.slice(0, 1) }], value % 2);
      sums.addSeen(tools.map((tool) => [value % 3 === 0 ? 's' : null, tool]));
    },
  ),
  OfferRange: kind(
    () => new OfferRange(),
    (sums, item) => sums.add(traceOf(item)),
  ),
  NameCounts: kind(
    () => new NameCounts(),
    (sums, { tools }) => tools.forEach((tool) => sums.add(tool)),
  ),
  RequesterCounts: kind(
    () => new RequesterCounts(['user', 'agent']),
    (sums, item) => sums.add(callsOf(item)),
  ),
  UnmeasuredRuns: kind(
    () => new UnmeasuredRuns(null),
    (sums, { order, value }) => sums.add(order, { ...ISSUE, message: String(value) }),
  ),
  TestSums: kind(
    () => new TestSums(TEST, new ScorerCompiler({})),
    (sums, item) => {
      const order = sums.numbers.take(item.value % 2 === 0 ? item.order : null, item.order);
      if (item.value === 7) sums.addError(order, ISSUE);
      else sums.add(order, traceOf(item), { where: null });
    },
  ),
  LabelSums: kind(
    () => new LabelSums({ classes: [] }, {}, { exposure: true }),
    (sums, item) => {
      const expected = TOOLS[item.value % TOOLS.length] ?? 'search';
      const row = { expected_tool: expected, expected_args: { [expected]: 1 } };
      sums.add(item.order, row, callsOf(item), traceOf(item));
    },
  ),
  'Measure of an eval': kind(
    () => new Measure(EVAL, new ScorerCompiler({})),
    (sums, item) => {
      const custom = new Map([[CUSTOM, outputsOf(item)]]);
      sums.add(item.order, traceOf(item), rowOf(item), custom);
    },
  ),
  'EvalSums with several runs of a case': kind(
    () => {
      const sums = new EvalSums(EVAL, new ScorerCompiler({}), { haveRuns: true });
      for (const id of ['a', 'b', 'c']) sums.addCase(id);
      return sums;
    },
    (sums, item) => {
      const added = sums.cases[item.value % 3]!;
      const order = added.take(item.order);
      const row = { ...rowOf({ ...item, value: item.value % 3 }), order: added.order };
      if (item.value === 7) sums.addError(order, ISSUE, row);
      else sums.add(order, traceOf(item), row, new Map([[CUSTOM, outputsOf(item)]]));
    },
  ),
};

/** Runs in some order, each with the part that it goes to. */
const RUNS = fc.array(
  fc.record({
    value: fc.nat(9),
    tools: fc.array(fc.constantFrom(...TOOLS), { maxLength: 4 }),
    isPartial: fc.boolean(),
    part: fc.nat(3),
    key: fc.nat(),
  }),
  { maxLength: 24 },
);

/** The classes of this folder and of labels that have a state and merge it. */
async function mergingClasses(): Promise<Map<string, { merge: (state: unknown) => void }>> {
  const classes = new Map<string, { merge: (state: unknown) => void }>();
  for (const folder of ['.', '../labels', '../calls'])
    for (const file of readdirSync(new URL(folder, import.meta.url))) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      const module = (await import(`${folder}/${file}`)) as Record<string, unknown>;
      for (const [name, value] of Object.entries(module)) {
        const { prototype } = value as { readonly prototype?: Sums<unknown> };
        if (prototype !== undefined && 'merge' in prototype && 'state' in prototype)
          classes.set(name, prototype);
      }
    }
  return classes;
}

describe('sums over runs', () => {
  const merges = new Map<string, { readonly mock: { readonly calls: readonly unknown[] } }>();

  beforeAll(async () => {
    for (const [name, prototype] of await mergingClasses())
      merges.set(name, vi.spyOn(prototype, 'merge'));
  });

  afterAll(() => {
    vi.restoreAllMocks();
  });

  it.each(Object.entries(KINDS))('%s: any split, any order, same state', (_, { open, add }) => {
    fc.assert(
      fc.property(RUNS, (runs) => {
        const items = runs.map((run, order) => ({ ...run, order: order + 1 }));
        const whole = open();
        for (const item of items) add(whole as never, item);
        const parts = [open(), open(), open(), open()];
        for (const item of items.toSorted((a, b) => a.key - b.key))
          add(parts[item.part] as never, item);
        const merged = open();
        for (const part of parts.toReversed()) merged.merge(structuredClone(part.state()));
        expect(merged.state()).toEqual(whole.state());
      }),
      { numRuns: 60 },
    );
  });

  it('are all merged by the tests above', () => {
    const without = [...merges].filter(([, { mock }]) => mock.calls.length === 0);
    expect(without.map(([name]) => name)).toEqual([]);
    expect(merges.size).toBeGreaterThan(25);
  });
});
