import type { CallReport, MissReport, RunLabel } from '#core';
import { callTag, isFault } from './badge.ts';
import { add, type Child, code, data, el } from './dom.ts';
import { formatCount } from './format.ts';
import { runLabel, sameRun } from './run-label.ts';

/** Expectations that no call met, each with what may explain it and, where there are several runs, its run. */
export function missesList(misses: readonly MissReport[], showRuns: boolean): HTMLElement {
  const entries = misses.map((miss) =>
    el(
      'li',
      'fault',
      el('span', 'call-place', ''),
      el('span', 'tag fail', '○ missed'),
      el('span', 'call-tool', code(miss.expected), showRuns ? runLabel(miss) : null),
      hint(miss.hint),
    ),
  );
  return el('ul', 'calls', ...entries);
}

/** The calls in order, by run; those that count against the agent stand out. `lowest` marks a run. */
export function callsByRun(
  calls: readonly CallReport[],
  lowest: RunLabel | null,
): readonly HTMLElement[] {
  const blocks: HTMLElement[] = [];
  let before: CallReport | null = null;
  let list = el('ol', 'calls');
  for (const call of calls) {
    if (before === null || !sameRun(before, call)) {
      const mark = lowest !== null && sameRun(lowest, call) ? el('span', 'kind', 'lowest') : null;
      list = el('ol', 'calls');
      blocks.push(el('p', 'run-head', runLabel(call), mark), list);
    }
    add(list, callEntry(call));
    before = call;
  }
  return blocks;
}

/** The calls of a single run. */
export function callsList(calls: readonly CallReport[]): HTMLElement {
  return el('ol', 'calls', ...calls.map(callEntry));
}

function callEntry(call: CallReport): HTMLElement {
  return el(
    'li',
    isFault(call.verdict) ? 'fault' : '',
    el('span', 'call-place', formatCount(call.call)),
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
