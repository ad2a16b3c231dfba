import type { EvalReport, GateReport, TestReport } from '#core';
import { type Block, name, proseColumn, type Row, type Table } from '../document/index.ts';
import { gateName } from '../values/gate-name.ts';
import { partGates } from '../wording/judged.ts';
import { formatNeed, formatValue } from '../values/value.ts';

const COLUMNS = ['test', 'gate', 'observed', 'needs'].map(proseColumn);

interface OpenGate extends GateReport {
  readonly of: TestReport | EvalReport;
}

/** The gates that did not hold, of all tests and evals: what a page shows before anything is unfolded. Judged ones are apart. */
export function openGateBlocks(measured: readonly (TestReport | EvalReport)[]): Block[] {
  const open = measured.flatMap((each): OpenGate[] =>
    each.gates.filter(({ outcome }) => outcome !== 'pass').map((gate) => ({ ...gate, of: each })),
  );
  const { deterministic, judged } = partGates(open);
  const table = (gates: readonly OpenGate[]): Table => ({
    kind: 'table',
    detail: 'full',
    columns: COLUMNS,
    rows: gates.map(rowOf),
    noun: 'gate',
  });
  return [
    ...(deterministic.length === 0 ? [] : [table(deterministic)]),
    ...(judged.length === 0
      ? []
      : [{ kind: 'note', detail: 'full', tone: 'strong', text: 'judged' } as const, table(judged)]),
  ];
}

function rowOf(gate: OpenGate): Row {
  const { of, outcome, observed, unit } = gate;
  return {
    cells: [
      { text: name(of.name), tone: outcome, isMarked: true },
      name(gateName(gate, of.scores)),
      formatValue(observed, unit),
      formatNeed(gate),
    ],
  };
}
