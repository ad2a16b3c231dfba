import { SCANNER_BASE64 } from './scanner.generated.ts';

/** The compiled scanner, which threads can share. */
export type ScannerModule = object;

/** As much of the runtime's interface as is used; the types of Node 20 leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => ScannerModule;
  readonly Instance: new (module: ScannerModule) => { readonly exports: unknown };
};

/** The functions that the scanner exports. */
export interface ScannerExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  scan(from: number, to: number): number;
  scannedTo(): number;
  linesSeen(): number;
  runsCounted(): number;
  setJob(job: number): void;
  addTest(faults: number, classes: number, counts: number, place: number): number;
  assignName(test: number, testId: number): void;
  clearNames(): void;
  nextOf(testId: number): number;
  setNext(testId: number, number: number): void;
  setEvidence(testId: number, evidence: number): void;
  setListing(testId: number, lists: boolean): void;
  settleSequence(sequence: number): void;
  settleBefore(testId: number, classes: number, counts: number): void;
  runIsListed(): number;
  sequenceListed(): number;
  usageAt(testId: number): number;
  usedByTrace(figure: number): number;
  setToolFacts(testId: number, tool: number, facts: number): number;
  countRun(ambiguityIsKnown: boolean): number;
  findSequence(testId: number, classes: number, counts: number): number;
  classifyRun(testId: number): number;
  sequenceOfRun(testId: number): number;
  hasAmbiguousTools(): number;
  noteIdentity(testId: number): number;
  hashScratch(test: number, nameBytes: number, rowBytes: number): void;
  watch(): void;
  dropIdentities(): void;
  identitiesNoted(): number;
  identitiesAt(): number;
  watchedAt(): number;
  scratchAt(): number;
  textInBlock(bytes: number): number;
  toolInBlock(serverBytes: number, nameBytes: number): number;
  toolsKnown(): number;
  sequencesAt(): number;
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

let compiled: ScannerModule | null = null;

/** The scanner; compiled once. */
export function compileScanner(): ScannerModule {
  return (compiled ??= new WebAssembly.Module(Buffer.from(SCANNER_BASE64, 'base64')));
}

/** A scanner with memory of its own. */
export function instantiate(module: ScannerModule): ScannerExports {
  const exports = new WebAssembly.Instance(module).exports as ScannerExports;
  const missing = exports.memoryBytes() - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
  return exports;
}
