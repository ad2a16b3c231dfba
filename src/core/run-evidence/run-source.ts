import { formatPlace } from '../issues/format-place.ts';
import type { Place } from '../issues/issue.ts';

/** Where a run was found. */
export interface RunSource {
  /** Null where there is no record to point at. */
  readonly where: Place | null;
  /** The trace format; absent where the run is native. */
  readonly format?: string;
  /** Where the whole record can be read; present where the trace has no more than is scored. */
  readonly location?: RunLocation;
  /** Only the names of calls, the offered tools and the case were read: the run may have more. */
  readonly namesOnly?: true;
}

/** A line of a file that contains a native trace; plain data. */
export interface RunLocation {
  readonly path: string;
  /** What the file is called in places. */
  readonly file: string;
  /** The line, counted from the start of a range of the file, and where that range begins. */
  readonly line: number;
  readonly range: number;
  /** Its bytes. */
  readonly offset: number;
  readonly bytes: number;
}

/** An item of a list that is a whole document. */
const LIST_ITEM = /^(?:\/traces)?\/\d+$/;

/** A place as an editor opens it: `file:line`, with a pointer where several runs are on that line. */
export function formatWhere(where: Place | null): string {
  if (where === null) return '';
  const { file, line = where.startLine, pointer, run } = where;
  if (file !== undefined && line !== undefined && pointer === undefined && run === undefined)
    return `${file}:${line}`;
  const isOnItsLine = line !== undefined && line > 1 && LIST_ITEM.test(pointer ?? '');
  return (
    formatPlace({
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      ...(pointer === undefined || isOnItsLine ? {} : { pointer }),
      ...(run === undefined ? {} : { run }),
    }) ?? ''
  );
}
