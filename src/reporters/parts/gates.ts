import type { GateReport, ScoreReport } from '#core';
import { type Column, name, prose, proseColumn, type Row } from '../document/index.ts';
import { gateName } from '../values/gate-name.ts';
import { gateNote } from '../wording/gate-note.ts';
import { formatNeed, formatValue } from '../values/value.ts';

/** The columns of gates and metrics; the last one says what a gate needs, or whose metric it is. */
export const GATE_COLUMNS: readonly Column[] = [
  proseColumn('metric'),
  proseColumn('observed'),
  proseColumn(''),
];

/** A gate with what was seen and what was asked for. */
export function gateRow(gate: GateReport, scores: readonly ScoreReport[]): Row {
  return {
    cells: [
      { text: name(gateName(gate, scores)), tone: gate.outcome, isMarked: true },
      { text: formatValue(gate.observed, gate.unit), tone: 'strong' },
      `needs ${formatNeed(gate)}`,
    ],
    note: prose(gateNote(gate)),
  };
}
