import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cutLines } from '../line-range.ts';
import { compileScanner } from './instantiate.ts';
import { RangeScan } from './range-scan.ts';
import { LINE, TraceScanner } from './trace-scanner.ts';

it('stops at every line of a test that is not counted, with the calls of those that are traces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-scan-'));
  const path = join(folder, 't.jsonl');
  const lines = Array.from({ length: 500 }, (_, i) =>
    i % 5 === 0 ? '{"tool_calls":1}' : '{"tool_calls":[{"name":"get","arguments":{"q":"ü"}}]}',
  );
  const text = lines.map((line) => `${line}\n`).join('');
  writeFileSync(path, text);
  const size = Buffer.byteLength(text);
  const scanner = new TraceScanner(compileScanner());
  const read: string[] = [];
  const fd = openSync(path, 'r');
  try {
    for (const range of cutLines({ path, displayName: 't' }, { start: 0, size, bytes: 3000 })) {
      const scan = new RangeScan(range, fd, scanner);
      for (let stop = scan.next(); stop !== null; stop = scan.next()) {
        const line = stop.bytes.toString().trim();
        read.push(line);
        expect(stop.isTrace).toBe(line !== '{"tool_calls":1}');
        if (stop.isTrace) expect(scanner.lineWords[LINE.calls]).toBe(1);
      }
      expect([scan.counted, scan.failure, scan.end]).toEqual([0, null, range.end]);
    }
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true, force: true });
  }
  expect(read).toEqual(lines);
});
