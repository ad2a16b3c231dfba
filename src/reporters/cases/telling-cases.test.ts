import type { EvalReport, FailedGate, GateReport, Report } from '#core';
import { describe, expect, it } from 'vitest';
import { rawText } from '../document/index.ts';
import { evidenceReport, manyRunsReport } from '../fixtures/evidence-report.ts';
import { confusionsOf } from './confusions.ts';
import { type FailingCase, failingCases } from './failing-cases.ts';
import { distinctCases, tellingCases } from './telling-cases.ts';
import { whyParts } from './why.ts';

const evalOf = (report: Report): EvalReport => report.evals[0]!;
const orders = evalOf(evidenceReport());

function ids(cases: readonly FailingCase[]): string[] {
  return cases.map(({ label }) => ('case' in label ? label.case : String(label.run)));
}

/** A gate as a run names it that fails it alone. */
function gateOf({ metric, op, value, unit }: GateReport): FailedGate {
  return { metric, op, value, unit, observed: 0, scorer: 'equal_function_sets' };
}

describe('the cases that say most', () => {
  const order = ids(tellingCases([failingCases(orders)]));

  it('are one of each confusion, the largest first, then the next of each', () => {
    // 18 of status (c1-c18), 9 of eta (c19-c27), 6 with other arguments (c33-c38), 4 of none (c28-c31), 1 missed (c32).
    expect(order.slice(0, 9)).toEqual([
      'c1',
      'c19',
      'c33',
      'c28',
      'c32',
      'c2',
      'c20',
      'c34',
      'c29',
    ]);
  });

  it('are all of them, each once', () => {
    expect(order).toHaveLength(38);
    expect(new Set(order).size).toBe(38);
  });

  it('do not depend on the order in which cells of one size are named', () => {
    expect(ids(tellingCases([failingCases(orders)]))).toEqual(order);
  });

  it('begin with those whose question is recorded', () => {
    const cases = orders.cases.map((each) => {
      const { question: _, ...evidence } = each.evidence ?? { where: '' };
      return each.id === 'c1' ? { ...each, evidence } : each;
    });
    expect(ids(tellingCases([failingCases({ ...orders, cases })]))[0]).toBe('c2');
  });

  it('have those last that look like one before them', () => {
    const all = tellingCases([failingCases(manyRunsReport().tests[0]!)]);
    expect(all).toHaveLength(13);
    expect(ids(distinctCases(all))).toEqual(['15']);
  });

  it('are explained by their failure modes where nothing else says what is wrong', () => {
    const first = orders.cases.find(({ verdict }) => verdict === 'fail');
    const failing = failingCases({
      ...orders,
      scores: [],
      cases: [{ id: first!.id, verdict: 'fail', modes: ['duplicate_call'] }],
    });
    expect(failing.cases[0]?.outcomes.map(({ text }) => rawText(text))).toEqual(['duplicate call']);
  });

  it('are counted as cases where a cell of the matrix counts several calls of a case', () => {
    const cell = { expected: 'open', observed: '(none)', count: 4, cases: ['a', 'b'] };
    const { confusion } = orders;
    const pair = [['open', '(none)']] as const;
    const failing = failingCases({
      ...orders,
      scores: [],
      cases: [
        { id: 'a', verdict: 'fail', confused: pair },
        { id: 'b', verdict: 'fail', confused: pair },
      ],
      confusion: { ...confusion!, cells: [cell], accuracy: { ...confusion!.accuracy, n: 4 } },
    });
    expect(confusionsOf(failing).map(({ count }) => count)).toEqual([2]);
  });

  it('of several tests and evals are those of the largest confusions of all', () => {
    const all = [failingCases(manyRunsReport().tests[0]!), failingCases(orders)];
    expect(ids(tellingCases(all)).slice(0, 4)).toEqual(['c1', '15', 'c19', 'c33']);
  });

  it('begin with runs that fail a gate which the test fails, however many fail others alone', () => {
    const [test] = manyRunsReport().tests;
    const [open] = test!.gates;
    const { run } = test!.listedRuns!.findLast(({ verdict }) => verdict === 'fail')!;
    const failedGates = [
      { metric: 'calls.mean', op: '<=', value: 3, unit: 'mean', observed: 9, scorer: 'usage' },
    ] as const;
    const listedRuns = test!.listedRuns!.map((each) =>
      each.run === run
        ? { ...each, evidence: { ...each.evidence, failedGates: [gateOf(open!)] } }
        : { ...each, evidence: { ...each.evidence, failedGates } },
    );
    const all = tellingCases([failingCases({ ...test!, listedRuns })]);
    expect(all.filter(({ isReason }) => isReason).map(({ label }) => label)).toEqual([{ run }]);
    expect(ids(all)[0]).toBe(String(run));
    expect(whyParts([{ ...test!, listedRuns }]).map(rawText)).toEqual([
      '1 gate did not hold',
      '13 of 200 runs failed, such as shell.exec for fetch',
    ]);
  });

  it('of very many are looked for among the first and among those that cells name', () => {
    const more = Array.from({ length: 2000 }, (_, i) => ({
      id: `x${i}`,
      verdict: 'fail' as const,
    }));
    const failing = failingCases({ ...orders, cases: [...more, ...orders.cases] });
    expect(failing.total).toBe(2038);
    // The first 500, and those that the matrix names: 18, 9, 4 and 1.
    expect(failing.cases).toHaveLength(532);
  });
});

describe('confusions', () => {
  it('are counted as in the matrix; other faults as often as they are listed', () => {
    const found = confusionsOf(failingCases(orders)).map(
      ({ kind, count }) => `${rawText(kind)} ${count}`,
    );
    expect(found).toEqual([
      'get_order_history for get_order_status 18',
      'get_order_status for get_shipping_eta 9',
      'order_id of get_order_status not as expected 6',
      'get_order_status where no tool was needed 4',
      'no call for get_order_status 1',
    ]);
  });
});

describe('why a report has its verdict', () => {
  it('names gates, failing cases of all and the most frequent confusion', () => {
    expect(whyParts([orders]).map(rawText)).toEqual([
      '2 of 3 gates did not hold',
      '38 of 300 cases failed, most often get_order_history for get_order_status (18)',
    ]);
  });

  it('counts runs, not tests', () => {
    expect(whyParts(manyRunsReport().tests).map(rawText)).toEqual([
      '1 gate did not hold',
      '13 of 200 runs failed: shell.exec for fetch',
    ]);
  });

  it('does not call single runs failed where gates over all of them held', () => {
    const [test] = manyRunsReport().tests;
    const gates = test!.gates.map((gate) => ({ ...gate, outcome: 'pass' as const }));
    expect(whyParts([{ ...test!, verdict: 'pass', gates }]).map(rawText)).toEqual([
      '1 gate held',
      '187 of 200 runs meet every gate alone',
    ]);
  });

  it('counts no run of a test whose gates held as failed beside one that fails', () => {
    const [test] = manyRunsReport().tests;
    const gates = test!.gates.map((gate) => ({ ...gate, outcome: 'pass' as const }));
    const held = { ...test!, verdict: 'pass' as const, gates };
    expect(whyParts([test!, held]).map(rawText)).toEqual([
      '1 of 2 gates did not hold',
      '13 of 400 runs failed: shell.exec for fetch',
    ]);
  });

  it('gives an example where no confusion is frequent, and no count where only some are listed', () => {
    const some = orders.cases.filter(({ id }) => ['c1', 'c19', 'p1'].includes(id));
    const cells = orders.confusion!.cells.map((cell) => ({ ...cell, count: 1 }));
    const few = { ...orders, gates: [], cases: some, confusion: { ...orders.confusion!, cells } };
    expect(whyParts([few]).map(rawText)).toEqual([
      'no gate is set',
      '2 of 3 cases failed, such as get_order_history for get_order_status',
    ]);
    const [test] = manyRunsReport().tests;
    const many = { ...test!, passing: { ...test!.passing, k: 0 } };
    expect(whyParts([many]).map(rawText)).toEqual([
      '1 gate did not hold',
      '200 of 200 runs failed, most often shell.exec for fetch',
    ]);
  });

  it('does not count runs as passed where nothing was asked of them', () => {
    const [test] = manyRunsReport().tests;
    const free = {
      ...test!,
      verdict: 'pass' as const,
      gates: [],
      passing: { ...test!.passing, k: 200 },
    };
    expect(whyParts([free]).map(rawText)).toEqual(['no gate is set']);
  });

  it('says what was not measured', () => {
    const item = { code: 'CASE_NO_TRACE', message: '', where: null };
    const items = ['a', 'b'].map((id) => ({ case: id, ...item }));
    const open = { ...orders, gates: [], cases: [], unmeasured: { total: 2, items } };
    expect(whyParts([open]).map(rawText)).toEqual([
      'no gate is set',
      '2 cases not measured (CASE_NO_TRACE)',
    ]);
  });
});
