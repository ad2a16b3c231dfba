import type { ToolRef } from '#core';
import { SCANNER_BASE64 } from './scanner.generated.ts';

/** What the scanner says of a line. */
export const LINE_KINDS = {
  /** The reference must look at it. */
  odd: 0,
  trace: 1,
  /** A trace in which one call may equal another in a different spelling. */
  mayRepeat: 2,
} as const;

/** The words of `found`: their places, and how many there are before the calls. */
export const LINE = {
  /** Bytes of the block. */
  start: 0,
  end: 1,
  kind: 2,
  /** The text of its `test`; -1 for none. */
  test: 3,
  /** Its `run`; 0 for none. */
  run: 4,
  calls: 5,
  words: 6,
} as const;

/** A call is the number of its tool and these bits. */
export const CALL = { tool: 0x00ff_ffff, failed: 0x4000_0000, repeated: 0x2000_0000 } as const;

/** As much of the runtime's interface as is used; the types of Node 20 leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  scan(from: number, to: number): number;
  scannedTo(): number;
  linesSeen(): number;
  runsCounted(): number;
  addTaker(faults: number): number;
  giveTest(test: number, taker: number): void;
  takeTests(): void;
  countedOf(taker: number): number;
  setWanted(taker: number, wanted: number): void;
  setView(taker: number, tool: number, view: number): number;
  countRun(): number;
  findKind(taker: number, classes: number, counts: number): number;
  kindOfRun(taker: number): number;
  isNewRun(): number;
  hasRivalTools(): number;
  settleKind(kind: number): void;
  toolInBlock(serverBytes: number, nameBytes: number): number;
  kindsAt(): number;
  kindCount(): number;
  examplesOfKindsAt(): number;
  stringsAt(): number;
  toolsAt(): number;
  blockAt(): number;
  blockBytes(): number;
  foundAt(): number;
  memoryBytes(): number;
}

const PAGE = 65_536;
const MOST_CALLS = 256;

/**
 * Finds the calls of native traces in blocks of lines, many times faster than parsing them. What it finds is what
 * `parseJson` and `parseTrace` find; lines that give cause for doubt are left to them.
 */
export class TraceScanner {
  /** Where the lines go: UTF-8, the last one ended by a line feed. */
  readonly block: Buffer;
  /** The line that was found: the words of `LINE`, then its calls. */
  readonly found: Int32Array;
  /** Counts the runs of tests of which little need be known. */
  readonly runs: RunCounter;
  readonly #exports: Exports;
  readonly #memory: DataView;
  readonly #bytes: Buffer;
  readonly #texts: string[] = [];
  readonly #tools: ToolRef[] = [];

  constructor() {
    const exports = instantiate();
    const { buffer } = exports.memory;
    this.#exports = exports;
    this.#memory = new DataView(buffer);
    this.#bytes = Buffer.from(buffer);
    this.block = Buffer.from(buffer, exports.blockAt(), exports.blockBytes());
    this.found = new Int32Array(buffer, exports.foundAt(), LINE.words + MOST_CALLS);
    this.runs = new RunCounter(exports);
  }

  /** Scans a part of the block up to the first line that someone must look at; answers whether there is one. */
  scan(from: number, to: number): boolean {
    return this.#exports.scan(from, to) !== 0;
  }

  /** Where the last scan stopped. */
  get scannedTo(): number {
    return this.#exports.scannedTo();
  }

  /** How many lines the last scan saw, blank ones too. */
  get lines(): number {
    return this.#exports.linesSeen();
  }

  /** The calls of the line that was found. */
  get calls(): Int32Array {
    return this.found.subarray(LINE.words, LINE.words + this.found[LINE.calls]!);
  }

  /** The text with a number. */
  textOf(id: number): string {
    return (this.#texts[id] ??= this.#readText(id));
  }

  /** The tool with a number. */
  toolOf(id: number): ToolRef {
    return (this.#tools[id] ??= this.#readTool(id));
  }

  /** The number of a tool, which is given one if it has none; -1 when there is no room. Overwrites the block. */
  addTool({ server, name }: ToolRef): number {
    const [first, second] = [Buffer.from(server ?? ''), Buffer.from(name)];
    if (first.length + second.length > this.block.length) return -1;
    first.copy(this.block);
    second.copy(this.block, first.length);
    return this.#exports.toolInBlock(first.length, second.length);
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

/** What a run may show that is still wanted, beside its missing classes in the lower bits. */
export const SHOWN = {
  hit: 0x0100_0000,
  repeat: 0x0200_0000,
  unexpected: 0x0400_0000,
  failed: 0x0800_0000,
  duplicate: 0x1000_0000,
  /** Every run. */
  any: 0x2000_0000,
} as const;

/** Runs of a kind that the scanner counted. */
export interface CountedKind {
  readonly kind: number;
  readonly classes: number;
  readonly counts: number;
  readonly times: number;
  /** The calls of one of them; null where someone was told of one. */
  readonly calls: Int32Array | null;
}

/**
 * Counts runs by their kinds while they are scanned: which classes were called, and how many calls hit, repeated,
 * missed, failed or were made twice.
 */
export class RunCounter {
  readonly #exports: Exports;

  constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** How many runs the last scan only counted. */
  get last(): number {
    return this.#exports.runsCounted();
  }

  /** The number of someone to count for, to whom these faults of calls matter; 0 when there are too many. */
  addTaker(faults: number): number {
    return this.#exports.addTaker(faults);
  }

  /** Runs of the test with this text (-1: without one) are a taker's. */
  giveTest(test: number, taker: number): void {
    this.#exports.giveTest(test, taker);
  }

  /** All tests are nobody's. */
  takeTests(): void {
    this.#exports.takeTests();
  }

  /** How many runs of a taker were counted. */
  countedOf(taker: number): number {
    return this.#exports.countedOf(taker) >>> 0;
  }

  /** From now on runs of a taker that show nothing of this, as in `SHOWN`, are only counted. */
  setWanted(taker: number, wanted: number): void {
    this.#exports.setWanted(taker, wanted);
  }

  /** Counts the run that was found after all, if that is enough. */
  countFound(): boolean {
    return this.#exports.countRun() !== 0;
  }

  /** Says what a taker makes of a tool: bits of `KNOWN`. Runs with other tools are not counted. */
  setView(taker: number, tool: number, view: number): void {
    this.#exports.setView(taker, tool, view);
  }

  /** The kind of the run that was found; -1 when its calls do not tell it. */
  kindOf(taker: number): number {
    return this.#exports.kindOfRun(taker);
  }

  /** Whether the run whose kind was asked for shows a tool, or a fault of one, that was not seen before. */
  get isNew(): boolean {
    return this.#exports.isNewRun() !== 0;
  }

  /** Whether it has tools that may be confused with others. */
  get hasRivals(): boolean {
    return this.#exports.hasRivalTools() !== 0;
  }

  /** Runs of a kind are only counted from now on. */
  settle(kind: number): void {
    this.#exports.settleKind(kind);
  }

  /** The number of a kind by what its runs are; -1 when there is no room. */
  findKind(taker: number, classes: number, counts: number): number {
    return this.#exports.findKind(taker, classes, counts);
  }

  /** All kinds of which runs were counted, by their takers. */
  counted(): ReadonlyMap<number, readonly CountedKind[]> {
    const exports = this.#exports;
    const { buffer } = exports.memory;
    const count = exports.kindCount();
    const kinds = new Uint32Array(buffer, exports.kindsAt(), 4 * count);
    const examples = new Uint32Array(buffer, exports.examplesOfKindsAt(), count);
    const byTaker = new Map<number, CountedKind[]>();
    for (let kind = 0; kind < count; kind++) {
      const entry = 4 * kind;
      const times = kinds[entry + 3]!;
      if (times === 0) continue;
      const taker = kinds[entry]! & TAKER;
      const found = byTaker.get(taker) ?? [];
      const at = examples[kind]!;
      const calls = at === 0 ? null : callsAt(buffer, at);
      byTaker.set(taker, found);
      found.push({ kind, classes: kinds[entry + 1]!, counts: kinds[entry + 2]!, times, calls });
    }
    return byTaker;
  }
}

/** The bits of an entry that are its taker. */
const TAKER = 0x7fff_ffff;

function callsAt(memory: ArrayBuffer, at: number): Int32Array {
  const [count] = new Uint32Array(memory, at, 1) as unknown as readonly [number];
  return new Int32Array(memory, at + 4, count).slice();
}

let module: object | null = null;

function instantiate(): Exports {
  module ??= new WebAssembly.Module(Buffer.from(SCANNER_BASE64, 'base64'));
  const exports = new WebAssembly.Instance(module).exports as Exports;
  const missing = exports.memoryBytes() - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
  return exports;
}
