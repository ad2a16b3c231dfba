import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TraceScorer } from '#run';
import type { ApiLiveGates } from '#schema';
import type { LiveStore } from '#store';
import { readChoice } from '../http/page-query.ts';
import { assembleTrace } from './assemble-trace.ts';

/** The runs that gates are summed over: the newest ones. */
const LAST = ['100', '500', '2000'] as const;
const BATCH = 20;

/**
 * The gates of the suite over the newest runs together, as `run` would decide them on these. A test without runs is not
 * measured; so is a gate that the runs say nothing about.
 */
export async function sumGates(
  store: LiveStore,
  scorer: TraceScorer,
  query: URLSearchParams,
): Promise<ApiLiveGates> {
  const last = Number(readChoice(query, 'last', LAST) ?? LAST[1]);
  const tests = scorer.openTests();
  const counts = { runs: 0, untaken: 0, unreadable: 0 };
  let [fromMs, toMs]: [number | null, number | null] = [null, null];
  let before = Number.MAX_SAFE_INTEGER;
  while (counts.runs + counts.unreadable < last) {
    const limit = Math.min(BATCH, last - counts.runs - counts.unreadable);
    const { items, next } = store.index.page(before, limit, { outcome: 'run' });
    for (const trace of items) {
      const assembled = assembleTrace(store.linesOf(trace));
      if (assembled.kind === 'run') {
        counts.runs += 1;
        if (!tests.add(assembled.trace, trace.id)) counts.untaken += 1;
      } else counts.unreadable += 1;
      toMs ??= trace.lastMs;
      fromMs = trace.lastMs;
    }
    if (next === null) break;
    before = next;
    await nextTurn();
  }
  return { last, ...counts, fromMs, toMs, tests: await tests.finish() };
}
