/** A line on the terminal that counts traces while a long run goes on; silent when nobody watches. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #started = performance.now();
  #shown = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  update(traces: number): void {
    if (!this.#stream.isTTY) return;
    const now = performance.now();
    if (now - Math.max(this.#started, this.#shown) < 200) return;
    this.#shown = now;
    const perSecond = Math.round((traces / (now - this.#started)) * 1000);
    this.#stream.write(`\r\u001b[K${group(traces)} traces, ${group(perSecond)} per second`);
  }

  clear(): void {
    if (this.#shown > 0) this.#stream.write('\r\u001b[K');
  }
}

function group(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}
