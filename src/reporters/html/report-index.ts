import type { EvalReport, GateOp, GateReport, Report, TestReport, Unit } from '#core';
import type { Text } from '../document/index.ts';
import { judgeParts, judgesOf, partGates } from '../wording/judged.ts';
import { formatShort } from '../values/value.ts';
import { variantTable } from '../wording/variants.ts';
import { VERDICTS } from './verdicts.ts';

/** The gate that a row of the list shows: the first that did not hold, otherwise the first; judged ones last. */
export type IndexGate = readonly [
  metric: number,
  op: GateOp,
  value: number | readonly [number, number],
  observed: number | null,
  unit: Unit,
];

/** One row of the list. Numbers in `missed`, `unexpected` and `others` are places in `words`. */
type IndexRow = readonly [
  verdict: number,
  name: string,
  runs: number,
  errors: number,
  gate: IndexGate | 0,
  missed: readonly number[],
  unexpected: readonly number[],
  others: readonly number[],
];

/** What runs with several models: for each test or eval its row for each model, with the number to show; 0 where there is none. */
export interface IndexVariants {
  readonly models: readonly string[];
  readonly rows: readonly (readonly [
    name: string,
    cells: readonly (readonly [row: number, text: string] | 0)[],
  ])[];
}

/** What the page needs before anything is opened: everything but the evidence. */
export interface ReportIndex {
  readonly about: Omit<Report, 'tests' | 'evals'>;
  /** Rows of evals come first, then those of tests, both in report order. */
  readonly evals: number;
  readonly rows: readonly IndexRow[];
  /** Names of classes, tools and metrics, each once. */
  readonly words: readonly string[];
  /** Only where something runs with several models. */
  readonly variants?: IndexVariants;
  /** Who judged, a line for each; absent where nothing was asked. */
  readonly judges?: readonly (readonly Text[])[];
}

/** The index of a report: enough to list, filter and search its tests and evals. */
export function indexReport(report: Report): ReportIndex {
  const { tests, evals, ...about } = report;
  const words = new Map<string, number>();
  const rows = [...evals, ...tests].map((entry) => indexRow(entry, words));
  const variants = indexVariants(report);
  const judges = judgesOf(report).map(judgeParts);
  return {
    about,
    evals: evals.length,
    rows,
    words: [...words.keys()],
    ...(variants === null ? {} : { variants }),
    ...(judges.length === 0 ? {} : { judges }),
  };
}

function indexVariants(report: Report): IndexVariants | null {
  const table = variantTable(report);
  if (table === null) return null;
  const places = new Map([...report.evals, ...report.tests].map((entry, place) => [entry, place]));
  const rows = table.rows.map(({ name, cells }) => {
    const shown = cells.map((cell) => {
      if (cell === null) return 0;
      const [gate] = cell.measured.gates;
      const text = gate === undefined ? cell.text : formatShort(gate.observed, gate.unit);
      return [places.get(cell.measured) ?? 0, text] as const;
    });
    return [name, shown] as const;
  });
  return { models: table.models, rows };
}

function indexRow(entry: TestReport | EvalReport, words: Map<string, number>): IndexRow {
  const missed = new Set<number>();
  const unexpected = new Set<number>();
  const others = new Set<number>();
  for (const score of entry.scores) {
    // What a judge finds not met is a sentence, not a tool or a class.
    const unmet = score.judged ? others : missed;
    for (const name of score.missed) unmet.add(placeOf(name, words));
    for (const name of score.unexpected) unexpected.add(placeOf(name, words));
    for (const { name, matched_by } of score.classes ?? []) {
      others.add(placeOf(name, words));
      for (const tool of matched_by) others.add(placeOf(tool, words));
    }
    for (const call of score.calls) others.add(placeOf(call.tool, words));
  }
  for (const place of missed) others.delete(place);
  for (const place of unexpected) others.delete(place);
  return [
    VERDICTS.indexOf(entry.verdict),
    entry.name,
    entry.runs,
    entry.errors,
    indexGate(entry.gates, words),
    [...missed],
    [...unexpected],
    [...others],
  ];
}

function indexGate(gates: readonly GateReport[], words: Map<string, number>): IndexGate | 0 {
  const { deterministic, judged } = partGates(gates);
  const ordered = [...deterministic, ...judged];
  const gate = ordered.find(({ outcome }) => outcome !== 'pass') ?? ordered[0];
  if (gate === undefined) return 0;
  return [placeOf(gate.metric, words), gate.op, gate.value, gate.observed, gate.unit];
}

function placeOf(word: string, words: Map<string, number>): number {
  const known = words.get(word);
  if (known !== undefined) return known;
  words.set(word, words.size);
  return words.size - 1;
}
