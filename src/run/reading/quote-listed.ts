import { closeSync, openSync, readSync } from 'node:fs';
import { type Json, parseJson, parseTrace, type RunLocation, type Trace } from '#core';
import type { TestTraces } from '../test-runs/test-traces.ts';
import type { LineIndex } from './line-index.ts';

/** Reads the listed runs that were only counted, and quotes them. */
export function quoteListed(tests: Iterable<TestTraces>, lines: LineIndex): void {
  const files = new LineFiles();
  try {
    for (const { sums } of tests) {
      const lineOf = ({ path, range, line }: RunLocation): number =>
        lines.before(path, range) + line;
      for (const listed of sums.unquoted()) {
        const { location } = listed;
        const where = { file: location.file, line: lineOf(location) };
        sums.quote(listed, files.read(location), where);
      }
      sums.locate((location) => `${location.file}:${lineOf(location)}`);
    }
  } finally {
    files.close();
  }
}

/** Numbers that the runtime's parser may read as others. */
const ODD_NUMBER = /\d{16}|-0|\de/i;

/** The value of a line that the scanner has read before, and found to be JSON without anything odd but numbers. */
function parseLine(text: string): Json {
  if (!ODD_NUMBER.test(text))
    try {
      return JSON.parse(text) as Json;
    } catch {
      // The file is another one by now.
      return null;
    }
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : null;
}

/** The files of listed runs, each opened once. */
class LineFiles {
  readonly #open = new Map<string, number | null>();

  /** The trace at a place; null where the file changed since it was counted. */
  read({ path, offset, bytes }: RunLocation): Trace | null {
    const fd = this.#fileOf(path);
    if (fd === null) return null;
    const buffer = Buffer.allocUnsafe(bytes);
    try {
      if (readSync(fd, buffer, 0, bytes, offset) < bytes) return null;
    } catch {
      return null;
    }
    const parsed = parseTrace(parseLine(buffer.toString('utf8')));
    return parsed.ok ? parsed.trace : null;
  }

  #fileOf(path: string): number | null {
    let fd = this.#open.get(path);
    if (fd === undefined) this.#open.set(path, (fd = openOrNull(path)));
    return fd;
  }

  close(): void {
    for (const fd of this.#open.values()) if (fd !== null) closeSync(fd);
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}
