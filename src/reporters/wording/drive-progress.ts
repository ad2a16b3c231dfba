import type { DriveProgress } from '#schema';
import { makeVisible } from '../escape/visible.ts';
import { formatCount, formatNumber } from '../values/value.ts';

/** `3 of 9 tests · 12 of 40 runs, 4 under way, 1 failed · 31 calls · 18,200 tokens · 0.42 spent · 35 s left · slowest: "orders", run 2, 12 s`. */
export function formatDrive(progress: DriveProgress): string {
  const { tests, done, total, running, failed, calls, tokens, cost, slowest, seconds, workers } =
    progress;
  const runs = [`${formatNumber(done)} of ${formatCount(total, 'run')}`];
  if (running > 0) runs.push(`${running} under way`);
  if (failed > 0) runs.push(`${formatNumber(failed)} failed`);
  const parts = [runs.join(', '), formatCount(calls, 'call')];
  if (tests.total > 1)
    parts.unshift(`${formatNumber(tests.done)} of ${formatNumber(tests.total)} tests`);
  if (workers !== undefined) parts.push(formatCount(workers, 'worker'));
  if (tokens > 0) parts.push(`${formatNumber(tokens)} tokens`);
  if (cost > 0) parts.push(`${cost.toFixed(4)} spent`);
  if (done > 0 && done < total)
    parts.push(`${formatNumber(Math.ceil((seconds / done) * (total - done)))} s left`);
  if (slowest !== null && slowest.seconds >= 1)
    parts.push(`slowest: ${makeVisible(slowest.name)}, ${Math.round(slowest.seconds)} s`);
  return parts.join(' · ');
}
