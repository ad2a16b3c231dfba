import { StringDecoder } from 'node:string_decoder';

/** Finds the data of the events in a stream, in bounded memory; null represents one that is too large. */
export class SseMessages {
  readonly #maxLength: number;
  readonly #onData: (text: string | null) => void;
  readonly #decoder = new StringDecoder('utf8');
  #line = '';
  #data: string[] = [];
  #length = 0;

  constructor(maxLength: number, onData: (text: string | null) => void) {
    this.#maxLength = maxLength;
    this.#onData = onData;
  }

  add(chunk: Buffer): void {
    const lines = (this.#line + this.#decoder.write(chunk)).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#take(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (this.#line.length <= this.#maxLength) return;
    this.#length += this.#line.length;
    this.#line = '';
  }

  #take(line: string): void {
    if (line === '') {
      if (this.#length > this.#maxLength) this.#onData(null);
      else if (this.#data.length > 0) this.#onData(this.#data.join('\n'));
      this.#data = [];
      this.#length = 0;
    } else if (line.startsWith('data:')) {
      this.#length += line.length;
      if (this.#length <= this.#maxLength) this.#data.push(line.slice(5).replace(/^ /, ''));
    }
  }
}
