import { isUtf8 } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  equalJson,
  parseJson,
  parseTrace,
  type ToolCall,
  type Trace,
  usageOfRun,
  type UsageTotals,
} from '#core';
import { compileScanner } from './instantiate.ts';
import { CALL, LINE, LINE_KINDS, TraceScanner } from './trace-scanner.ts';

interface Scanned {
  readonly kind: number;
  readonly test: string | null;
  readonly run: number | null;
  readonly calls: readonly {
    server: string | null;
    name: string;
    status: 'ok' | 'error' | null;
    repeated: boolean;
  }[];
  readonly usage: UsageTotals;
}

const shared = new TraceScanner(compileScanner());

/** Scans lines that are all UTF-8 and answers what was found of each that is not blank, by its number. */
function scanLines(lines: readonly (string | Buffer)[], scanner = shared): Map<number, Scanned> {
  const bytes = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));
  bytes.copy(scanner.block);
  const all = new Map<number, Scanned>();
  let before = 0;
  for (let from = 0; from < bytes.length; from = scanner.scannedTo) {
    const isFound = scanner.scan(from, bytes.length);
    before += scanner.lines;
    if (!isFound) continue;
    const { lineWords } = scanner;
    const [test, run] = [lineWords[LINE.test]!, lineWords[LINE.run]!];
    all.set(before - 1, {
      kind: lineWords[LINE.kind]!,
      test: test < 0 ? null : scanner.textOf(test),
      run: run === 0 ? null : run,
      calls: Array.from(scanner.calls, (call) => ({
        ...scanner.toolOf(call & CALL.tool),
        status: statusOf(call),
        repeated: (call & CALL.repeated) !== 0,
      })),
      usage: usageOf(scanner.runs.used),
    });
  }
  return all;
}

function usageOf(used: Pick<Trace, 'usage' | 'durationMs'>): UsageTotals {
  const { calls: _calls, ...usage } = usageOfRun(used as Trace, 0);
  return usage;
}

function statusOf(call: number): Scanned['calls'][number]['status'] {
  if ((call & CALL.unrecorded) !== 0) return null;
  return (call & CALL.failed) === 0 ? 'ok' : 'error';
}

const scanLine = (line: string): Scanned => scanLines([line]).get(0)!;
const KINDS = ['unknown', 'trace', 'mayRepeat'] as const;
const kindOf = (line: string): string => KINDS[scanLine(line).kind]!;

/** What the reference parser reads from a line; null for a line that is not a trace. */
function readByReference(line: Buffer | string): Trace | null {
  const parsed = parseJson(String(line));
  if (!parsed.ok) return null;
  const read = parseTrace(parsed.value);
  return read.ok ? read.trace : null;
}

const argumentsOf = ({ arguments: args }: ToolCall) => (args.state === 'parsed' ? args.value : {});

/** Whether each call has an equal one before it. */
function repeatsIn(calls: readonly ToolCall[]): readonly boolean[] {
  return calls.map((call, i) =>
    calls
      .slice(0, i)
      .some(
        (other) =>
          other.name === call.name &&
          other.server === call.server &&
          equalJson(argumentsOf(other), argumentsOf(call)),
      ),
  );
}

/** Throws unless what was scanned is what the reference reads. */
function compareWithReference(line: Buffer | string, scanned: Scanned | undefined): void {
  if (scanned === undefined || scanned.kind === LINE_KINDS.unknown) return;
  const trace = readByReference(line);
  if (trace === null) throw new Error(`the reference refuses ${String(line)}`);
  const { test, run, calls, error, offered, issues } = trace;
  expect({ test, run, error, offered, issues }).toEqual({
    test: scanned.test,
    run: scanned.run,
    error: null,
    offered: null,
    issues: [],
  });
  expect(
    calls.map(({ server, name, status, requester }) => ({ server, name, status, requester })),
  ).toEqual(
    scanned.calls.map(({ server, name, status }) => ({ server, name, status, requester: null })),
  );
  expect(calls.filter((call) => call.arguments.state === 'unparsed')).toEqual([]);
  expect(scanned.usage).toEqual(usageOf(trace));
  if (scanned.kind === LINE_KINDS.trace)
    expect(scanned.calls.map((call) => call.repeated)).toEqual(repeatsIn(calls));
}

describe('TraceScanner', () => {
  it('finds the test, the number and the calls of a trace', () => {
    expect(
      scanLine(
        '{"id":"r1","test":"picks search","run":3,"tool_calls":[{"name":"web_search","server":"brave","arguments":{"q":"x"},"status":"ok"},{"name":"get","status":"error"}]}',
      ),
    ).toEqual({
      kind: LINE_KINDS.trace,
      test: 'picks search',
      run: 3,
      calls: [
        { server: 'brave', name: 'web_search', status: 'ok', repeated: false },
        { server: null, name: 'get', status: 'error', repeated: false },
      ],
      usage: {},
    });
  });

  it('finds what a run used as the reference counts it, or leaves it to that', () => {
    const line = (usage: string, ms: string): string =>
      `{"tool_calls":[],"usage":${usage},"duration_ms":${ms}}`;
    expect(
      scanLine(line('{"input_tokens":5,"output_tokens":2,"cost":0.00122}', '9.5')).usage,
    ).toEqual({ tokens: 7, cost: 1_220_000, time: 10 });
    // Half of the tokens are not the tokens, and null after a number is not that number.
    expect(scanLine(line('{"input_tokens":5,"cost":null}', 'null')).usage).toEqual({});
    for (const unknown of ['{"input_tokens":1.5}', '{"cost":0.0000000005}', '{"cost":1e3}'])
      expect([unknown, kindOf(line(unknown, '1'))]).toEqual([unknown, 'unknown']);
    const amount = fc.oneof(
      fc.double({ min: 0, max: 1e13, noNaN: true }).map(String),
      fc.nat(1e6).map((n) => String(n / 1e6)),
      fc.nat(1e9).map((n) => `0.${String(n).padStart(9, '0')}5`),
      fc.tuple(fc.nat(1e6), fc.nat(30)).map(([n, power]) => `${n / 1000}e-${power}`),
      fc.constantFrom('0', '0.0', '0.4999999999', '0.49999999999999999', '1e-99', 'null', '12'),
    );
    fc.assert(
      fc.property(fc.tuple(amount, amount, amount, amount), ([a, b, cost, ms]) => {
        const text = line(`{"input_tokens":${a},"output_tokens":${b},"cost":${cost}}`, ms);
        const plain = line(`{"input_tokens":1,"output_tokens":2,"cost":${cost}}`, ms);
        const all = scanLines([text, plain]);
        compareWithReference(text, all.get(0));
        compareWithReference(plain, all.get(1));
      }),
      { numRuns: 3000 },
    );
  });

  it('takes blanks wherever JSON allows them, and a carriage return at the end', () => {
    const line = '\t{ "tool_calls" : [ { "name" : "a" } , { "name" : "b" } ] , "run" : 12 } \r';
    expect(scanLine(line)).toMatchObject({ kind: LINE_KINDS.trace, run: 12 });
    expect(scanLine(line).calls.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('numbers all lines and stops at those that are not blank', () => {
    const result = scanLines(['', '{"tool_calls":[]}', ' \r', 'x', '{"tool_calls":[]}']);
    expect([...result].map(([line, { kind }]) => [line, kind])).toEqual([
      [1, LINE_KINDS.trace],
      [3, LINE_KINDS.unknown],
      [4, LINE_KINDS.trace],
    ]);
  });

  it.each([
    ['the same bytes', '{"a":1,"b":"x"}', '{"a":1,"b":"x"}', 'trace', true],
    ['no arguments and empty ones', '{}', null, 'trace', true],
    ['another text', '{"a":"x"}', '{"a":"y"}', 'trace', false],
    ['a longer text', '{"a":"x"}', '{"a":"xy"}', 'trace', false],
    ['another number', '{"a":12}', '{"a":13}', 'trace', false],
    ['a longer number', '{"a":1}', '{"a":12}', 'trace', false],
    ['another item', '{"a":[1,2]}', '{"a":[1,3]}', 'trace', false],
    ['one more member', '{"a":1}', '{"a":1,"b":2}', 'trace', false],
    ['another kind', '{"a":"1"}', '{"a":1}', 'trace', false],
    ['another word', '{"a":true}', '{"a":false}', 'trace', false],
    ['nothing and something', '{}', '{"a":1}', 'trace', false],
    ['another spelling of a number', '{"a":1}', '{"a":1.0}', 'mayRepeat', false],
    ['minus zero', '{"a":0}', '{"a":-0}', 'mayRepeat', false],
    ['a power', '{"a":10}', '{"a":1e1}', 'mayRepeat', false],
    ['another order', '{"a":1,"b":2}', '{"b":2,"a":1}', 'mayRepeat', false],
    ['another blank', '{"a":1}', '{"a": 1}', 'mayRepeat', false],
    ['a blank in an empty object', '{}', '{ }', 'mayRepeat', false],
    ['an escape', '{"a":"x"}', '{"a":"\\u0078"}', 'mayRepeat', false],
    ['a text in a list, behind a comma', '{"a":["x","y"]}', '{"a":["x","z"]}', 'mayRepeat', false],
  ] as const)(
    'judges calls by the bytes of their arguments: %s',
    (_, item, two, kind, repeated) => {
      const call = (options: string | null): string =>
        options === null ? '{"name":"a"}' : `{"name":"a","arguments":${options}}`;
      const judge = (first: string | null, second: string | null): void => {
        const scanned = scanLine(`{"tool_calls":[${call(first)},${call(second)}]}`);
        expect(KINDS[scanned.kind]).toBe(kind);
        expect(scanned.calls[1]?.repeated).toBe(repeated);
      };
      judge(item, two);
      judge(two, item);
    },
  );

  it('reads args as arguments', () => {
    const call = (key: string, value: string): string => `{"name":"a","${key}":${value}}`;
    const scan = (...calls: string[]): readonly boolean[] => {
      const scanned = scanLine(`{"tool_calls":[${calls.join(',')}]}`);
      expect(KINDS[scanned.kind]).toBe('trace');
      return scanned.calls.map(({ repeated }) => repeated);
    };
    expect(scan(call('args', '{"q":1}'), call('args', '{"q":2}'))).toEqual([false, false]);
    expect(scan(call('args', '{"q":1}'), call('arguments', '{"q":1}'))).toEqual([false, true]);
    expect(scan(call('args', 'null'), '{"name":"a"}')).toEqual([false, true]);
  });

  it.each([
    '{"tool_calls":[{"name":"a","name":"b"}]}',
    '{"tool_calls":[{"n\\u0061me":"a"}]}',
    '{"tool_calls":[{"name":"\\u0061"}]}',
    '{"tool_calls":[{"name":""}]}',
    '{"tool_calls":[{"name":"a","server":""}]}',
    '{"tool_calls":[{"name":1}]}',
    '{"tool_calls":[{}]}',
    '{"tool_calls":[{"name":"a","arguments":"{}"}]}',
    '{"tool_calls":[{"name":"a","arguments":{"x":1,"x":2}}]}',
    '{"tool_calls":[{"name":"a","args":"{}"}]}',
    '{"tool_calls":[{"name":"a","arguments":{},"args":{}}]}',
    '{"tool_calls":[{"name":"a","args":null,"arguments":{}}]}',
    '{"tool_calls":[{"name":"a","arguments":{"a longer key":1,"a longer key":2}}]}',
    '{"tool_calls":[{"name":"a","status":"denied"}]}',
    '{"tool_calls":[{"name":"a","status":"missing"}]}',
    '{"tool_calls":[{"name":"a","requester":"user"}]}',
    '{"tool_calls":[{"name":"a","turn":"1"}]}',
    '{"tool_calls":[],"tool_calls":[]}',
    '{"tool_calls":[],"error":"boom"}',
    '{"tool_calls":[],"agent_error":"boom"}',
    '{"tool_calls":[],"partial":true}',
    '{"tool_calls":[],"partial":1}',
    '{"tool_calls":[{"name":"a","error":"boom"}]}',
    '{"tool_calls":[],"tools":[]}',
    '{"tool_calls":[],"run":0}',
    '{"tool_calls":[],"run":1.5}',
    '{"tool_calls":[],"run":1e2}',
    '{"tool_calls":[],"id":7}',
    '{"tool_calls":[],"metadata":[]}',
    '{"tool_calls":[],"usage":{"cost":"1"}}',
    '{"tool_calls":[],"usage":{"cost":-1}}',
    '{"tool_calls":[],"usage":{"input_tokens":1e30}}',
    '{"tool_calls":[],"usage":{"output_tokens":9999999999999}}',
    '{"tool_calls":[],"duration_ms":-0.5}',
    '{"tool_calls":[{"name":"a","duration_ms":-1}]}',
    '{"tool_calls":[],"x":1e400}',
    '{"tool_calls":[],"x":01}',
    '{"tool_calls":[],"x":1.}',
    '{"tool_calls":[],"x":.5}',
    '{"tool_calls":[],"x":+1}',
    '{"tool_calls":[],"x":NaN}',
    '{"tool_calls":[],"x":"\\x"}',
    '{"tool_calls":[],"x":"\\u12g4"}',
    '{"tool_calls":[],"x":"\t"}',
    '{"tool_calls":[],}',
    '{"tool_calls":[,]}',
    '{"tool_calls":[]}}',
    '{"tool_calls":[]} x',
    '{"tool_calls":[]',
    '{"tool_calls":null}',
    '[{"tool_calls":[]}]',
    '{}',
    `{"tool_calls":[],"x":${'['.repeat(200)}${']'.repeat(200)}}`,
  ])('leaves %s to the reference', (line) => {
    expect(kindOf(line)).toBe('unknown');
  });

  it('takes amounts of any ordinary spelling, and leaves unknown ones to the reference in lines it knows', () => {
    const line = (cost: string): string => `{"tool_calls":[],"usage":{"cost":${cost}}}`;
    const costs = ['1', '0', '0.25', '4.2e-7', '999.99', '-1', '1e30', '2'];
    const result = scanLines(costs.map(line), new TraceScanner(compileScanner()));
    expect(costs.map((_, i) => KINDS[result.get(i)?.kind ?? 0])).toEqual([
      'trace',
      'trace',
      'trace',
      'trace',
      'trace',
      'unknown',
      'unknown',
      'trace',
    ]);
  });

  it('never runs out of room, whatever the lines are', () => {
    const lines = Array.from({ length: 200_000 }, () => 'x');
    expect(scanLines(lines).size).toBe(200_000);
  });

  it('leaves names to the reference when there are too many of them', () => {
    const local = new TraceScanner(compileScanner());
    const lines = Array.from({ length: 9000 }, (_, i) => `{"tool_calls":[{"name":"tool ${i}"}]}`);
    let unknown = 0;
    for (let round = 0; round < 3; round++) {
      const text = lines
        .map((line) => `${line.replace('"tool ', `"tool of round ${round}, `)}\n`)
        .join('');
      local.block.write(text);
      for (let from = 0; from < text.length; from = local.scannedTo)
        if (local.scan(from, text.length) && local.lineWords[LINE.kind] === LINE_KINDS.unknown)
          unknown++;
    }
    expect(unknown).toBeGreaterThan(27_000 - 16_385);
    expect(local.toolOf(8999)).toEqual({ server: null, name: 'tool of round 0, 8999' });
  });

  it('finds in traces of any content what the reference finds', () => {
    fc.assert(
      fc.property(fc.array(anyTrace(), { minLength: 1, maxLength: 20 }), (lines) => {
        const result = scanLines(lines);
        lines.forEach((line, i) => compareWithReference(line, result.get(i)));
      }),
      { numRuns: 200 },
    );
  });

  it('reads lines that look like one before them as the reference does, down to the last byte', () => {
    fc.assert(
      fc.property(
        anyTrace(),
        fc.array(fc.array(anyDamage(), { minLength: 1, maxLength: 2 }), {
          minLength: 5,
          maxLength: 30,
        }),
        (line, damages) => {
          const lines = damages
            .map((some) => some.reduce<Buffer>((now, damage) => damage(now), Buffer.from(line)))
            .filter((bytes) => isUtf8(bytes) && !bytes.includes('\n'));
          const all = [Buffer.from(line), ...lines, Buffer.from(line)];
          // A scanner of its own: it has room to learn what the line looks like.
          const result = scanLines(all, new TraceScanner(compileScanner()));
          all.forEach((item, i) => compareWithReference(item, result.get(i)));
          expect(result.get(all.length - 1)).toEqual(result.get(0));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('accepts no line that the reference refuses, however it was damaged', () => {
    fc.assert(
      fc.property(
        anyTrace(),
        fc.array(anyDamage(), { minLength: 1, maxLength: 3 }),
        (line, damages) => {
          const bytes = damages.reduce<Buffer>((now, damage) => damage(now), Buffer.from(line));
          if (!isUtf8(bytes)) return;
          const lines = bytes.toString().split('\n');
          const result = scanLines(lines);
          lines.forEach((line, i) => compareWithReference(line, result.get(i)));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

/** JSON text of a trace with unknown and ordinary members. */
function anyTrace(): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom('a', 'search', 'get_item', 'ü'), fc.string());
  const blank = fc.constantFrom('', '', '', ' ', '\t');
  const call = fc
    .tuple(
      name,
      fc.option(fc.oneof(name, fc.constant(null)), { nil: undefined }),
      fc.option(fc.oneof(smallArguments(), fc.jsonValue({ maxDepth: 2 })), { nil: undefined }),
      fc.constantFrom(undefined, null, 'ok', 'ok', 'error', 'denied', 'missing', 'other'),
      fc.option(fc.oneof(smallArguments(), fc.jsonValue({ maxDepth: 1 })), { freq: 2 }),
      fc.constantFrom('arguments', 'args'),
      fc.option(
        fc.dictionary(
          fc.constantFrom('id', 'turn', 'requester', 'duration_ms', 'error', 'x', 'name2'),
          fc.jsonValue({ maxDepth: 1 }),
        ),
        { nil: undefined, freq: 3 },
      ),
    )
    .map(([tool, server, options, status, other, key, more]) => ({
      name: tool,
      server,
      [key]: options,
      ...(other === null ? {} : { args: other }),
      status,
      ...more,
    }));
  const trace = fc.record(
    {
      tool_calls: fc.array(call, { maxLength: 6 }),
      test: fc.oneof(name, fc.constant(null)),
      id: fc.string(),
      run: fc.oneof(fc.nat(20), fc.double({ noNaN: true })),
      input: fc.jsonValue({ maxDepth: 3 }),
      error: fc.constantFrom(null, null, 'boom'),
      agent_error: fc.constantFrom(null, null, null, 'boom'),
      partial: fc.constantFrom(null, null, true, false),
      usage: fc.oneof(fc.constant({ input_tokens: 5, cost: 0.5 }), fc.jsonValue({ maxDepth: 1 })),
      metadata: fc.oneof(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
        fc.jsonValue({ maxDepth: 1 }),
      ),
      duration_ms: fc.oneof(fc.double({ noNaN: true }), fc.constant(null)),
      output: fc.string({ unit: 'binary' }),
    },
    { requiredKeys: ['tool_calls'] },
  );
  return fc.tuple(trace, blank).map(([value, gap]) => {
    const text = JSON.stringify(value, null, gap === '' ? undefined : 1);
    return text.replaceAll('\n', gap);
  });
}

function smallArguments(): fc.Arbitrary<Record<string, unknown>> {
  return fc.dictionary(
    fc.constantFrom('q', 'limit', 'filter', 'a key longer than eight'),
    fc.oneof(
      fc.constantFrom('x', 'y', 1, 10, 1.5, true, null),
      fc.array(fc.nat(2), { maxLength: 2 }),
    ),
    { maxKeys: 3 },
  );
}

/** Something that goes wrong with bytes. */
function anyDamage(): fc.Arbitrary<(bytes: Buffer) => Buffer> {
  const pieces = [
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '0',
    '-',
    '.',
    'e',
    '\n',
    '\r',
    ' ',
    'null',
    '\\u0061',
    '"name":"a",',
    '1e999',
    '\u0000',
    'ü',
  ];
  const place = fc.nat();
  const at = (bytes: Buffer, where: number): number => where % (bytes.length + 1);
  const splice = (bytes: Buffer, from: number, to: number, text: string): Buffer =>
    Buffer.concat([bytes.subarray(0, from), Buffer.from(text), bytes.subarray(to)]);
  return fc.oneof(
    fc.tuple(place, fc.constantFrom(...pieces)).map(
      ([where, text]) =>
        (bytes: Buffer) =>
          splice(bytes, at(bytes, where), at(bytes, where), text),
    ),
    fc.tuple(place, fc.constantFrom(...pieces)).map(
      ([where, text]) =>
        (bytes: Buffer) =>
          splice(bytes, at(bytes, where), at(bytes, where) + 1, text),
    ),
    place.map(
      (where) => (bytes: Buffer) => splice(bytes, at(bytes, where), at(bytes, where) + 1, ''),
    ),
    place.map((where) => (bytes: Buffer) => bytes.subarray(0, at(bytes, where))),
    fc.tuple(place, place, place).map(([from, length, to]) => (bytes: Buffer) => {
      const start = at(bytes, from);
      const piece = bytes.subarray(start, start + (length % 40)).toString();
      return splice(bytes, at(bytes, to), at(bytes, to), piece);
    }),
  );
}
