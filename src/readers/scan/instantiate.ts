import { SCANNER_BASE64 } from './scanner.generated.ts';

/** As much of the runtime's interface as is used; the types of Node 20 leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** What the scanner offers. */
export interface ScannerExports {
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
  examplesAt(): number;
  examplesEnd(): number;
  stringsAt(): number;
  toolsAt(): number;
  blockAt(): number;
  blockBytes(): number;
  foundAt(): number;
  memoryBytes(): number;
}

const PAGE = 65_536;

let module: object | null = null;

/** A scanner with memory of its own; compiled once. */
export function instantiate(): ScannerExports {
  module ??= new WebAssembly.Module(Buffer.from(SCANNER_BASE64, 'base64'));
  const exports = new WebAssembly.Instance(module).exports as ScannerExports;
  const missing = exports.memoryBytes() - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
  return exports;
}
