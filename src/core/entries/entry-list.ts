import type { CaseReport, EvalReport, RunLabel, TestReport, Verdict } from '../report/report.ts';
import type { RunEvidence } from '../report/run-evidence.ts';
import { indexFindings } from './index-findings.ts';
import type { EntryFindings, ReportEntry } from './report-entry.ts';

/** All entries of a test or an eval, made when they are asked for. */
export interface EntryList {
  readonly kind: 'case' | 'run';
  readonly count: number;
  readonly verdictAt: (place: number) => Verdict | null;
  readonly at: (place: number) => ReportEntry;
  /** What filters look at, without what scorers found: there may be a million entries. */
  readonly briefAt: (place: number) => EntryBrief;
  /** The text that a search looks at, in lower case. */
  readonly textAt: (place: number) => string;
  /** The first entry of this id; -1 where there is none. */
  readonly find: (id: string) => number;
}

/** A part of an entry that needs no look-up. */
export type EntryBrief = Pick<CaseReport, 'id' | 'modes' | 'confused' | 'evidence'>;

/** The cases of an eval, however they are stored. */
export interface CaseList {
  readonly count: number;
  readonly idAt: (place: number) => string;
  readonly verdictAt: (place: number) => Verdict;
  readonly at: (place: number) => CaseReport;
  /** What a search looks at, without making a case: there may be a million. */
  readonly quoteAt: (place: number) => readonly [where: string, quoted: Quotes | null];
  /** The first case of an id, -1 where there is none; a table of all ids is made where it is absent. */
  readonly find?: (id: string) => number;
  /** Whether its id names it in an address; found by its id where it is absent. */
  readonly isNamed?: (place: number) => boolean;
}

/** What is quoted of a run besides where it is. */
type Quotes = Omit<RunEvidence, 'where'>;

/** The cases of a report as they are. */
function caseList(cases: readonly CaseReport[]): CaseList {
  const at = (place: number): CaseReport => {
    const caseReport = cases[place];
    if (caseReport === undefined) throw new RangeError(`there is no case at ${place}`);
    return caseReport;
  };
  return {
    count: cases.length,
    idAt: (place) => at(place).id,
    verdictAt: (place) => at(place).verdict,
    at,
    quoteAt(place) {
      const { evidence } = at(place);
      return [evidence?.where ?? '', evidence ?? null];
    },
  };
}

/** Longer names are linked by place: browsers and chat programs cut long addresses. */
const MAX_NAME_LENGTH = 200;

/** Whether a name can be a part of an address. */
export function isAddressable(name: string): boolean {
  return name !== '' && name.length <= MAX_NAME_LENGTH && name.isWellFormed();
}

function isFirst(id: string, place: number, find: (id: string) => number): boolean {
  return isAddressable(id) && find(id) === place;
}

/** The cases of an eval, by default those of its report, or the runs of a test that its report lists. */
export function entriesOf(measured: TestReport | EvalReport, cases?: CaseList): EntryList {
  const findingsOf = indexFindings(measured);
  return 'cases' in measured
    ? caseEntries(measured, cases ?? caseList(measured.cases), findingsOf)
    : runEntries(measured, findingsOf);
}

function caseEntries(
  { unmeasured }: EvalReport,
  cases: CaseList,
  findingsOf: (label: RunLabel) => EntryFindings,
): EntryList {
  const errors = new Map(
    unmeasured.items.flatMap((run) => ('case' in run ? [[run.case, run] as const] : [])),
  );
  const find = cases.find ?? createFinder(cases);
  const isNamed = cases.isNamed ?? ((place) => isFirst(cases.idAt(place), place, find));
  return {
    kind: 'case',
    count: cases.count,
    verdictAt: cases.verdictAt,
    briefAt: cases.at,
    at(place) {
      const { id, verdict, passing, modes = [], confused = [], evidence } = cases.at(place);
      const label = { case: id };
      return {
        place,
        label,
        id,
        isNamed: isNamed(place),
        verdict,
        passing: passing ?? null,
        modes,
        confused,
        evidence: evidence ?? null,
        unmeasured: errors.get(id) ?? null,
        findings: findingsOf(label),
      };
    },
    textAt: (place) => searchText(cases.idAt(place), ...cases.quoteAt(place)),
    find,
  };
}

function runEntries(
  measured: TestReport,
  findingsOf: (label: RunLabel) => EntryFindings,
): EntryList {
  const entries = runsOf(measured).map(({ run, verdict, evidence }, place): ReportEntry => ({
    place,
    label: { run },
    id: String(run),
    isNamed: true,
    verdict,
    passing: null,
    modes: [],
    confused: [],
    evidence,
    unmeasured: measured.unmeasured.items.find((item) => 'run' in item && item.run === run) ?? null,
    findings: findingsOf({ run }),
  }));
  const at = (place: number): ReportEntry => {
    const entry = entries[place];
    if (entry === undefined) throw new RangeError(`there is no run at ${place}`);
    return entry;
  };
  return {
    kind: 'run',
    count: entries.length,
    verdictAt: (place) => at(place).verdict,
    at,
    briefAt(place) {
      const { id, evidence } = at(place);
      return { id, ...(evidence === null ? {} : { evidence }) };
    },
    textAt: (place) => {
      const { id, evidence } = at(place);
      return searchText(`run ${id}`, evidence?.where ?? '', evidence);
    },
    find: createFinder({ count: entries.length, idAt: (place) => at(place).id }),
  };
}

interface KnownRun {
  readonly run: number;
  readonly verdict: Verdict | null;
  readonly evidence: RunEvidence | null;
}

/** The listed runs, and those that only scorers or errors name: all that an older report has. */
function runsOf({ listedRuns = [], scores, unmeasured, passing, runs }: TestReport): KnownRun[] {
  const known = new Map<number, KnownRun>(listedRuns.map((listed) => [listed.run, listed]));
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

/** Finds first places by id; the table is made when it is first used. */
function createFinder({ count, idAt }: Pick<CaseList, 'count' | 'idAt'>): EntryList['find'] {
  let places: Map<string, number> | null = null;
  return (id) => {
    if (places === null) {
      places = new Map();
      for (let place = count - 1; place >= 0; place -= 1) places.set(idAt(place), place);
    }
    return places.get(id) ?? -1;
  };
}

/** What a search looks at in a case, in lower case. */
export function searchTextOf({ id, evidence }: CaseReport): string {
  return searchText(id, evidence?.where ?? '', evidence ?? null);
}

function searchText(id: string, where: string, quoted: Quotes | null): string {
  if (quoted === null) return `${id}\n${where}`.toLowerCase();
  const { question = '', answer = '', calls = [], expected, model = '' } = quoted;
  const tools = [...calls, ...(expected?.calls ?? [])].map(({ tool }) => tool);
  return [id, where, question, answer, model, ...tools].join('\n').toLowerCase();
}
