import type { ConfusionReport, FailedGate, ReportEntry } from '#core';
import { formatFailedGate } from '#reporters';
import { isComplaint } from '../trace/call-words.ts';
import { pairCalls } from '../trace/pair-calls.ts';

/** A run or case in one line: what was expected and what came instead. */
export interface Summary {
  /** What was expected and did not come; empty where all of it came. */
  readonly expected: readonly string[];
  /** What was called in place of it, or beyond it; of a case that passes all calls. */
  readonly called: readonly string[];
  /** What is wrong where the tools are right. */
  readonly note: string | null;
}

const NO_CALL = '(none)';

/** Confused cells by case: the matrix pairs calls as the scorers do. */
export function cellsByCase(confusion: ConfusionReport | undefined): CellsByCase {
  const cells = new Map<string, { expected: string; observed: string }[]>();
  for (const { expected, observed, cases } of confusion?.cells ?? [])
    for (const id of cases) cells.set(id, [...(cells.get(id) ?? []), { expected, observed }]);
  return cells;
}

export type CellsByCase = ReadonlyMap<
  string,
  readonly { readonly expected: string; readonly observed: string }[]
>;

/** Sums up a run or case, by the matrix where it names it, otherwise by what scorers found. */
export function summaryOf(entry: ReportEntry, cells: CellsByCase): Summary {
  const { evidence, findings, verdict, unmeasured } = entry;
  if (unmeasured !== null) return { expected: [], called: [], note: unmeasured.message };
  const calls = evidence?.calls ?? [];
  if (verdict === 'pass')
    return { expected: [], called: calls.map(({ tool }) => tool), note: null };
  const confused = 'case' in entry.label ? (cells.get(entry.id) ?? []) : [];
  if (confused.length > 0)
    return {
      expected: distinct(
        confused.map(({ expected }) => expected).filter((label) => label !== '(extra)'),
      ),
      called: distinct(confused.map(({ observed }) => observed)),
      note: null,
    };
  const failed = evidence?.failedGates ?? [];
  const isReason = ({ scorer }: { readonly scorer: string }): boolean =>
    failed.length === 0 || failed.some((gate) => gate.scorer === scorer);
  if (failed.length > 0 && ![...findings.misses, ...findings.calls].some(isReason))
    return { expected: [], called: [], note: failed.map(gateText).join(', ') };
  const wrong = calls.filter((call) => isComplaint(call.verdict));
  const missed = findings.misses
    .filter((miss) => !miss.judged && isReason(miss))
    .map((miss) => nameOf(miss.expected));
  const absent = missed.length > 0 ? missed : pairCalls(entry).absent.map(({ tool }) => tool);
  const called =
    wrong.length > 0
      ? wrong.map(({ tool }) => tool)
      : findings.calls.filter((call) => isComplaint(call.verdict)).map(({ tool }) => tool);
  const isSameTool = absent.length > 0 && absent.every((tool) => called.includes(tool));
  const [verdictOfCall, ...others] = distinct(wrong.map((call) => call.verdict ?? ''));
  const isOtherArguments = isSameTool || (verdictOfCall === 'mismatch' && others.length === 0);
  const judged = findings.misses.find((miss) => miss.judged);
  return {
    expected: isOtherArguments ? [] : distinct(absent),
    called: distinct(called.length === 0 && absent.length > 0 ? [NO_CALL] : called),
    note: isOtherArguments
      ? 'with other arguments'
      : absent.length + called.length > 0
        ? null
        : judged === undefined
          ? modesText(entry.modes)
          : `judged: ${judged.expected}`,
  };
}

function gateText(gate: FailedGate): string {
  return `${gate.metric} ${formatFailedGate(gate)}`;
}

/** The failure modes of a case, where nothing else says what is wrong. */
function modesText(modes: ReportEntry['modes']): string | null {
  return modes.length === 0 ? null : modes.join(', ').replaceAll('_', ' ');
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/** An expected call is written as `tool({…})` or `tool {…}`. */
function nameOf(expected: string): string {
  const end = expected.search(/(?: |\()\{/);
  return end > 0 ? expected.slice(0, end) : expected;
}
