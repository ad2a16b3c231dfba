import {
  ExactNumber,
  ignoreTypes,
  Inspector,
  isJsonObject,
  type Json,
  type NativeTrace,
  parseJson,
  parseTrace,
  READ_CODES,
  scoreTrace,
  stringifyJson,
  toNativeTrace,
  type Trace,
} from '#core';
import { describe, expect, test } from 'vitest';
import { detectFormat } from '../format-guess.ts';
import { FORMATS } from './formats.ts';
import { loadReaderCases } from '../fixtures/load-reader-cases.ts';
import { readContent, readContents, type SampleRun } from '../fixtures/reader-case.ts';
import { toOtlp } from './otlp/write-otlp.ts';
import type { TraceRecord } from '../reader.ts';
import type { Assembler, TraceFormat } from '../trace-format.ts';

const cases = await loadReaderCases();

function natives(records: readonly TraceRecord[]): NativeTrace[] {
  return records.flatMap((record) =>
    record.kind === 'trace' ? [toNativeTrace(record.trace)] : [],
  );
}

/** Messages and tool results have a separate test, `said.test.ts`. */
function withoutSaid({ said: _said, answers: _answers, ...native }: NativeTrace): NativeTrace {
  return { ...native, tool_calls: native.tool_calls.map(({ result: _result, ...call }) => call) };
}

function codes(records: readonly TraceRecord[]): string[] {
  return records.flatMap((record) =>
    record.kind === 'trace' ? record.trace.issues.map(({ code }) => code) : [record.issue.code],
  );
}

/** The records of a text: its lines, the items of its list, or itself. */
function recordsOf(file: string, text: string): Json[] {
  const texts = isLines(file) ? text.split('\n').filter((line) => line.trim() !== '') : [text];
  const values = texts.flatMap((entry) => {
    const parsed = parseJson(entry);
    return parsed.ok ? [parsed.value] : [];
  });
  const [only] = values;
  return values.length === 1 && Array.isArray(only) ? [...(only as Json[])] : values;
}

function isLines(file: string): boolean {
  return /\.(?:jsonl|ndjson)$/.test(file);
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

/** Numbers from a seed: the same on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('every format has a folder with fixtures, and every folder with fixtures is a format', () => {
  expect(cases.map(({ format }) => format.id).sort()).toEqual(FORMATS.map(({ id }) => id).sort());
});

describe.each(cases.map((reader) => [reader.format.id, reader] as const))(
  '%s',
  (_, { format, fixtures, unknown, write }) => {
    test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))(
      'reads its fixture: %s',
      async (_name, { file, content, traces, issues = [] }) => {
        const records = await readContent(file, content, null);
        expect(natives(records).map(withoutSaid)).toEqual(traces);
        expect(codes(records)).toEqual(issues);
        for (const code of codes(records)) expect(Object.keys(READ_CODES)).toContain(code);
      },
    );

    test('what it makes is a valid trace, and survives being written and read again', async () => {
      for (const { file, content } of fixtures) {
        for (const native of natives(await readContent(file, content, format))) {
          const again = parseTrace(JSON.parse(JSON.stringify(native)));
          expect(again).toMatchObject({ ok: true });
          if (again.ok)
            expect(toNativeTrace(again.trace)).toEqual(JSON.parse(JSON.stringify(native)));
        }
      }
    });

    test('gives the same twice', async () => {
      for (const { file, content } of fixtures)
        expect(await readContent(file, content, format)).toEqual(
          await readContent(file, content, format),
        );
    });

    test('claims its own fixtures, and no other format claims them', () => {
      for (const { name, file, content } of fixtures) {
        if (typeof content !== 'string') continue;
        const owners = recordsOf(file, content).map(
          (record) => detectFormat(record, FORMATS)?.id ?? null,
        );
        const owner = owners.find((id) => id !== null);
        expect([name, owner]).toEqual([name, format.id]);
      }
    });

    test('leaves its input as it is, and ignores members that it does not know', () => {
      for (const { name, file, content } of fixtures) {
        if (typeof content !== 'string') continue;
        const records = recordsOf(file, content);
        const plain = assemble(format, records.map(freeze));
        const extended = assemble(
          format,
          records.map((entry) =>
            freeze(isJsonObject(entry) ? { ...entry, x_unknown_member: { deep: [1] } } : entry),
          ),
        );
        expect([name, extended]).toEqual([name, plain]);
      }
    });

    test('a file that is cut anywhere gives issues, and never a throw or an endless wait', async () => {
      for (const { file, content } of fixtures) {
        const bytes = Buffer.from(content);
        for (let step = 0; step < 25; step++) {
          const cut = bytes.subarray(0, Math.floor((bytes.length * step) / 25));
          const records = await readContent(file, cut, format);
          expect(records.length).toBeGreaterThan(0);
        }
      }
    });

    test('garbled bytes and values of the wrong kind give issues, and never a throw', async () => {
      const next = random(42);
      for (const { file, content } of fixtures) {
        const bytes = Buffer.from(content);
        for (let round = 0; round < 25; round++) {
          const garbled = Buffer.from(bytes);
          for (let i = 0; i < 3; i++)
            garbled[Math.floor(next() * garbled.length)] = Math.floor(next() * 256);
          await readContent(file, garbled, format);
        }
        if (typeof content !== 'string') continue;
        const records = recordsOf(file, content);
        for (let round = 0; round < 40; round++)
          assemble(
            format,
            records.map((entry) => mangle(entry, next)),
          ).forEach(useUp);
      }
    });

    test('records of a quite different kind are refused with an issue, not dropped', () => {
      for (const record of [
        null,
        7,
        'text',
        [],
        {},
        { constructor: 1, __proto__: null },
      ] as Json[]) {
        const made = assemble(format, [record]);
        expect(made).toHaveLength(1);
        expect(isTrace(made[0]) ? made[0].error : made[0]).toBeTruthy();
      }
    });

    test('a call without a name, or with something else in its place, is never just left out', async () => {
      const files = write(SAMPLES);
      const [{ file, content } = { file: '', content: '' }, ...others] = files;
      const records = isLines(file)
        ? content.toString().trimEnd().split('\n')
        : [content.toString()];
      const isWhole = (outputs: readonly TraceRecord[]): boolean =>
        outputs.every((entry) => entry.kind === 'trace' && entry.trace.error === null);
      const lost: string[] = [];
      for (const [index, text] of records.entries()) {
        const value = JSON.parse(text) as Json;
        for (const path of placesOf(value, 'get_weather'))
          for (const [up, put] of [
            [0, 7],
            [0, ''],
            [0, null],
            [1, 7],
          ] as const) {
            const at = path.slice(0, path.length - up);
            const changed = JSON.stringify(replaceAt(value, at, put));
            const all = records.map((line, i) => (i === index ? changed : line)).join('\n');
            const results = await readContents([{ file, content: all }, ...others], format);
            const calls = results.flatMap((result) =>
              result.kind === 'trace' ? result.trace.calls : [],
            );
            if (calls.length < 4 && isWhole(results)) lost.push(`${at.join('/')} = ${String(put)}`);
          }
      }
      expect(lost).toEqual([]);
    });

    test('a part, event or line of an unknown type makes its run one that is not measured', async () => {
      // A native trace has no types.
      expect(unknown.length > 0).toBe(format.id !== 'native');
      for (const records of unknown) {
        const content = records.map((line) => `${JSON.stringify(line)}\n`).join('');
        const [run, ...others] = await readContent('unknown.jsonl', content, format);
        if (run?.kind !== 'trace') throw new Error(`not a run: ${JSON.stringify(run)}`);
        expect([run.trace.fault, others]).toMatchObject([
          { code: 'READ_UNKNOWN_TYPE', types: [expect.stringMatching(/mystery/i)] },
          [],
        ]);
        // Where that type is passed over, the rest is an ordinary run.
        expect(ignoreTypes(run.trace, run.trace.fault?.types).error).toBeNull();
      }
    });

    test('the same runs score alike in it', async () => {
      const records = await readContents(write(SAMPLES), null);
      const runs: { input?: unknown }[] = records.flatMap((record): object[] =>
        record.kind === 'trace'
          ? [
              {
                input: record.trace.input,
                calls: record.trace.calls.map(({ name, server, arguments: passed }) => [
                  server,
                  name,
                  passed,
                ]),
              },
            ]
          : [record],
      );
      const byInput = (a: { input?: unknown }, b: { input?: unknown }): number =>
        String(a.input) < String(b.input) ? -1 : 1;
      const expected = SAMPLES.map(({ input, calls }) => ({
        input,
        calls: calls.map(({ name, arguments: value }) => [null, name, { state: 'parsed', value }]),
      }));
      const comparable = WITHOUT_USER.has(format.id)
        ? expected.map((entry) => ({ ...entry, input: null }))
        : expected;
      expect(runs.sort(byInput)).toEqual(comparable.sort(byInput));
    });
  },
);

/** A wire log has no user in it, and a stream of Codex does not repeat what it was asked. */
const WITHOUT_USER: ReadonlySet<string> = new Set(['mcp-wire', 'codex-exec']);

const SAMPLES: readonly SampleRun[] = [
  {
    id: '00000000-0000-4000-8000-000000000001',
    input: 'a: what is the weather in Oslo?',
    calls: [
      { id: 'call_1', name: 'get_weather', arguments: { city: 'Oslo', days: 2 } },
      {
        id: 'call_2',
        name: 'web_search',
        arguments: { query: 'Oslo "sun"', deep: { list: [1, null, true] } },
      },
      { id: 'call_3', name: 'get_weather', arguments: { city: 'Bergen' } },
    ],
    output: 'eight degrees',
  },
  {
    id: '00000000-0000-4000-8000-000000000002',
    input: 'b: and in Rome?',
    calls: [{ id: 'call_4', name: 'get_weather', arguments: { city: 'Rome' } }],
    output: 'twenty',
  },
  { id: '00000000-0000-4000-8000-000000000003', input: 'c: thanks', calls: [], output: 'welcome' },
];

function assemble(format: TraceFormat, records: readonly Json[]): unknown[] {
  const out: unknown[] = [];
  const assembler: Assembler = format.open({
    trace: (trace) => out.push(trace),
    error: (issue) => out.push(issue),
    warn: (issue) => out.push(issue),
  });
  records.forEach((record, index) => assembler.add(record, { file: 'x', line: index + 1 }));
  Array.from(assembler.end() ?? []);
  return out;
}

/** Uses a trace as the commands do: an odd trace may be an errored run, but must be counted and written. */
function useUp(made: unknown): void {
  if (!isTrace(made)) return;
  const written = parseJson(stringifyJson(toNativeTrace(made) as unknown as Json));
  const again = written.ok ? parseTrace(written.value) : written;
  if (!again.ok) throw new Error(`cannot be read again: ${JSON.stringify(again)}`);
  const issues = again.trace.issues.map(({ code }) => code);
  expect(issues.filter((code) => code !== 'READ_ARGS_UNPARSED')).toEqual([]);
  stringifyJson(toOtlp(made));
  const inspector = new Inspector({});
  inspector.add(made, made.calls, () => null);
  inspector.report();
  if (made.error === null) scoreTrace(made, { usage: {}, call_checks: {} });
}

/** The places of a text in a value. */
function placesOf(value: Json, text: string): string[][] {
  if (value === text) return [[]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    placesOf(member as Json, text).map((path) => [key, ...path]),
  );
}

/** A copy with another value at a place. */
function replaceAt(value: Json, [key, ...path]: readonly string[], put: Json): Json {
  if (key === undefined) return put;
  const replace = ([name, member]: [string, Json]): [string, Json] => [
    name,
    name === key ? replaceAt(member, path, put) : member,
  ];
  if (Array.isArray(value))
    return Object.entries(value as Json[]).map((entry) => replace(entry)[1]);
  return Object.fromEntries(Object.entries(value as Record<string, Json>).map(replace));
}

function isTrace(made: unknown): made is Trace {
  return typeof made === 'object' && made !== null && 'calls' in made;
}

const ODD: readonly Json[] = [
  null,
  true,
  '',
  'text',
  [],
  {},
  [null],
  { a: 1 },
  '\ud800',
  '__proto__',
  '{"a":',
  0,
  -1,
  1e13,
  1e300,
  5e-324,
  '-5',
  '1e400',
  new ExactNumber('123456789012345678901234'),
  '275761-01-01T00:00:00Z',
  'x'.repeat(2000),
  Object.fromEntries([['__proto__', 1]]),
];

/** A copy in which some values are of another kind, or odd. */
function mangle(value: Json, next: () => number): Json {
  if (next() < 0.05) return ODD[Math.floor(next() * ODD.length)] as Json;
  if (Array.isArray(value)) return value.map((item: Json) => mangle(item, next));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, mangle(member, next)]),
  );
}
