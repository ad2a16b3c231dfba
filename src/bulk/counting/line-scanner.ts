import { plainCall, type ToolCall, type ToolRef } from '#core';
import type { LineRange } from '../line-range.ts';
import type { ScannerModule } from '../scanner/instantiate.ts';
import { RangeScan } from '../scanner/range-scan.ts';
import { CALL, LINE, LINE_KINDS, TraceScanner } from '../scanner/trace-scanner.ts';
import { scannedCalls } from './scanned-calls.ts';

/** Scans native lines, and stops at each of them. */
export class LineScanner {
  readonly #scanner: TraceScanner;

  constructor(module: ScannerModule) {
    this.#scanner = new TraceScanner(module);
  }

  scan(range: LineRange, fd: number): RangeScan {
    return new RangeScan(range, fd, this.#scanner);
  }

  /** The calls of the line, each a number; null where the line must be parsed. */
  get calls(): Int32Array | null {
    const { lineWords } = this.#scanner;
    return lineWords[LINE.kind] === LINE_KINDS.trace ? this.#scanner.calls : null;
  }

  /** What the run of the line used: tokens in, tokens out, billionths; negative where it is not recorded. */
  used(figure: 0 | 1 | 2): number {
    return this.#scanner.usedByTrace(figure);
  }

  /** The tool of a call, its status, and whether it repeats an earlier one. */
  describe(call: number): ScannedTool {
    return {
      tool: this.#scanner.toolOf(call & CALL.tool),
      status: (call & CALL.unrecorded) !== 0 ? null : (call & CALL.failed) === 0 ? 'ok' : 'error',
      isRepeated: (call & CALL.repeated) !== 0,
    };
  }

  /** How many calls there are, how many of them failed and repeat others, and whether some lack a status. */
  faultsOf(calls: Int32Array): string {
    let [failed, repeated, unrecorded] = [0, 0, 0];
    for (const call of calls) {
      if ((call & CALL.failed) !== 0) failed += 1;
      if ((call & CALL.repeated) !== 0) repeated += 1;
      if ((call & CALL.unrecorded) !== 0) unrecorded = 1;
    }
    return `${calls.length} ${failed} ${repeated} ${unrecorded}`;
  }

  /** Calls that are scored like those of the line. */
  placeholders(calls: Int32Array): readonly ToolCall[] {
    return scannedCalls(calls, (id) => plainCall(this.#scanner.toolOf(id)), CALL.failed);
  }
}

export interface ScannedTool {
  readonly tool: ToolRef;
  readonly status: 'ok' | 'error' | null;
  readonly isRepeated: boolean;
}
