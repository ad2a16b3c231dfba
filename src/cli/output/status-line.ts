import { nowMs } from '#platform';
const STEP_MS = 200;

/** One line on a terminal that changes; silent elsewhere. */
export class StatusLine {
  readonly #stream: NodeJS.WriteStream;
  #shownMs = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  update(text: string): void {
    const now = nowMs();
    if (!this.#stream.isTTY || now - this.#shownMs < STEP_MS) return;
    this.#shownMs = now;
    this.#stream.write(`\r\u001b[K${text}`);
  }

  clear(): void {
    if (this.#shownMs > 0) this.#stream.write('\r\u001b[K');
    this.#shownMs = 0;
  }
}
