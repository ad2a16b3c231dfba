import type { CallReport, MissReport, RunLabel } from '#core';
import { callTag, isFault, unjudgedTag } from './badge.ts';
import { type Child, code, data, el } from './dom.ts';
import { formatNumber } from '../../values/value.ts';
import { runLabel, sameRun } from './run-label.ts';

/** Expectations that no call met, each with what may explain it and, where there are several runs, its run. */
export function missesList(
  misses: readonly MissReport[],
  showRuns: boolean,
  word: 'missed' | 'not met',
): HTMLElement {
  const entries = misses.map((miss) =>
    el(
      'li',
      'fault',
      el('span', 'call-place', ''),
      miss.unjudged === true ? unjudgedTag() : el('span', 'tag fail', `○ ${word}`),
      el('span', 'call-tool', missed(miss), showRuns ? runLabel(miss) : null),
      hint(miss.hint),
    ),
  );
  return el('ul', 'calls', ...entries);
}

/** What was missed is a name of the suite; why nothing was judged is a sentence. */
function missed({ expected, unjudged }: MissReport): HTMLElement {
  return unjudged === true ? data(expected) : code(expected);
}

/** More runs than this are folded, unless something in them counts against the agent. */
const RUNS_OPEN = 3;

/** The calls in order, by run; those that count against the agent stand out. `lowest` marks a run. */
export function callsByRun(
  calls: readonly CallReport[],
  lowest: RunLabel | null,
): readonly HTMLElement[] {
  const runs = groupByRun(calls);
  return runs.map(([first, ...rest]) => {
    const own = [first, ...rest];
    const isLowest = lowest !== null && sameRun(lowest, first);
    const tools = own.flatMap((call, place): Child[] => [
      place === 0 ? null : ', ',
      code(call.tool),
    ]);
    const head = el(
      'summary',
      'run-head',
      runLabel(first),
      ' ',
      isLowest ? el('span', 'kind', 'lowest') : null,
      ' ',
      el('span', 'run-tools', ...tools),
    );
    const fold = el('details', '', head, callsList(own));
    fold.open = runs.length <= RUNS_OPEN || own.some((call) => isFault(call.verdict));
    return fold;
  });
}

type Run = [CallReport, ...CallReport[]];

function groupByRun(calls: readonly CallReport[]): readonly Run[] {
  const runs: Run[] = [];
  for (const call of calls) {
    const last = runs.at(-1);
    if (last !== undefined && sameRun(last[0], call)) last.push(call);
    else runs.push([call]);
  }
  return runs;
}

/** The calls of a single run. */
export function callsList(calls: readonly CallReport[]): HTMLElement {
  return el('ol', 'calls', ...calls.map(callEntry));
}

function callEntry(call: CallReport): HTMLElement {
  return el(
    'li',
    isFault(call.verdict) ? 'fault' : '',
    el('span', 'call-place', formatNumber(call.call)),
    callTag(call.verdict),
    el('span', 'call-tool', code(call.tool), classes(call.classes ?? [])),
    call.arguments === undefined ? null : el('span', 'more', code(call.arguments)),
    hint(call.hint),
  );
}

function classes(names: readonly string[]): HTMLElement | null {
  if (names.length === 0) return null;
  const parts = names.flatMap((name, place): Child[] => [place === 0 ? '→ ' : ', ', code(name)]);
  return el('span', 'call-classes', ...parts);
}

function hint(text: string | undefined): HTMLElement | null {
  return text === undefined ? null : el('span', 'hint more', data(text));
}
