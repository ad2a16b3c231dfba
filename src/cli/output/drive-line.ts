import { makeVisible } from '#reporters';
import type { DriveProgress } from '#run';
import { groupDigits } from './group-digits.ts';

const STEP_MS = 200;
const PLAIN_STEP_MS = 10_000;

/** Shows the progress of runs: one line that changes on a terminal, a plain line now and then elsewhere. */
export class DriveLine {
  readonly #stream: NodeJS.WriteStream;
  #shown = 0;
  #drawn = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  update(progress: DriveProgress): void {
    const now = performance.now();
    const isEnd = progress.done === progress.total;
    if (this.#stream.isTTY) {
      if (now - this.#shown < STEP_MS && !isEnd) return;
      // A terminal that does not report its width is not one of width 0.
      const width = this.#stream.columns || 80;
      this.#stream.write(`\r\u001b[K${formatDrive(progress).slice(0, width)}`);
      this.#drawn = true;
    } else {
      if (this.#shown === 0) this.#shown = now;
      // Short runs need no lines; the report says it all.
      if (now - this.#shown < PLAIN_STEP_MS) return;
      this.#stream.write(`${formatDrive(progress)}\n`);
    }
    this.#shown = now;
  }

  clear(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[K');
    this.#drawn = false;
  }
}

/** `3 of 9 tests · 12 of 40 runs, 4 under way, 1 failed · 31 calls · 18,200 tokens · 0.42 spent · 35 s left · slowest: "orders", run 2, 12 s`. */
export function formatDrive(progress: DriveProgress): string {
  const { tests, done, total, running, failed, calls, tokens, cost, slowest, seconds, workers } =
    progress;
  const runs = [`${groupDigits(done)} of ${groupDigits(total)} runs`];
  if (running > 0) runs.push(`${running} under way`);
  if (failed > 0) runs.push(`${groupDigits(failed)} failed`);
  const parts = [runs.join(', '), `${groupDigits(calls)} ${calls === 1 ? 'call' : 'calls'}`];
  if (tests.total > 1)
    parts.unshift(`${groupDigits(tests.done)} of ${groupDigits(tests.total)} tests`);
  if (workers !== undefined) parts.push(`${workers} ${workers === 1 ? 'worker' : 'workers'}`);
  if (tokens > 0) parts.push(`${groupDigits(tokens)} tokens`);
  if (cost > 0) parts.push(`${cost.toFixed(4)} spent`);
  if (done > 0 && done < total)
    parts.push(`${groupDigits(Math.ceil((seconds / done) * (total - done)))} s left`);
  if (slowest !== null && slowest.seconds >= 1)
    parts.push(`slowest: ${makeVisible(slowest.name)}, ${Math.round(slowest.seconds)} s`);
  return parts.join(' · ');
}
