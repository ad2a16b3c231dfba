import type { ToolRef } from '#core';
import { instantiate, type ScannerExports, type ScannerModule } from './instantiate.ts';
import { RunIdentities } from './run-identities.ts';
import { RunCounter } from './run-counter.ts';

/** How the scanner classifies a line. */
export const LINE_KINDS = {
  /** It must be parsed. */
  unknown: 0,
  trace: 1,
  /** A trace in which one call may equal another in a different spelling. */
  mayRepeat: 2,
  /** A counted run that may be listed. */
  counted: 3,
} as const;

/** The words of `lineWords`: their places, and how many there are before the calls. */
export const LINE = {
  /** Bytes of the block. */
  start: 0,
  end: 1,
  kind: 2,
  /** The text of its `test`; -1 for none. Of a counted run, the number of its test. */
  test: 3,
  /** Its `run`; 0 for none. Of a counted run, its call sequence. */
  run: 4,
  calls: 5,
  words: 6,
} as const;

/** A call is the number of its tool and these bits. */
export const CALL = {
  tool: 0x00ff_ffff,
  failed: 0x4000_0000,
  repeated: 0x2000_0000,
  /** It has no status. */
  unrecorded: 0x1000_0000,
} as const;

const MAX_CALLS = 256;

/**
 * Finds the calls of native traces in blocks of lines, many times faster than parsing them. What it finds is what
 * `parseJson` and `parseTrace` find; all other lines are left to them.
 */
export class TraceScanner {
  /** Where the lines go: UTF-8, the last one ended by a line feed. */
  readonly block: Buffer;
  /** The line that the scan stopped at: the words of `LINE`, then its calls. */
  readonly lineWords: Int32Array;
  /** Counts runs by their call sequences. */
  readonly runs: RunCounter;
  /** The hashes of the counted runs. */
  readonly identities: RunIdentities;
  readonly #exports: ScannerExports;
  readonly #memory: DataView;
  readonly #bytes: Buffer;
  readonly #texts: string[] = [];
  readonly #tools: ToolRef[] = [];

  constructor(module: ScannerModule) {
    const exports = instantiate(module);
    const { buffer } = exports.memory;
    this.#exports = exports;
    this.#memory = new DataView(buffer);
    this.#bytes = Buffer.from(buffer);
    this.block = Buffer.from(buffer, exports.blockAt(), exports.blockBytes());
    this.lineWords = new Int32Array(buffer, exports.foundAt(), LINE.words + MAX_CALLS);
    this.runs = new RunCounter(exports);
    this.identities = new RunIdentities(exports);
  }

  /** Scans a part of the block up to the first line that is not counted; returns whether there is one. */
  scan(from: number, to: number): boolean {
    this.identities.makeRoom();
    return this.#exports.scan(from, to) !== 0;
  }

  /** Where the last scan stopped. */
  get scannedTo(): number {
    return this.#exports.scannedTo();
  }

  /** How many lines the last scan read, blank ones too. */
  get lines(): number {
    return this.#exports.linesSeen();
  }

  /** The calls of the line that the scan stopped at. */
  get calls(): Int32Array {
    return this.lineWords.subarray(LINE.words, LINE.words + this.lineWords[LINE.calls]!);
  }

  /** What the line that the scan stopped at used; see `LineScanner`. */
  usedByTrace(figure: number): number {
    return this.#exports.usedByTrace(figure);
  }

  /** The text with a number. */
  textOf(id: number): string {
    return (this.#texts[id] ??= this.#readText(id));
  }

  /** The tool with a number. */
  toolOf(id: number): ToolRef {
    return (this.#tools[id] ??= this.#readTool(id));
  }

  /** All tools, by their numbers. */
  get tools(): readonly ToolRef[] {
    return Array.from({ length: this.#exports.toolsKnown() }, (_, id) => this.toolOf(id));
  }

  /** The number of a tool, old or new; -1 when there is no room. Overwrites the block. */
  addTool({ server, name }: ToolRef): number {
    const [first, second] = [Buffer.from(server ?? ''), Buffer.from(name)];
    if (first.length + second.length > this.block.length) return -1;
    first.copy(this.block);
    second.copy(this.block, first.length);
    return this.#exports.toolInBlock(first.length, second.length);
  }

  /** The number of a text, old or new; -1 when there is no room. Overwrites the block. */
  addText(text: string): number {
    const bytes = Buffer.from(text);
    if (bytes.length > this.block.length) return -1;
    bytes.copy(this.block);
    return this.#exports.textInBlock(bytes.length);
  }

  #readText(id: number): string {
    const entry = this.#exports.stringsAt() + 32 * id;
    const at = this.#memory.getUint32(entry + 16, true);
    return this.#bytes.toString('utf8', at, at + this.#memory.getUint32(entry + 20, true));
  }

  #readTool(id: number): ToolRef {
    const pair = this.#memory.getUint32(this.#exports.toolsAt() + 4 * id, true);
    const server = pair >>> 16;
    return {
      server: server === 0 ? null : this.textOf(server - 1),
      name: this.textOf(pair & 0xffff),
    };
  }
}
