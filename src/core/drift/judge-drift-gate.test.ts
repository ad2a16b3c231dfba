import { expect, it, test } from 'vitest';
import type { GateOp } from '../gates/gate.ts';
import { parseDecimal } from '../json/decimal.ts';
import type { NativeTrace } from '../trace/native-trace.ts';
import type { GateReport } from '../report/report.ts';
import { comparePiles } from './compare-piles.ts';
import { DRIFT_METRICS } from './drift-metrics.ts';
import { driftValues } from './drift-values.ts';
import { pileOf, runs } from './fixtures/piles.ts';
import { judgeDriftGate } from './judge-drift-gate.ts';

function judge(
  [before, after]: readonly [readonly NativeTrace[], readonly NativeTrace[]],
  metric: string,
  value: string,
  op: GateOp = '<=',
): GateReport {
  const piles = [pileOf(before), pileOf(after)] as const;
  const compared = comparePiles(...piles, { num: 0n, den: 1n });
  const spec = DRIFT_METRICS.find(({ id }) => id === metric)!;
  const gate = { metric, op, value: parseDecimal(value)!, source: 'flag', certify: false } as const;
  return judgeDriftGate(gate, spec, driftValues(...piles, compared).get(metric)!, compared, 0);
}

const many = [
  [...runs(60, 'a'), ...runs(40, 'b')],
  [...runs(90, 'a'), ...runs(10, 'b')],
] as const;
const few = [runs(3, 'a'), runs(3, 'a')] as const;
/** 20 points, which ten runs show now and then. */
const noise = [
  [...runs(5, 'a'), ...runs(5, 'b')],
  [...runs(7, 'a'), ...runs(3, 'b')],
] as const;

test.each([
  ['drift.tools', '0', many, 'fail', 2],
  ['drift.tools', '2', many, 'pass', 2],
  ['drift.tools', '0', noise, 'pass', 0],
  ['drift.tools', '0', few, 'inconclusive', 0],
  ['drift.max_share', '0.3', many, 'pass', 0.3],
  ['drift.max_share', '0.29', many, 'fail', 0.3],
  ['drift.max_share', '0.1', noise, 'inconclusive', 0.2],
  ['drift.max_share', '0.1', few, 'inconclusive', 0],
  ['drift.new_tools', '0', [runs(3, 'a'), runs(3, 'b')], 'fail', 1],
  ['drift.gone_tools', '1', [runs(3, 'a'), runs(3, 'b')], 'pass', 1],
  ['drift.calls.factor', '1.1', [runs(10, 'a'), runs(10, 'a', 'a')], 'fail', 2],
  ['drift.calls.factor', '2', [runs(10, 'a'), runs(10, 'a', 'a')], 'pass', 2],
  ['drift.calls.factor', '1.1', [runs(9, 'a'), runs(9, 'a', 'a')], 'inconclusive', 2],
  ['drift.without_calls.increase', '0.05', [runs(50, 'a'), runs(50)], 'fail', 1],
  ['drift.without_calls.increase', '0', [runs(50), runs(50, 'a')], 'pass', -1],
] as const)('%s <= %s over %#: %s', (metric, value, piles, outcome, observed) => {
  expect(judge(piles, metric, value)).toMatchObject({
    outcome,
    observed,
    pass: outcome === 'pass',
  });
});

it('is not measured where a pile does not record what it needs', () => {
  const priced = runs(20, 'a').map((run) => ({ ...run, usage: { cost: 1 } }));
  expect(judge([priced, runs(20, 'a')], 'drift.cost.factor', '9')).toMatchObject({
    outcome: 'error',
    observed: null,
    note: 'not measured: 20 of 20 runs after do not record a cost',
  });
  expect(judge([runs(20, 'a'), runs(20, 'a')], 'drift.failed.increase', '1')).toMatchObject({
    outcome: 'error',
    note: 'not measured: 20 of 20 runs before and 20 of 20 runs after do not record the status of every call',
  });
});

it('is not measured where a pile has no run', () => {
  expect(judge([[], runs(20, 'a')], 'drift.tools', '0')).toMatchObject({
    outcome: 'error',
    note: 'not measured: no run before was measured',
  });
});

it('holds in the other direction, too', () => {
  expect(judge(many, 'drift.calls.factor', '0.5', '>=')).toMatchObject({ outcome: 'pass' });
});
