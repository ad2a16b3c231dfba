import type { Comparison } from '../comparison/comparison.ts';
import type { ConfusionReport, Verdict } from '../report/report.ts';
import type { QuotedCall, RunEvidence } from '../report/run-evidence.ts';
import type { EntryBrief, EntryList } from './entry-list.ts';
import type { ReportEntry } from './report-entry.ts';

/** Which entries are listed; null is "does not matter". */
export interface EntryFilter {
  /** Null is the default: those that fail, where some do. */
  readonly show: Verdict | 'all' | null;
  readonly query: string;
  readonly mode: string | null;
  /** A cell of the matrix. */
  readonly expected: string | null;
  readonly called: string | null;
  /** A tool that was expected or called. */
  readonly tool: string | null;
  /** Since the baseline. */
  readonly changed: 'worse' | 'better' | null;
}

export const NO_FILTER: EntryFilter = {
  show: null,
  query: '',
  mode: null,
  expected: null,
  called: null,
  tool: null,
  changed: null,
};

/** What filters need beside the entries. */
export interface FilterContext {
  readonly confusion: ConfusionReport | undefined;
  /** The ids that are worse or better than in the baseline. */
  readonly changes: ReadonlyMap<string, 'worse' | 'better'>;
}

/** What is worse or better than in the baseline, by id; only of cases that the comparison lists. */
export function baselineChanges(
  comparison: Comparison | undefined,
  name: string,
): FilterContext['changes'] {
  const part = comparison?.parts.find((each) => each.kind === 'eval' && each.name === name);
  return new Map((part?.changes.items ?? []).map(({ id, change }) => [id, change]));
}

/** The verdict that is listed: by default what fails; all where nothing does, or where something else is asked for. */
export function shownVerdict(
  filter: EntryFilter,
  counts: ReadonlyMap<Verdict, number>,
): Verdict | 'all' {
  if (filter.show !== null) return filter.show;
  if (filter.expected !== null || filter.called !== null || filter.changed !== null) return 'all';
  return (counts.get('fail') ?? 0) > 0 ? 'fail' : 'all';
}

/** The places of the entries that a filter leaves. */
export function filterEntries(
  entries: EntryList,
  filter: EntryFilter,
  show: Verdict | 'all',
  context: FilterContext,
): readonly number[] {
  const terms = searchTerms(filter);
  const matches = entryFilter(entries, filter, context);
  const places: number[] = [];
  for (let place = 0; place < entries.count; place += 1) {
    if (show !== 'all' && entries.verdictAt(place) !== show) continue;
    if (terms.length > 0) {
      const text = entries.textAt(place);
      if (!terms.every((term) => text.includes(term))) continue;
    }
    if (matches !== null && !matches(entries.briefAt(place), place)) continue;
    places.push(place);
  }
  return places;
}

/** The words that a search looks for, in lower case. */
export function searchTerms({ query }: Pick<EntryFilter, 'query'>): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** What a filter says of an entry apart from its verdict and text. Null where every entry matches: then none has to be made. */
export function entryFilter(
  entries: Pick<EntryList, 'at'>,
  { expected, called, tool, changed, mode }: EntryFilter,
  { confusion, changes }: FilterContext,
): ((brief: EntryBrief, place: number) => boolean) | null {
  if ([expected, called, tool, changed, mode].every((part) => part === null)) return null;
  const inCell =
    expected === null || called === null ? null : cellFilter(expected, called, confusion);
  return (brief, place) =>
    (inCell === null || inCell(brief)) &&
    (mode === null || brief.modes?.some((each) => each === mode) === true) &&
    (changed === null || changes.get(brief.id) === changed) &&
    (tool === null || hasTool(entries.at(place), tool));
}

/** Cases say which cells off the diagonal they are in; for others, and for older reports, their evidence decides. */
function cellFilter(
  expected: string,
  called: string,
  confusion: ConfusionReport | undefined,
): (brief: EntryBrief) => boolean {
  const cell = confusion?.cells.find(
    (each) => each.expected === expected && each.observed === called,
  );
  const named = new Set(cell?.cases);
  const isWhole = cell !== undefined && cell.count <= cell.cases.length;
  const isCell = ([row, column]: readonly [string, string]): boolean =>
    row === expected && column === called;
  return ({ id, confused = [], evidence }) => {
    if (confused.some(isCell) || named.has(id)) return true;
    if (isWhole || (confused.length > 0 && expected !== called)) return false;
    return evidence !== undefined && isInCell(evidence, expected, called);
  };
}

const NONE = '(none)';
const EXTRA = '(extra)';

/** Whether a case has an expected call that another call took the place of, as far as its evidence says. */
function isInCell(evidence: RunEvidence, expected: string, called: string): boolean {
  const { expected: label, calls } = evidence;
  if (label === undefined || calls === undefined) return false;
  const isExpected = (tool: string): boolean => label.calls.some((call) => isTool(call.tool, tool));
  if (expected === EXTRA) return calls.some((call) => isWrong(call) && isTool(call.tool, called));
  if (expected === NONE ? label.calls.length > 0 : !isExpected(expected)) return false;
  const isMade = calls.some((call) => !isWrong(call) && isTool(call.tool, expected));
  if (expected === called) return expected === NONE ? calls.length === 0 : isMade;
  if (isMade) return false;
  if (called === NONE) return calls.every((call) => !isWrong(call));
  return calls.some((call) => isTool(call.tool, called));
}

function isWrong({ verdict = 'ok' }: QuotedCall): boolean {
  return verdict !== 'ok' && verdict !== 'hit' && verdict !== 'repeat' && verdict !== 'mismatch';
}

/** A tool of a server is the tool that a label names without one. */
function isTool(tool: string, label: string): boolean {
  return tool === label || tool.endsWith(`.${label}`);
}

function hasTool({ evidence, findings }: ReportEntry, tool: string): boolean {
  const names = [
    ...(evidence?.calls ?? []).map((call) => call.tool),
    ...(evidence?.expected?.calls ?? []).map((call) => call.tool),
    ...findings.calls.map((call) => call.tool),
    ...findings.misses.map((miss) => miss.expected),
  ];
  return names.some((name) => isTool(name, tool) || name.startsWith(`${tool}(`));
}

/** How many entries have each verdict. */
export function countVerdicts(entries: EntryList): ReadonlyMap<Verdict, number> {
  const counts = new Map<Verdict, number>();
  for (let place = 0; place < entries.count; place += 1) {
    const verdict = entries.verdictAt(place);
    if (verdict !== null) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return counts;
}
