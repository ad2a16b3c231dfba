import type {
  CaseReport,
  EvalReport,
  RunEvidence,
  RunLabel,
  TestReport,
  UnmeasuredRun,
  Verdict,
} from '#core';
import { caseAt, type CaseColumns, VERDICTS } from '#reporters';
import { type EntryFindings, indexFindings } from './findings-index.ts';
import type { Measured } from './islands.ts';

/** A case of an eval or a run of a test. */
export interface Entry {
  readonly place: number;
  readonly label: RunLabel;
  /** The id of a case, or the number of a run. */
  readonly id: string;
  /** Null where an older report does not say it. */
  readonly verdict: Verdict | null;
  /** How many of its runs pass, where a case has several. */
  readonly passing: { readonly k: number; readonly n: number } | null;
  /** What went wrong in a labelled case; empty where nothing did, or the report does not say it. */
  readonly modes: NonNullable<CaseReport['modes']>;
  readonly confused: NonNullable<CaseReport['confused']>;
  readonly evidence: RunEvidence | null;
  /** Why it was not measured; null where it was. */
  readonly unmeasured: UnmeasuredRun | null;
  readonly findings: EntryFindings;
}

/** All entries of a test or an eval, made when they are asked for. */
export interface EntryList {
  readonly kind: 'case' | 'run';
  readonly count: number;
  readonly verdictAt: (place: number) => Verdict | null;
  readonly at: (place: number) => Entry;
  readonly idAt: (place: number) => string;
  /** The text that a search looks at, in lower case. */
  readonly textAt: (place: number) => string;
  /** The first entry of this id; -1 where there is none. */
  readonly find: (id: string) => number;
}

/** The cases of an eval, or the runs of a test that its report lists. */
export function entriesOf(measured: Measured, columns: CaseColumns | null): EntryList {
  const findingsOf = indexFindings(measured);
  return 'cases' in measured
    ? caseEntries(measured, columns, findingsOf)
    : runEntries(measured, findingsOf);
}

function caseEntries(
  { unmeasured }: EvalReport,
  columns: CaseColumns | null,
  findingsOf: (label: RunLabel) => EntryFindings,
): EntryList {
  const { ids = [], verdicts = '', wheres, quotes } = columns ?? {};
  const errors = new Map(
    unmeasured.items.flatMap((run) => ('case' in run ? [[run.case, run] as const] : [])),
  );
  let places: Map<string, number> | null = null;
  return {
    kind: 'case',
    count: ids.length,
    verdictAt: (place) => VERDICTS[Number(verdicts[place])] ?? 'error',
    at(place) {
      const listed = caseAt(columns ?? { ids, verdicts }, place);
      const { id, verdict, passing, modes = [], confused = [], evidence } = listed;
      const label = { case: id };
      return {
        place,
        label,
        id,
        verdict,
        passing: passing ?? null,
        modes,
        confused,
        evidence: evidence ?? null,
        unmeasured: errors.get(id) ?? null,
        findings: findingsOf(label),
      };
    },
    idAt: (place) => ids[place] ?? '',
    textAt(place) {
      const quote = quotes?.[place];
      return searchText(ids[place] ?? '', wheres?.[place] ?? '', quote ?? null);
    },
    find(id) {
      places ??= firstPlaces(ids);
      return places.get(id) ?? -1;
    },
  };
}

function runEntries(
  measured: TestReport,
  findingsOf: (label: RunLabel) => EntryFindings,
): EntryList {
  const entries = runsOf(measured).map(({ run, verdict, evidence }, place): Entry => ({
    place,
    label: { run },
    id: String(run),
    verdict,
    passing: null,
    modes: [],
    confused: [],
    evidence,
    unmeasured: measured.unmeasured.items.find((one) => 'run' in one && one.run === run) ?? null,
    findings: findingsOf({ run }),
  }));
  const places = firstPlaces(entries.map(({ id }) => id));
  const at = (place: number): Entry => {
    const entry = entries[place];
    if (entry === undefined) throw new RangeError(`there is no run at ${place}`);
    return entry;
  };
  return {
    kind: 'run',
    count: entries.length,
    verdictAt: (place) => at(place).verdict,
    at,
    idAt: (place) => at(place).id,
    textAt: (place) => {
      const { id, evidence } = at(place);
      return searchText(`run ${id}`, evidence?.where ?? '', evidence);
    },
    find: (id) => places.get(id) ?? -1,
  };
}

interface KnownRun {
  readonly run: number;
  readonly verdict: Verdict | null;
  readonly evidence: RunEvidence | null;
}

/** The listed runs, and those that only scorers or errors name: all that an older report has. */
function runsOf({ listedRuns = [], scores, unmeasured, passing, runs }: TestReport): KnownRun[] {
  const known = new Map<number, KnownRun>(listedRuns.map((one) => [one.run, one]));
  const add = (label: RunLabel, verdict: Verdict | null): void => {
    if ('run' in label && !known.has(label.run))
      known.set(label.run, { run: label.run, verdict, evidence: null });
  };
  for (const run of unmeasured.items) add(run, 'error');
  const only = runs === 1 && passing.n === 1 ? (passing.k === 1 ? 'pass' : 'fail') : null;
  for (const { calls, misses } of scores)
    for (const label of [...calls, ...misses.items]) add(label, only);
  return [...known.values()].sort((a, b) => a.run - b.run);
}

function firstPlaces(ids: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  ids.forEach((id, place) => {
    if (!places.has(id)) places.set(id, place);
  });
  return places;
}

function searchText(id: string, where: string, quoted: Omit<RunEvidence, 'where'> | null): string {
  if (quoted === null) return `${id}\n${where}`.toLowerCase();
  const { question = '', answer = '', calls = [], expected, model = '' } = quoted;
  const tools = [...calls, ...(expected?.calls ?? [])].map(({ tool }) => tool);
  return [id, where, question, answer, model, ...tools].join('\n').toLowerCase();
}
