import { nowMs } from '#platform';
import { formatDrive } from '#reporters';
import type { DriveProgress } from '#schema';

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
    const now = nowMs();
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
