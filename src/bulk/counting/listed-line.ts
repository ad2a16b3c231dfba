import type { RunLocation } from '#core';
import type { LineRange } from '../line-range.ts';
import type { OpenLines } from '../scanner/range-scan.ts';

/** A run that was counted and may be listed, and whose call sequence was not scored yet; plain data. */
export interface ListedLine {
  readonly testId: number;
  readonly sequence: number;
  readonly job: number;
  /** Its number among those of the job that have none. */
  readonly number: number;
  readonly location: RunLocation;
}

/** Where the line that a scan stopped at can be read again. */
export function locationOf(
  { path, displayName, start }: LineRange,
  { bytes, offset, line }: OpenLines,
): RunLocation {
  return { path, file: displayName, range: start, line, offset, bytes: bytes.length };
}
