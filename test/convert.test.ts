import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { CONVERSION_TARGETS, ConversionTally, convertTraces, inspectTraces } from '#run';
import { loadReaderCases } from '../src/readers/fixtures/load-reader-cases.ts';
import { CLI, jsonl, whichtool, workspace } from './support/cli.ts';

const cases = (await loadReaderCases()).map((one) => [one.format.id, one] as const);

type Target = (typeof CONVERSION_TARGETS)[number];

/** What an inspection finds; not where it found it, nor what was odd in the writing. */
async function inspect(path: string, to: Target): Promise<object> {
  const report = await inspectTraces([path], {
    cwd: path,
    format: null,
    requester: null,
    thresholds: [],
    maxErrors: 0,
    allowTornTail: false,
    version: '0',
    onProgress: () => {},
  });
  const { formats: _, issues: __, unmeasured, ...rest } = report;
  const found = { ...rest, unmeasured: unmeasured.total };
  // OTLP cannot express a call with a duration and an unknown outcome.
  const places = new Set([
    'where',
    'first',
    'place',
    'examples',
    ...(to === 'otlp' ? ['durations'] : []),
  ]);
  const text = JSON.stringify(found, (key, value: unknown) =>
    places.has(key) ? undefined : value,
  );
  return JSON.parse(text) as object;
}

async function convert(path: string, to: Target): Promise<string> {
  const options = { cwd: path, to, format: null, requester: null, onProgress: (): void => {} };
  let text = '';
  for await (const chunk of convertTraces([path], options, new ConversionTally())) text += chunk;
  return text;
}

describe.each(CONVERSION_TARGETS)('traces that were converted to %s', (to) => {
  test.each(cases)('tell the same as before: %s', async (_, { fixtures }) => {
    const folder = mkdtempSync(join(tmpdir(), 'whichtool-convert-'));
    try {
      for (const { file, content, traces } of fixtures) {
        if (traces.length === 0) continue;
        const original = join(folder, 'original', file);
        const converted = join(folder, 'converted');
        mkdirSync(join(folder, 'original'), { recursive: true });
        mkdirSync(converted, { recursive: true });
        writeFileSync(original, content);
        const text = await convert(join(folder, 'original'), to);
        writeFileSync(join(converted, 'traces.jsonl'), text);
        const told = { file, ...(await inspect(converted, to)) };
        expect(told).toEqual({ file, ...(await inspect(join(folder, 'original'), to)) });
        rmSync(original);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const CHAT = jsonl(
  {
    messages: [
      { role: 'user', content: 'Weather in Oslo?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '8' },
      { role: 'assistant', content: 'Eight degrees.' },
    ],
  },
  {
    messages: [
      { role: 'user', content: 'Thanks' },
      { role: 'assistant', content: 'Welcome' },
    ],
  },
);

let folder: ReturnType<typeof workspace>;

describe('convert', () => {
  afterEach(() => folder.remove());

  it('writes one native trace per line, and tells on standard error what became of them', async () => {
    folder = workspace({ 'chat.jsonl': CHAT });
    const { code, stdout, stderr } = await whichtool(['convert', 'chat.jsonl'], {
      cwd: folder.path,
    });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      {
        input: 'Weather in Oslo?',
        tool_calls: [
          { name: 'get_weather', arguments: { city: 'Oslo' }, id: 'c1', turn: 1, result: '8' },
        ],
        output: 'Eight degrees.',
        said: [
          { role: 'user', text: 'Weather in Oslo?', turn: 0 },
          { role: 'tool', text: '8', turn: 1, id: 'c1' },
        ],
      },
      { input: 'Thanks', tool_calls: [], output: 'Welcome' },
    ]);
    expect(stderr).toBe(`2 runs (0 errored) with 1 call written as native
  from openai-chat: 1 file
  runs that record: input 2, output 2, conversation 1, offered tools 0, usage 0, cost 0, times 0
  what each format loses when it is read: docs/formats/openai-chat.md
`);
    expect(code).toBe(0);
  });

  it('gives the same report, byte by byte but for names, as the original', async () => {
    folder = workspace({
      'chat.jsonl': CHAT,
      'whichtool.yaml': `
tests:
  - name: weather
    equal_function_sets:
      classes: [{ name: weather, members: [get_weather] }]
      expect: [{ tool_selection.f1: { ">=": 10 } }]
`,
    });
    const report = async (traces: string): Promise<string> => {
      const { stdout } = await whichtool(['run', '--traces', traces, '--json'], {
        cwd: folder.path,
      });
      const { formats: _, ...rest } = JSON.parse(stdout) as { formats: unknown };
      // Where runs are recorded, and in which format, differs.
      return JSON.stringify(rest, (key, value: unknown) =>
        key === 'listedRuns' ? undefined : value,
      ).replaceAll(traces, 'traces');
    };
    const original = await report('chat.jsonl');
    expect(original).toContain('"tool_selection.f1"');
    for (const to of CONVERSION_TARGETS) {
      const args = ['convert', 'chat.jsonl', '--to', to, '--out', `${to}.jsonl`];
      expect(await whichtool(args, { cwd: folder.path })).toMatchObject({ code: 0, stdout: '' });
      // A list of documents is read by its place in the file; lines are counted in both.
      expect(await report(`${to}.jsonl`)).toBe(original);
    }
  });

  it('keeps what it cannot read as errored runs, and exits 3', async () => {
    folder = workspace({ 'half.jsonl': `${CHAT}{"messages": [` });
    const args = ['convert', 'half.jsonl', '--out', 'out.jsonl'];
    const { code, stderr } = await whichtool(args, { cwd: folder.path });
    expect(code).toBe(3);
    expect(stderr).toContain('3 runs (1 errored) with 1 call written as native');
    expect(stderr).toContain('not read: 1 record, written as errored');
    expect(stderr).toMatch(/half\.jsonl:3.* breaks off .*\[TRACE_TORN_TAIL\]/);
    const lines = readFileSync(join(folder.path, 'out.jsonl'), 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines[2] ?? '')).toEqual({
      tool_calls: [],
      error: `the last line from byte ${Buffer.byteLength(CHAT)} breaks off at the end of the file [TRACE_TORN_TAIL]`,
    });
  });

  it.each([
    ['a file that is not there', ['convert', 'none.jsonl'], 'NO_TRACES_FOUND'],
    ['a file with nothing in it', ['convert', 'empty.jsonl'], 'NO_RECORDS'],
    ['a target that is none', ['convert', 'chat.jsonl', '--to', 'yaml'], 'FLAG_TO'],
    ['a format that is none', ['convert', 'chat.jsonl', '--format', 'x'], 'FLAG_FORMAT'],
  ])('refuses %s, and exits 2', async (_, args, code) => {
    folder = workspace({ 'chat.jsonl': CHAT, 'empty.jsonl': '', 'out.jsonl': 'before' });
    const ran = await whichtool([...args, '--out', 'out.jsonl'], { cwd: folder.path });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(`[${code}]`);
    expect(readFileSync(join(folder.path, 'out.jsonl'), 'utf8')).toBe('before');
  });

  it('keeps the calls of those who are asked for', async () => {
    const calls = [
      { name: 'a' },
      { name: 'b', requester: 'user' },
      { name: 'c', requester: 'sub' },
    ];
    folder = workspace({ 't.jsonl': jsonl({ tool_calls: calls }) });
    const args = ['convert', 't.jsonl', '--requester', 'agent,sub'];
    const { stdout, stderr } = await whichtool(args, { cwd: folder.path });
    expect(JSON.parse(stdout)).toEqual({
      tool_calls: [{ name: 'a' }, { name: 'c', requester: 'sub' }],
    });
    expect(stderr).toContain('left out: 1 call of other requesters');
  });

  it('reads packed input, also from standard input', async () => {
    folder = workspace({});
    writeFileSync(join(folder.path, 'chat.jsonl.gz'), gzipSync(CHAT));
    const file = await whichtool(['convert', '.'], { cwd: folder.path });
    expect(file.stdout.split('\n')).toHaveLength(3);
    const child = spawn(process.execPath, [CLI, 'convert', '-'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.end(gzipSync(CHAT));
    let piped = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (piped += text));
    await new Promise((done) => child.on('close', done));
    expect(piped).toBe(file.stdout);
  });

  it('stops when its reader is gone', async () => {
    folder = workspace({ 'many.jsonl': jsonl({ tool_calls: [{ name: 'a' }] }).repeat(300_000) });
    const child = spawn(process.execPath, [CLI, 'convert', 'many.jsonl'], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((done) => child.on('close', done));
    expect(code).toBe(0);
    const runs = /^([\d,]+) runs/.exec(stderr)?.[1]?.replaceAll(',', '');
    expect(Number(runs)).toBeLessThan(300_000);
  });

  it('leaves nothing behind when it is interrupted while it writes', async () => {
    folder = workspace({});
    const { path } = folder;
    const child = spawn(process.execPath, [CLI, 'convert', '-', '--out', 'half.jsonl'], {
      cwd: path,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const line = jsonl({ tool_calls: [{ name: 'x', arguments: { text: 'y'.repeat(10_000) } }] });
    child.stdin.on('error', () => {}).write(line.repeat(1000));
    await vi.waitUntil(() => readdirSync(path).length > 0, { timeout: 20_000 });
    child.kill('SIGINT');
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGINT');
    expect(readdirSync(path)).toEqual([]);
  });
});
