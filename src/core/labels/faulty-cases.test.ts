import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FAILURE_MODES } from './failure-modes.ts';
import { FaultyCases } from './faulty-cases.ts';

const same = (label: string): string => label;

it('lists the modes and the confusions of a case, each once, and nothing of a case without fault', () => {
  const cases = new FaultyCases();
  cases.addCell(1, 'status', 'status');
  cases.addCell(2, 'status', 'history');
  cases.addCell(2, 'status', 'history');
  cases.addMode(2, 'wrong_tool');
  cases.addMode(2, 'over_tooling');
  expect(cases.report(1, same, () => true)).toEqual({});
  expect(cases.report(2, same, () => true)).toEqual({
    modes: ['over_tooling', 'wrong_tool'],
    confused: [['status', 'history']],
  });
});

it('has the labels of the matrix, and leaves out modes that are not measured', () => {
  const cases = new FaultyCases();
  cases.addCell(1, 'search', 'brave.search');
  cases.addCell(1, 'fetch', 'brave.search');
  cases.addMode(1, 'hallucinated_tool');
  const columnOf = (label: string): string => label.replace('brave.', '');
  expect(cases.report(1, columnOf, () => false)).toEqual({ confused: [['fetch', 'search']] });
});

it('is the same whatever the cases are split into', () => {
  const fault = fc.record({
    order: fc.nat(3),
    mode: fc.constantFrom(...FAILURE_MODES),
    cell: fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('a', 'b', 'c')),
    part: fc.nat(2),
  });
  fc.assert(
    fc.property(fc.array(fault), (faults) => {
      const whole = new FaultyCases();
      const parts = [new FaultyCases(), new FaultyCases(), new FaultyCases()];
      for (const { order, mode, cell, part } of faults)
        for (const cases of [whole, parts[part]!]) {
          cases.addMode(order, mode);
          cases.addCell(order, ...cell);
        }
      const merged = new FaultyCases();
      for (const part of parts.reverse()) merged.merge(part.state());
      expect(merged.state()).toEqual(whole.state());
    }),
  );
});
