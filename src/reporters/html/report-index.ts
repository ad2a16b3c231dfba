import type {
  EvalReport,
  GateOp,
  GateReport,
  Report,
  TestReport,
  Unit,
  VerdictCounts,
} from '#core';
import type { Text } from '../document/index.ts';
import { judgeParts, judgesOf, partGates } from '../wording/judged.ts';
import { describeRepeats } from '../wording/repeats.ts';
import { verdictParts } from '../wording/verdict-line.ts';
import { blocksOf } from './blocks.ts';
import { frequentFaults, type FrequentFaults } from './frequent-faults.ts';
import { indexComparison, type IndexComparison } from './index-comparison.ts';
import { indexVariants, type IndexVariants } from './index-variants.ts';
import type { Provenance } from './provenance.ts';
import { VERDICTS } from './verdicts.ts';

/** The gate that a row of the list shows: the first that did not hold, otherwise the first; judged ones last. */
export type IndexGate = readonly [
  metric: number,
  op: GateOp,
  value: number | readonly [number, number],
  observed: number | null,
  unit: Unit,
  interval: readonly [number, number] | null,
  outcome: number,
];

/** One row of the list. Numbers in `missed`, `unexpected` and `others` are places in `words`. */
type IndexRow = readonly [
  verdict: number,
  name: string,
  runs: number,
  errors: number,
  gate: IndexGate | 0,
  /** How many gates did not hold, of how many. */
  gates: readonly [open: number, all: number],
  /** Runs or cases that fail, of those that were measured. */
  failing: readonly [failing: number, measured: number],
  missed: readonly number[],
  unexpected: readonly number[],
  others: readonly number[],
];

/** What the page needs before anything is opened: everything but the evidence. */
export interface ReportIndex {
  readonly about: Omit<Report, 'tests' | 'evals' | 'baseline'>;
  /** Rows of evals come first, then those of tests, both in report order. */
  readonly evals: number;
  readonly rows: readonly IndexRow[];
  /** The first row of each block of evidence; each eval is a block of its own. */
  readonly blocks: readonly number[];
  /** Names of classes, tools and metrics, each once. */
  readonly words: readonly string[];
  /** The verdict in words of ours, as every sink has them. */
  readonly reasons: readonly string[];
  readonly faults: FrequentFaults;
  /** Against the baseline, where there is one. */
  readonly compared?: IndexComparison;
  /** Only where something runs with several models. */
  readonly variants?: IndexVariants;
  /** Who judged, a line for each; absent where nothing was asked. */
  readonly judges?: readonly (readonly Text[])[];
  /** How reliable what is repeated is, a line for each kind; absent where nothing is. */
  readonly repeats?: readonly Text[];
  /** When, of which commit and after which runs; absent where it is not known. */
  readonly provenance?: Provenance;
}

/** The index of a report: enough to list, filter and search its tests and evals. */
export function indexReport(report: Report, provenance?: Provenance): ReportIndex {
  const { tests, evals, baseline, ...about } = report;
  const words = new Map<string, number>();
  const rows = [...evals, ...tests].map((entry) => indexRow(entry, words));
  const variants = indexVariants(report);
  const judges = judgesOf(report).map(judgeParts);
  const repeats = describeRepeats(report);
  return {
    about,
    evals: evals.length,
    rows,
    blocks: blocksOf(report),
    words: [...words.keys()],
    reasons: verdictParts(report),
    faults: frequentFaults(report),
    ...(baseline === undefined ? {} : { compared: indexComparison(baseline) }),
    ...(variants === null ? {} : { variants }),
    ...(judges.length === 0 ? {} : { judges }),
    ...(repeats.length === 0 ? {} : { repeats }),
    ...(provenance === undefined ? {} : { provenance }),
  };
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
  const open = entry.gates.filter(({ outcome }) => outcome !== 'pass').length;
  return [
    VERDICTS.indexOf(entry.verdict),
    entry.name,
    entry.runs,
    entry.errors,
    indexGate(entry.gates, words),
    [open, entry.gates.length],
    failingOf(entry),
    [...missed],
    [...unexpected],
    [...others],
  ];
}

/** Of an eval cases; of a test runs, which pass or fail alone. */
function failingOf(entry: TestReport | EvalReport): readonly [number, number] {
  if (!('cases' in entry)) return [entry.passing.n - entry.passing.k, entry.passing.n];
  const counts: Record<keyof VerdictCounts, number> = {
    pass: 0,
    fail: 0,
    error: 0,
    inconclusive: 0,
  };
  for (const { verdict } of entry.cases) counts[verdict] += 1;
  return [counts.fail, entry.cases.length - counts.error];
}

function indexGate(gates: readonly GateReport[], words: Map<string, number>): IndexGate | 0 {
  const { deterministic, judged } = partGates(gates);
  const ordered = [...deterministic, ...judged];
  const gate = ordered.find(({ outcome }) => outcome !== 'pass') ?? ordered[0];
  if (gate === undefined) return 0;
  const { metric, op, value, observed, unit, interval, outcome } = gate;
  return [placeOf(metric, words), op, value, observed, unit, interval, VERDICTS.indexOf(outcome)];
}

function placeOf(word: string, words: Map<string, number>): number {
  const known = words.get(word);
  if (known !== undefined) return known;
  words.set(word, words.size);
  return words.size - 1;
}
