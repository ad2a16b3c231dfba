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

/** The words that stand before the calls of a line in `found`: their places, and how many there are. */
export const LINE = {
  /** Among the lines of this scan, from 0. */
  number: 0,
  /** Bytes of the block. */
  start: 1,
  end: 2,
  kind: 3,
  /** The text of its `test`; -1 for none. */
  test: 4,
  /** Its `run`; 0 for none. */
  run: 5,
  calls: 6,
  words: 7,
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
  stringsAt(): number;
  toolsAt(): number;
  blockAt(): number;
  blockBytes(): number;
  foundAt(): number;
  memoryBytes(): number;
}

const PAGE = 65_536;

/**
 * Finds the calls of native traces in blocks of lines, many times faster than parsing them. What it finds is what
 * `parseJson` and `parseTrace` find; lines that give cause for doubt are left to them.
 */
export class TraceScanner {
  /** Where the lines go: UTF-8, the last one ended by a line feed. */
  readonly block: Buffer;
  /** What was found: per line that is not blank the words of `LINE`, then its calls. */
  readonly found: Int32Array;
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
    this.found = new Int32Array(buffer, exports.foundAt());
  }

  /** Scans a part of the block; answers how many words of `found` are filled. It may stop before the end. */
  scan(from: number, to: number): number {
    return this.#exports.scan(from, to);
  }

  /** Where the last scan stopped. */
  get scannedTo(): number {
    return this.#exports.scannedTo();
  }

  /** How many lines the last scan saw, blank ones too. */
  get lines(): number {
    return this.#exports.linesSeen();
  }

  /** The text with a number. */
  textOf(id: number): string {
    return (this.#texts[id] ??= this.#readText(id));
  }

  /** The tool with a number. */
  toolOf(id: number): ToolRef {
    return (this.#tools[id] ??= this.#readTool(id));
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

function instantiate(): Exports {
  const module = new WebAssembly.Module(Buffer.from(SCANNER_BASE64, 'base64'));
  const exports = new WebAssembly.Instance(module).exports as Exports;
  const missing = exports.memoryBytes() - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
  return exports;
}
