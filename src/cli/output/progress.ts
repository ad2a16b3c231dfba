import { nowMs } from '#platform';
import type { ReadProgress } from '#run';
import { groupDigits } from './group-digits.ts';

/** A line on the terminal with the progress of a long run; silent without a terminal. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #started = nowMs();
  #shown = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  update(traces: number, reading: ReadProgress | null = null): void {
    if (!this.#stream.isTTY) return;
    const now = nowMs();
    if (now - Math.max(this.#started, this.#shown) < 200) return;
    this.#shown = now;
    const line = formatProgress(traces, reading, (now - this.#started) / 1000);
    this.#stream.write(`\r\u001b[K${line}`);
  }

  clear(): void {
    if (this.#shown > 0) this.#stream.write('\r\u001b[K');
  }
}

/** `1,200,000 traces, 850,000 per second · 1 of 2 files · 760 MB/s · 12 s left`, as far as known. */
export function formatProgress(
  traces: number,
  reading: ReadProgress | null,
  seconds: number,
): string {
  const parts = [
    `${groupDigits(traces)} traces, ${groupDigits(Math.round(traces / seconds))} per second`,
  ];
  if (reading !== null && reading.totalFiles > 1)
    parts.push(`${groupDigits(reading.files)} of ${groupDigits(reading.totalFiles)} files`);
  if (reading !== null && reading.bytes > 0) {
    const speed = reading.bytes / seconds;
    parts.push(`${groupDigits(Math.round(speed / 1e6))} MB/s`);
    parts.push(`${groupDigits(Math.ceil((reading.totalBytes - reading.bytes) / speed))} s left`);
  }
  return parts.join(' · ');
}
