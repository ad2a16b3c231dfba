/** How long a line waits for others. */
const WAIT_MS = 50;

/** Writes lines, several at once: each write to a pipe waits for the system. */
export class LineBuffer {
  readonly #write: (text: string) => void;
  #text = '';

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  write(line: string): void {
    if (this.#text === '') setTimeout(() => this.flush(), WAIT_MS);
    this.#text += `${line}\n`;
  }

  /** Writes what waits. */
  flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '') this.#write(text);
  }
}
