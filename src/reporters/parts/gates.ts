import type { GateReport, ScoreReport } from '#core';
import {
  type Column,
  name,
  prose,
  proseColumn,
  type Row,
  type Table,
  textColumn,
} from '../document/index.ts';
import { gateName } from '../values/gate-name.ts';
import { gateNote } from '../wording/gate-note.ts';
import { formatInterval, formatNeed, formatValue } from '../values/value.ts';

/** The columns of gates and metrics; the last one says what a gate needs, or whose metric it is. */
export const GATE_COLUMNS: readonly Column[] = [
  proseColumn('metric'),
  proseColumn('observed'),
  proseColumn(''),
];

/** A gate with what was seen and what was asked for. */
export function gateRow(gate: GateReport, scores: readonly ScoreReport[]): Row {
  return { cells: cellsOf(gate, scores), note: prose(gateNote(gate)) };
}

/** The same columns where each gate has one line: the interval is there where it fits. */
const BRIEF_COLUMNS: readonly Column[] = [
  ...GATE_COLUMNS.slice(0, 2),
  textColumn(''),
  { ...textColumn(''), isOptional: true, isQuiet: true },
];

const GATES_SHOWN = { brief: 5, full: 200 };

/** Gates for one screen, a line each, those that did not hold first; a note only where the line is not enough. */
export function briefGates(gates: readonly GateReport[], scores: readonly ScoreReport[]): Table[] {
  if (gates.length === 0) return [];
  const isOpen = ({ outcome }: GateReport): boolean => outcome !== 'pass';
  const sorted = [...gates.filter(isOpen), ...gates.filter((gate) => !isOpen(gate))];
  const hidden = sorted.slice(GATES_SHOWN.brief).filter(isOpen).length;
  return [
    {
      kind: 'table',
      detail: 'brief',
      isHeadless: true,
      columns: BRIEF_COLUMNS,
      rows: sorted.map((gate) => briefRow(gate, scores)),
      cap: GATES_SHOWN,
      noun: 'gate',
      tail: hidden === 0 ? ' that held' : `, ${hidden} of which did not hold`,
      see: '--verbose',
    },
  ];
}

function briefRow(gate: GateReport, scores: readonly ScoreReport[]): Row {
  const { interval, unit, certify, corrected, outcome, source, note } = gate;
  const shown = interval === null ? '' : formatInterval(interval, unit);
  const isExplained =
    note !== null &&
    (outcome !== 'pass' || certify || corrected !== undefined || gate.observed === null);
  const [metric, observed, needs] = cellsOf(gate, scores);
  return {
    cells: [
      metric,
      observed,
      source === 'default' && !isExplained ? `${needs} by default` : needs,
      shown === '' ? '' : { text: `95 % interval ${shown}`, short: shown },
    ],
    ...(isExplained ? { note: prose(note) } : {}),
  };
}

function cellsOf(
  gate: GateReport,
  scores: readonly ScoreReport[],
): readonly [Row['cells'][number], Row['cells'][number], string] {
  return [
    { text: name(gateName(gate, scores)), tone: gate.outcome, isMarked: true },
    { text: formatValue(gate.observed, gate.unit), tone: 'strong' },
    `needs ${formatNeed(gate)}`,
  ];
}
