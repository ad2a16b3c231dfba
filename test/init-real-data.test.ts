import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { whichtool, workspace } from './support/cli.ts';

const DATA = resolve(import.meta.dirname, '../../shared/data');
const HAS_DATA = existsSync(DATA);
if (!HAS_DATA) process.stderr.write('init-real-data: skipped, there is no ../shared/data\n');

/** Crashed in every run, so that nothing can be measured. */
/** Of these a part was recorded: a call that is missing may have been made, so the result is not measured. */
const PARTIAL = new Set(['langfuse/beeai-2025-08-01.trace.json']);
const UNMEASURED = new Set(['inspect/log_tool_call_error.json']);
const FILES = HAS_DATA
  ? readdirSync(DATA, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.(?:jsonl?|eval)$/.test(name) && !name.startsWith('toucan/'))
      .sort()
  : [];

interface Drafted {
  readonly tests: readonly {
    readonly runs: number;
    readonly calls: number;
    readonly gates: readonly { readonly metric: string }[];
  }[];
}

interface NativeTrace {
  tool_calls: { name: string; server?: string }[];
}

let folder: ReturnType<typeof workspace>;
afterEach(() => folder?.remove());

function project(name: string): string {
  const file = `runs/recorded${extname(name)}`;
  folder = workspace({ 'package.json': '{}' });
  folder.write(file, '');
  // Archives are not text.
  writeBytes(file, readFileSync(join(DATA, name)));
  return file;
}

function writeBytes(file: string, bytes: Buffer): void {
  folder.write(file, bytes as unknown as string);
}

describe.skipIf(!HAS_DATA)('a suite drafted from recorded runs', () => {
  it.each(FILES)('of %s holds, and is red when a run is made worse', async (name) => {
    const file = project(name);
    const cwd = folder.path;
    const made = await whichtool(['init', '--json'], { cwd });
    const hasSuite = existsSync(join(cwd, 'whichtool.yaml'));
    if (UNMEASURED.has(name)) {
      expect(made).toMatchObject({ code: 2 });
      expect(made.stderr).toContain('INIT_UNMEASURED');
      expect(hasSuite).toBe(false);
      return;
    }
    if (made.code !== 0) {
      // Not a file of traces: nothing of it is in the project's suite.
      expect(made.stderr).toContain('INIT_TRACES');
      expect(hasSuite).toBe(false);
      const inspected = await whichtool(['inspect', file], { cwd });
      expect(inspected.code).not.toBe(0);
      return;
    }
    const { tests } = JSON.parse(made.stdout) as Drafted;
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.every(({ gates }) => gates.length > 0)).toBe(true);
    expect(await whichtool(['validate'], { cwd })).toMatchObject({ code: 0 });
    expect(await whichtool(['run'], { cwd })).toMatchObject({ code: 0 });

    const converted = await whichtool(['convert', file], { cwd });
    const lines = converted.stdout.trim().split('\n');
    const traces = lines.map((line) => JSON.parse(line) as NativeTrace);
    const [worst] = traces.toSorted((a, b) => b.tool_calls.length - a.tool_calls.length);
    if (worst === undefined) throw new Error('nothing was converted');
    const [call] = worst.tool_calls;
    if (call === undefined) worst.tool_calls.push({ name: 'no_such_tool' });
    else call.name = 'no_such_tool';
    folder.write('worse.jsonl', traces.map((trace) => `${JSON.stringify(trace)}\n`).join(''));
    const worse = await whichtool(['run', '--traces', 'worse.jsonl'], { cwd });
    expect(worse.code).toBe(PARTIAL.has(name) ? 3 : 1);
  });
});
