import { describe, expect, it } from 'vitest';
import { ExactNumber } from '../json/json.ts';
import type { NativeTrace } from './native-trace.ts';
import { parseTrace } from './parse-trace.ts';
import { LIMITS } from './trace-findings.ts';
import type { ToolCall, Trace } from './trace.ts';

function trace(value: unknown): Trace {
  const parsed = parseTrace(value);
  if (!parsed.ok) throw new Error(parsed.issues.map((issue) => issue.message).join('\n'));
  return parsed.trace;
}

/** The problems of a value, each as `pointer message`. */
function problems(value: unknown): string[] {
  const parsed = parseTrace(value);
  if (parsed.ok) return [];
  return parsed.issues.map((issue) => `${issue.where?.pointer ?? '?'} ${issue.message}`);
}

function call(value: object): ToolCall | undefined {
  return trace({ tool_calls: [{ name: 'get', ...value }] }).calls[0];
}

describe('a native trace', () => {
  it('is read with everything it says', () => {
    const native: NativeTrace = {
      id: 'r1',
      test: 'picks search',
      case: null,
      agent: 'researcher',
      model: 'm-2026-01-01',
      run: 1,
      input: 'find it',
      tool_calls: [
        {
          name: 'web_search',
          server: 'brave',
          arguments: { q: 'x' },
          id: 'c1',
          status: 'ok',
          requester: 'user',
        },
        { name: 'get' },
      ],
      tools: [
        {
          name: 'web_search',
          server: 'brave',
          description: 'Searches.',
          input_schema: { type: 'object' },
          cost: 1,
        },
        { name: 'get' },
      ],
      output: { text: 'done' },
      usage: { input_tokens: 120, output_tokens: 18, cost: 0.0004 },
      error: null,
      metadata: { day: 'monday' },
    };
    expect(trace(native)).toEqual({
      id: 'r1',
      test: 'picks search',
      case: null,
      agent: 'researcher',
      model: 'm-2026-01-01',
      run: 1,
      input: 'find it',
      calls: [
        {
          server: 'brave',
          name: 'web_search',
          arguments: { state: 'parsed', value: { q: 'x' } },
          id: 'c1',
          requester: 'user',
          status: 'ok',
        },
        {
          server: null,
          name: 'get',
          arguments: { state: 'absent' },
          id: null,
          requester: null,
          status: null,
        },
      ],
      offered: [
        {
          server: 'brave',
          name: 'web_search',
          description: 'Searches.',
          inputSchema: { type: 'object' },
          cost: 1,
        },
        { server: null, name: 'get', description: null, inputSchema: null, cost: null },
      ],
      output: { text: 'done' },
      usage: { inputTokens: 120, outputTokens: 18, cost: 0.0004 },
      error: null,
      metadata: { day: 'monday' },
      issues: [],
    });
  });

  it('needs nothing but its calls, and they may be none', () => {
    expect(trace({ tool_calls: [] })).toEqual({
      id: null,
      test: null,
      case: null,
      agent: null,
      run: null,
      input: null,
      calls: [],
      offered: null,
      output: null,
      usage: null,
      error: null,
      metadata: null,
      issues: [],
    });
  });

  it('is not believed about its own success, and unknown keys change nothing', () => {
    const plain = trace({ tool_calls: [{ name: 'a' }] });
    const boasting = { tool_calls: [{ name: 'a', score: 1 }], score: 1, passed: true };
    expect(trace(boasting)).toEqual(plain);
  });

  it('takes hostile names as ordinary ones', () => {
    const names = ['__proto__', 'constructor', 'toString', 'a.b', 'with space', 'ü', '\u{1F600}'];
    const read = trace({ tool_calls: names.map((name) => ({ name, server: name })) });
    expect(read.calls.map((call) => call.name)).toEqual(names);
    expect(read.calls.map((call) => call.server)).toEqual(names);
  });

  it.each([
    [{ error: 'timeout' }, 'error'],
    [{ error: { code: 1 } }, 'error'],
    [{ error: 'late', status: 'denied' }, 'denied'],
    [{ error: null }, null],
    [{ error: '' }, null],
    [{ error: false, status: 'ok' }, 'ok'],
  ])('has a call that failed where it tells why: %j', (more, status) => {
    expect(trace({ tool_calls: [{ name: 'a', ...more }] }).calls[0]?.status).toBe(status);
  });

  it('has an error when it says so', () => {
    expect(trace({ tool_calls: [], error: 'timeout' }).error).toBe('timeout');
    expect(trace({ tool_calls: [], error: { message: 'boom', code: 1 } }).error).toBe('boom');
    expect(trace({ tool_calls: [], error: { code: 137 } }).error).toBe('{"code":137}');
    expect(trace({ tool_calls: [], agent_error: 'timeout' }).error).toBe('timeout');
    expect(trace({ tool_calls: [], error: null, agent_error: null }).error).toBeNull();
  });

  it('takes money with more digits than a double as the nearest double', () => {
    const cost = new ExactNumber('40000000000000001e-20');
    expect(trace({ tool_calls: [], usage: { cost } }).usage?.cost).toBe(0.0004);
  });

  it('lists tools under either spelling of their schema', () => {
    const tools = [
      { name: 'a', inputSchema: { type: 'object' } },
      { name: 'b', input_schema: true },
    ];
    const offered = trace({ tool_calls: [], tools }).offered ?? [];
    expect(offered.map((tool) => tool.inputSchema)).toEqual([{ type: 'object' }, true]);
  });
});

describe('a value that is not a native trace', () => {
  const long = 'x'.repeat(1025);
  it.each<[unknown, ...string[]]>([
    [null, ' a trace must be an object'],
    [[], ' a trace must be an object'],
    ['text', ' a trace must be an object'],
    [{}, '/tool_calls tool_calls is missing'],
    [{ tool_calls: null }, '/tool_calls tool_calls must be a list, not null'],
    [{ tool_calls: 'x' }, '/tool_calls tool_calls must be a list, not text'],
    [{ tool_calls: {} }, '/tool_calls tool_calls must be a list, not an object'],
    [{ tool_calls: ['x'] }, '/tool_calls/0 a call must be an object, not text'],
    [{ tool_calls: [{}] }, '/tool_calls/0/name name is missing'],
    [{ tool_calls: [{ name: 7 }] }, '/tool_calls/0/name name must be text, not a number'],
    [{ tool_calls: [{ name: null }] }, '/tool_calls/0/name name must be text, not null'],
    [{ tool_calls: [{ name: '' }] }, '/tool_calls/0/name name is empty'],
    [
      { tool_calls: [{ name: long }] },
      '/tool_calls/0/name name has 1025 characters, at most 1024 are allowed',
    ],
    [
      { tool_calls: [{ name: '\uD800' }] },
      '/tool_calls/0/name name holds half of a surrogate pair, which is not text',
    ],
    [{ tool_calls: [{ name: 'a', server: '' }] }, '/tool_calls/0/server server is empty'],
    [
      { tool_calls: [{ name: 'a', server: 1 }] },
      '/tool_calls/0/server server must be text, not a number',
    ],
    [{ tool_calls: [{ name: 'a', id: 1 }] }, '/tool_calls/0/id id must be text, not a number'],
    [
      { tool_calls: [{ name: 'a', status: 'failed' }] },
      '/tool_calls/0/status status must be ok, error, denied or missing, not "failed"',
    ],
    [
      { tool_calls: [{ name: 'a', requester: 1 }] },
      '/tool_calls/0/requester requester must be text or null, not a number',
    ],
    [{ tool_calls: [], id: 1 }, '/id id must be text or null, not a number'],
    [{ tool_calls: [], case: 812 }, '/case case must be text or null, not a number'],
    [{ tool_calls: [], test: true }, '/test test must be text or null, not true'],
    [{ tool_calls: [], agent: {} }, '/agent agent must be text or null, not an object'],
    [{ tool_calls: [], run: 0 }, '/run run must be a whole number from 1, not 0'],
    [{ tool_calls: [], run: 1.5 }, '/run run must be a whole number from 1, not 1.5'],
    [{ tool_calls: [], run: '1' }, '/run run must be a whole number from 1, not text'],
    [
      { tool_calls: [], run: new ExactNumber('9007199254740993') },
      '/run run must be a whole number from 1, not a number',
    ],
    [{ tool_calls: [], usage: 3 }, '/usage usage must be an object, not a number'],
    [
      { tool_calls: [], usage: { input_tokens: '3' } },
      '/usage/input_tokens input_tokens must be a number or null, not text',
    ],
    [
      { tool_calls: [], usage: { cost: NaN } },
      '/usage/cost cost must be a number or null, not NaN',
    ],
    [{ tool_calls: [], error: true }, '/error error must be text, an object or null, not true'],
    [
      { tool_calls: [], agent_error: 7 },
      '/agent_error agent_error must be text, an object or null, not a number',
    ],
    [{ tool_calls: [], metadata: [] }, '/metadata metadata must be an object, not a list'],
    [{ tool_calls: [], tools: {} }, '/tools tools must be a list or null, not an object'],
    [{ tool_calls: [], tools: [1] }, '/tools/0 a tool must be an object, not a number'],
    [{ tool_calls: [], tools: [{}] }, '/tools/0/name name is missing'],
    [{ tool_calls: [], tools: [{ name: 'a', server: '' }] }, '/tools/0/server server is empty'],
    [
      { tool_calls: [], tools: [{ name: 'a', description: 1 }] },
      '/tools/0/description description must be text, not a number',
    ],
    [
      { tool_calls: [], tools: [{ name: 'a', inputSchema: 'x' }] },
      '/tools/0/inputSchema inputSchema must be an object, true or false, not text',
    ],
    [
      { tool_calls: [], tools: [{ name: 'a', cost: '1' }] },
      '/tools/0/cost cost must be a number or null, not text',
    ],
    [
      { id: 1, run: -1 },
      '/tool_calls tool_calls is missing',
      '/id id must be text or null, not a number',
      '/run run must be a whole number from 1, not -1',
    ],
  ])('%j is refused with a pointer', (value, ...expected) => {
    expect(problems(value)).toEqual(expected);
  });

  it('carries the code TRACE_SCHEMA and advice', () => {
    const openai = { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get' } }] };
    expect(parseTrace(openai)).toEqual({
      ok: false,
      issues: [
        {
          code: 'TRACE_SCHEMA',
          severity: 'error',
          message: 'name is missing',
          where: { pointer: '/tool_calls/0/name' },
          hint: 'a native call has name and arguments at its top, not under function',
        },
      ],
    });
  });

  it('lists a bounded number of problems and counts the rest', () => {
    const many = problems({ tool_calls: Array.from({ length: 1000 }, () => ({})) });
    expect(many).toHaveLength(LIMITS.issues + 1);
    expect(many.at(-1)).toContain('980 more problems are not listed');
  });

  it('is refused even where warnings came first and filled the list', () => {
    const calls = Array.from({ length: 100 }, () => ({ name: 'a', arguments: 'x' }));
    expect(problems({ tool_calls: [...calls, {}] })).toEqual([
      '/tool_calls/100/name name is missing',
      '/tool_calls/100/name 81 more problems are not listed',
    ]);
  });
});

describe('the arguments of a call', () => {
  it('are parsed when they are an object or the text of one', () => {
    expect(call({ arguments: { a: 1 } })?.arguments).toEqual({ state: 'parsed', value: { a: 1 } });
    expect(call({ arguments: '{"a":1}' })?.arguments).toEqual({
      state: 'parsed',
      value: { a: 1 },
    });
  });

  it('are absent when they are null or left out', () => {
    expect(call({ arguments: null })?.arguments).toEqual({ state: 'absent' });
    expect(call({ arguments: undefined })?.arguments).toEqual({ state: 'absent' });
  });

  it('are read from args where the call has no arguments', () => {
    const expected = { state: 'parsed', value: { a: 1 } };
    expect(call({ args: { a: 1 } })?.arguments).toEqual(expected);
    expect(call({ args: '{"a":1}' })?.arguments).toEqual(expected);
    expect(call({ arguments: null, args: { a: 1 } })?.arguments).toEqual(expected);
    expect(call({ arguments: { a: 1 }, args: null })?.arguments).toEqual(expected);
    const unparsed = trace({ tool_calls: [{ name: 'a', args: [1] }] });
    expect(unparsed.calls[0]?.arguments).toEqual({ state: 'unparsed', text: '[1]' });
    expect(unparsed.issues[0]?.where?.pointer).toBe('/tool_calls/0/args');
  });

  it('may be written under both keys when both say the same, in any spelling', () => {
    const both = { arguments: { a: 1, b: [2] }, args: '{"b":[2.0],"a":1}' };
    expect(call(both)?.arguments).toEqual({ state: 'parsed', value: { a: 1, b: [2] } });
    expect(problems({ tool_calls: [{ name: 'a', arguments: {}, args: { a: 1 } }] })).toEqual([
      '/tool_calls/0/args arguments and args of call "a" differ',
    ]);
    expect(problems({ tool_calls: [{ name: 'a', arguments: 'x', args: 'y' }] })).toEqual([
      '/tool_calls/0/args arguments and args of call "a" differ',
    ]);
  });

  it.each([
    ['{"a":', '{"a":', 'the text ends too early'],
    ['', '', 'the text ends too early'],
    ['{"a":1,"a":1}', '{"a":1,"a":1}', 'the key "a" is written twice'],
    ['"{\\"a\\":1}"', '"{\\"a\\":1}"', 'text in text'],
    ['[1]', '[1]', 'a list in text'],
    ['null', 'null', 'null in text'],
    [[1, 'x'], '[1,"x"]', 'a list'],
    [7, '7', 'a number'],
    [new ExactNumber('9007199254740993'), '9007199254740993', 'a number'],
    [false, 'false', 'false'],
  ])('are kept as text with a warning when they are %j', (value, text, reason) => {
    const read = trace({ tool_calls: [{ name: 'b' }, { name: 'get_order', arguments: value }] });
    expect(read.calls[1]?.arguments).toEqual({ state: 'unparsed', text });
    expect(read.issues).toEqual([
      {
        code: 'READ_ARGS_UNPARSED',
        severity: 'warning',
        message: `arguments of call "get_order" are not a JSON object (${reason}); kept as text`,
        where: { pointer: '/tool_calls/1/arguments' },
      },
    ]);
  });
});

describe('amounts', () => {
  it('that cannot be are left out with a warning', () => {
    const read = trace({
      tool_calls: [{ name: 'a', duration_ms: -5 }],
      duration_ms: new ExactNumber('90071992547409930000'),
      usage: { input_tokens: 1e13, output_tokens: 1e12, cost: -0.5 },
    });
    expect(read.calls[0]).not.toHaveProperty('durationMs');
    expect(read).not.toHaveProperty('durationMs');
    expect(read.usage).toEqual({ inputTokens: null, outputTokens: 1e12, cost: null });
    expect(read.issues.map(({ where }) => where?.pointer)).toEqual([
      '/tool_calls/0/duration_ms',
      '/duration_ms',
      '/usage/input_tokens',
      '/usage/cost',
    ]);
    expect(read.issues[0]).toMatchObject({
      code: 'READ_AMOUNT_ODD',
      severity: 'warning',
      message: 'duration_ms is below 0 or beyond 10^12; it was left out',
    });
  });
});

describe('who asked for a call', () => {
  it('is the agent unless the trace names someone else', () => {
    const asked = [undefined, null, 'agent', 'assistant', 'user', 'billing'];
    expect(asked.map((requester) => call({ requester })?.requester)).toEqual([
      null,
      null,
      null,
      null,
      'user',
      'billing',
    ]);
  });

  it('keeps the code of an error that is about the record, and takes any other for a crash', () => {
    const error = { message: 'a part is unknown', code: 'READ_CALL_UNREADABLE', pointer: '/a' };
    expect(parseTrace({ tool_calls: [], error })).toMatchObject({
      trace: { error: 'a part is unknown', fault: { code: error.code, pointer: '/a' } },
    });
    const crash = parseTrace({ tool_calls: [], error: { message: 'down', code: 'ECONNRESET' } });
    expect(crash).toMatchObject({ trace: { error: 'down' } });
    expect(crash.ok && 'fault' in crash.trace).toBe(false);
  });

  it('reads whether only a part of the run was observed', () => {
    expect(parseTrace({ tool_calls: [], partial: true })).toMatchObject({
      trace: { partial: true },
    });
    const whole = parseTrace({ tool_calls: [], partial: false });
    expect(whole.ok && 'partial' in whole.trace).toBe(false);
    expect(parseTrace({ tool_calls: [], partial: 'yes' })).toMatchObject({ ok: false });
  });
});
