export { NativeCounter } from './counting/native-counter.ts';
export type { CountedRuns, PrecomputedTable } from './counting/precomputed-table.ts';
export { type CounterState, RangeCounter, type RunsOfTests } from './counting/range-counter.ts';
export { cutLines, type LineRange } from './line-range.ts';
export { type HashLimits, RepeatedHashes } from './repeats/repeated-hashes.ts';
export type { HashSet, RunHashes } from './scanner/hash-set.ts';
export { compileScanner, type ScannerModule } from './scanner/instantiate.ts';
export { LineScanner } from './counting/line-scanner.ts';
export type { OpenLines, RangeScan } from './scanner/range-scan.ts';
