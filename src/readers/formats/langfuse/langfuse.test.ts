import type { Issue, Json, JsonObject, Trace } from '#core';
import { assert, property, shuffledSubarray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readContents } from '../../fixtures/reader-case.ts';
import { langfuseFormat } from './index.ts';

/** The result of reading records one after the other. */
function read(...records: readonly Json[]): { traces: Trace[]; issues: Issue[] } {
  const traces: Trace[] = [];
  const issues: Issue[] = [];
  const keep = (issue: Issue): number => issues.push(issue);
  const assembler = langfuseFormat.open({
    trace: (trace) => traces.push(trace),
    error: keep,
    warn: keep,
  });
  records.forEach((record, index) => assembler.add(record, { file: 'x', line: index + 1 }));
  Array.from(assembler.end() ?? []);
  return { traces, issues };
}

function only(...records: readonly Json[]): Trace {
  const { traces, issues } = read(...records);
  expect(issues).toEqual([]);
  expect(traces).toHaveLength(1);
  return traces[0]!;
}

/** A row with its start in seconds. */
function row(id: string, type: string, second: number, rest: JsonObject = {}): JsonObject {
  return {
    id,
    traceId: 't',
    type,
    startTime: second * 1000 + Date.UTC(2026, 2, 1),
    endTime: second * 1000 + Date.UTC(2026, 2, 1) + 500,
    parentObservationId: null,
    level: 'DEFAULT',
    ...rest,
  };
}

function asking(
  ...calls: readonly (readonly [id: string, name: string, given: JsonObject])[]
): JsonObject {
  return {
    output: {
      role: 'assistant',
      content: '',
      tool_calls: calls.map(([id, name, passed]) => ({
        id,
        function: { name, arguments: passed },
      })),
    },
  };
}

const named = ({ calls }: Trace): string[] => calls.map(({ name }) => name);

describe('rows', () => {
  const rows = [
    row('g1', 'GENERATION', 1, asking(['a', 'find', { q: 1 }], ['b', 'find', { q: 2 }])),
    row('t2', 'TOOL', 2, { name: 'find', input: { q: 2 } }),
    row('t1', 'TOOL', 2, { name: 'find', input: { q: 1 } }),
    row('g2', 'GENERATION', 3, asking(['c', 'open', {}])),
    row('t3', 'TOOL', 4, { name: 'open', input: {} }),
    { ...row('g9', 'GENERATION', 0, asking(['d', 'close', {}])), traceId: 'earlier' },
    { id: 't', timestamp: '2026-03-01T00:00:00Z', tags: [], public: false, input: 'Find both' },
  ];

  test('give the same runs in every order', () => {
    const { traces } = read(...rows);
    expect(traces.map(({ id }) => id)).toEqual(['earlier', 't']);
    expect(traces.map(named)).toEqual([['close'], ['find', 'find', 'open']]);
    assert(
      property(shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(read(...shuffled).traces).toEqual(traces);
      }),
    );
  });

  test('count once where pages overlap, and the state after the end counts', () => {
    const running = { ...rows[1]!, endTime: null };
    expect(read(running, ...rows, ...rows, running).traces).toEqual(read(...rows).traces);
  });

  test('of one trace may lie in several files', async () => {
    const files = rows.map((entry, index) => ({
      file: `${index}.json`,
      content: JSON.stringify(entry),
    }));
    const records = await readContents(files, null);
    expect(records.map((record) => record.kind === 'trace' && named(record.trace))).toEqual([
      ['close'],
      ['find', 'find', 'open'],
    ]);
  });

  test('that are none of Langfuse are refused with their place; an empty page and a type of tomorrow are not', () => {
    const page = { data: [row('g1', 'GENERATION', 1), { id: 'x' }, 7], meta: { page: 1 } };
    expect(read(page).issues).toMatchObject([
      { code: 'TRACE_SCHEMA', severity: 'error', where: { line: 1, pointer: '/data/1' } },
      { code: 'TRACE_SCHEMA', severity: 'error', where: { line: 1, pointer: '/data/2' } },
    ]);
    expect(read({ data: [], meta: {} })).toEqual({ traces: [], issues: [] });
    expect(only(row('g1', 'GENERATION', 1), row('x', 'NEGOTIATION', 2)).calls).toEqual([]);
  });

  test('of traces alone are not runs, since nothing says what was called', () => {
    const trace = { id: 't', timestamp: '2026-03-01T00:00:00Z', tags: [], public: true };
    const { traces, issues } = read(trace, { ...trace, id: 'u', observations: ['o1'] });
    expect(traces).toEqual([]);
    expect(issues).toMatchObject([
      { code: 'READ_RUN_SKIPPED', severity: 'warning', where: { line: 1 } },
    ]);
    expect(issues[0]!.message).toContain('2 traces');
  });
});

describe('a whole trace', () => {
  test('with an observation that cannot be read is refused: what it was might have been a call', () => {
    const { traces, issues } = read({
      trace: { id: 't' },
      observations: [row('g', 'GENERATION', 1), null],
    });
    expect(traces).toEqual([]);
    expect(issues).toMatchObject([{ code: 'TRACE_SCHEMA', where: { pointer: '/observations/1' } }]);
  });

  test('is one run each time that it is read', () => {
    const whole = { trace: { id: 't' }, observations: [row('g', 'GENERATION', 1)] };
    expect(read(whole, whole).traces).toHaveLength(2);
  });
});

describe('failures', () => {
  const failed = { level: 'ERROR', statusMessage: 'rate limit' };

  test('of a model that answered later do not spoil the run, that of the last one does', () => {
    expect(
      only(row('g1', 'GENERATION', 1, failed), row('g2', 'GENERATION', 2, { output: 'Hi' })).error,
    ).toBeNull();
    expect(only(row('g1', 'GENERATION', 1), row('g2', 'GENERATION', 2, failed)).error).toBe(
      'rate limit',
    );
  });

  test('of a tool are its own, and a failed root is a failed run', () => {
    const tool = row('t', 'TOOL', 2, { ...failed, name: 'x', parentObservationId: 's' });
    expect(only(row('s', 'AGENT', 1), tool)).toMatchObject({
      error: null,
      calls: [{ status: 'error' }],
    });
    expect(only(row('s', 'CHAIN', 1, { level: 'ERROR' }), tool).error).toBe(
      'it failed, without a message',
    );
  });
});

describe('calls', () => {
  test('of earlier turns in the input of a model are not its own; those since the question are, without another record', () => {
    const before = [
      { role: 'user', content: 'Roll' },
      { role: 'assistant', tool_calls: [{ id: '1', function: { name: 'roll', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: '1', content: '4' },
    ];
    const thanked = [
      ...before,
      { role: 'assistant', content: '4' },
      { role: 'user', content: 'Thanks' },
    ];
    const answer = { role: 'assistant', content: 'Welcome' };
    expect(only(row('g', 'GENERATION', 1, { input: thanked, output: answer })).calls).toEqual([]);
    expect(named(only(row('g', 'GENERATION', 1, { input: before, output: answer })))).toEqual([
      'roll',
    ]);
  });

  test('that got their id from the tool that ran are one with whatever else has that id', () => {
    const attributes = { 'gen_ai.tool.call.id': 'adk-1', 'gen_ai.tool.name': 'hello' };
    const { calls } = only(
      row('g', 'GENERATION', 1, {
        output: { role: 'model', parts: [{ functionCall: { name: 'hello', args: {} } }] },
      }),
      row('t', 'TOOL', 2, { name: 'hello', input: {}, metadata: { attributes } }),
      row('u', 'TOOL', 3, { name: 'hello', input: {}, level: 'ERROR', metadata: { attributes } }),
    );
    expect(calls).toMatchObject([{ id: 'adk-1', status: 'error', turn: 1 }]);
  });

  test('without a name make the run an errored one', () => {
    const { traces } = read(row('g', 'GENERATION', 1, { toolCalls: ['{"id":"1"}'] }));
    expect(traces).toMatchObject([
      { calls: [], error: 'a tool call cannot be read: name is empty' },
    ]);
  });
});

describe('agents', () => {
  const inside = (parentObservationId: string): JsonObject => ({ parentObservationId });

  test('in the frame of a workflow act for themselves; only one that was asked by another is a requester', () => {
    const { agent, calls } = only(
      row('w', 'AGENT', 0, { name: 'workflow' }),
      row('a', 'AGENT', 1, { name: 'first', ...inside('w') }),
      row('g1', 'GENERATION', 2, { ...asking(['1', 'x', {}]), ...inside('a') }),
      row('b', 'AGENT', 3, { name: 'second', ...inside('w') }),
      row('g2', 'GENERATION', 4, { ...asking(['2', 'y', {}]), ...inside('b') }),
      row('c', 'AGENT', 5, { name: 'third', ...inside('b') }),
      row('s', 'SPAN', 5, inside('c')),
      row('g3', 'GENERATION', 6, { ...asking(['3', 'z', {}]), ...inside('s') }),
    );
    expect(agent).toBe('first');
    expect(calls.map(({ name, requester, turn }) => [name, requester, turn])).toEqual([
      ['x', null, 1],
      ['y', null, 2],
      ['z', 'third', 3],
    ]);
  });

  test('without a name of their own inside a tool go by the name of the tool', () => {
    const { calls } = only(
      row('g1', 'GENERATION', 1, asking(['1', 'research', {}])),
      row('t1', 'TOOL', 2, { name: 'research', input: {} }),
      row('g2', 'GENERATION', 3, { ...asking(['2', 'look', {}]), ...inside('t1') }),
      row('t2', 'TOOL', 4, { name: 'look', input: {}, ...inside('t1') }),
    );
    expect(calls.map(({ name, requester, status }) => [name, requester, status])).toEqual([
      ['research', null, 'ok'],
      ['look', 'research', 'ok'],
    ]);
  });
});

describe('hostile observations', () => {
  test('that are their own or each other’s parents, or have ids from prototypes, are read', () => {
    const calls = (id: string): JsonObject => asking([id, '__proto__', {}]);
    const trace = only(
      row('a', 'GENERATION', 1, { parentObservationId: 'b', ...calls('constructor') }),
      row('b', 'SPAN', 1, { parentObservationId: 'a' }),
      row('__proto__', 'GENERATION', 2, {
        parentObservationId: '__proto__',
        ...calls('__proto__'),
      }),
    );
    expect(named(trace)).toEqual(['__proto__', '__proto__']);
  });

  test('that stand in each other 15,000 deep are read', () => {
    const chain = Array.from({ length: 15_000 }, (_, index) =>
      row(`n${index}`, 'AGENT', index, {
        parentObservationId: index === 0 ? null : `n${index - 1}`,
      }),
    );
    const answer = { ...asking(['1', 'x', {}]), parentObservationId: 'n14999' };
    expect(named(only(...chain, row('g', 'GENERATION', 20_000, answer)))).toEqual(['x']);
  });

  test('that ask for one tool 3,000 times find each its run', () => {
    const many = Array.from({ length: 3000 }, (_, index) => [`c${index}`, 'x', { index }] as const);
    const tools = many.map(([id, name, input], index) =>
      row(id, 'TOOL', index + 2, { name, input }),
    );
    const { calls } = only(row('g', 'GENERATION', 1, asking(...many)), ...tools);
    expect(calls).toHaveLength(3000);
    expect(calls.every(({ status }) => status === 'ok')).toBe(true);
  });
});

describe('usage', () => {
  const usageOf = (rest: JsonObject): Trace['usage'] => only(row('g', 'GENERATION', 1, rest)).usage;

  test('has every kind of token; details of a kind are not added to it', () => {
    const usageDetails = {
      input: 10,
      input_cached_tokens: 4,
      cache_creation_input_tokens: 2,
      'prompt_details.cache_read': 4,
      output: 3,
      output_reasoning_tokens: 5,
      total: 24,
    };
    expect(usageOf({ usageDetails })).toEqual({ inputTokens: 16, outputTokens: 8, cost: null });
  });

  test('is read as older servers write it, and is unknown where it is empty', () => {
    const usage = { input: 7, output: 2, total: 9, unit: 'TOKENS' };
    expect(usageOf({ usage, calculatedTotalCost: '0.25' })).toEqual({
      inputTokens: 7,
      outputTokens: 2,
      cost: 0.25,
    });
    expect(usageOf({ promptTokens: 7, completionTokens: 2 })).toMatchObject({
      inputTokens: 7,
      outputTokens: 2,
    });
    expect(usageOf({ usageDetails: {}, costDetails: {} })).toBeNull();
  });
});

describe('exports', () => {
  const attributes = (values: JsonObject): JsonObject => ({
    metadata: JSON.stringify({ attributes: values }),
  });

  test('a tool is named by its attributes, otherwise by its observation without what precedes the name', () => {
    const names: readonly (readonly [string, JsonObject, string])[] = [
      ['x', attributes({ 'gen_ai.tool.name': 'go', 'tool.name': 'no' }), 'go'],
      ['x', attributes({ 'tool.name': 'go' }), 'go'],
      ['execute_tool go', {}, 'go'],
      ['running tool: go', {}, 'go'],
    ];
    for (const [name, rest, expected] of names)
      expect([name, named(only(row('t', 'TOOL', 1, { name, ...rest })))]).toEqual([
        name,
        [expected],
      ]);
    expect(only(row('t', 'TOOL', 1, { name: 'mcp__sea__go' })).calls).toMatchObject([
      { server: 'sea' },
    ]);
  });

  test('arguments are text or an object, and may lie under the words of a decorator or of LangSmith', () => {
    const wrapped = attributes({ 'langsmith.span.kind': 'tool' });
    for (const rest of [
      { input: '{"a":1}' },
      { input: { a: 1 } },
      { input: { args: [], kwargs: { a: 1 } } },
      { input: { input: { a: 1 } }, ...wrapped },
      attributes({ 'gen_ai.tool.name': 'go', tool_arguments: '{"a":1}' }),
    ])
      expect([
        rest,
        only(row('t', 'TOOL', 1, { name: 'go', ...rest })).calls[0]!.arguments,
      ]).toEqual([rest, { state: 'parsed', value: { a: 1 } }]);
  });

  test('a tool failed by its level or by what it gave, went well when it ended, and is open otherwise', () => {
    const status = (rest: JsonObject): unknown =>
      only(row('t', 'TOOL', 1, { name: 'go', ...rest })).calls[0]!.status;
    expect(status({ level: 'ERROR', output: 'x' })).toBe('error');
    expect(status({ output: '{"isError":true}' })).toBe('error');
    expect(
      status({ output: { type: 'tool', tool_call_id: 'c', content: 'x', status: 'error' } }),
    ).toBe('error');
    expect(status(attributes({ 'error.type': 'tool_error' }))).toBe('error');
    expect(status({})).toBe('ok');
    expect(status({ endTime: null, output: 'x' })).toBe('ok');
    for (const output of [null, 'null']) expect(status({ endTime: null, output })).toBeNull();
  });

  test('columns of a bucket have other names for the same', () => {
    const snake = (id: string, type: string, second: number, rest: JsonObject): JsonObject => ({
      id,
      trace_id: 't',
      type,
      start_time: `2026-03-01 00:00:0${second}.000`,
      end_time: `2026-03-01 00:00:0${second}.500`,
      level: 'DEFAULT',
      ...rest,
    });
    const run = only(
      snake('r', 'SPAN', 1, {
        trace_name: 'shop',
        user_id: 'u',
        session_id: 's',
        trace_tags: '["x"]',
      }),
      snake('g', 'GENERATION', 2, {
        parent_observation_id: 'r',
        provided_model_name: 'm',
        usage_details: '{"input":3,"output":1,"total":4}',
        cost_details: '{"input":0.1,"output":0.2}',
        tool_definitions: '{"go":"{\\"description\\":\\"Goes\\"}"}',
        tool_calls: '["{\\"id\\":\\"c\\",\\"arguments\\":\\"{\\\\\\"a\\\\\\":1}\\"}"]',
        tool_call_names: '["go"]',
      }),
      snake('t', 'TOOL', 3, {
        parent_observation_id: 'r',
        name: 'go',
        level: 'ERROR',
        status_message: 'no',
      }),
    );
    expect(run).toMatchObject({
      calls: [{ id: 'c', name: 'go', arguments: { value: { a: 1 } }, status: 'error', turn: 1 }],
      offered: [{ name: 'go', description: 'Goes' }],
      usage: { inputTokens: 3, outputTokens: 1, cost: 0.3 },
      metadata: { model: 'm', name: 'shop', user: 'u', session: 's', tags: ['x'] },
      issues: [],
    });
  });

  test('a page without payloads has the calls whose names were extracted, or says that they are not known', () => {
    expect(named(only(row('g', 'GENERATION', 1, { toolCallNames: ['find', 'close'] })))).toEqual([
      'find',
      'close',
    ]);
    for (const rest of [{ output: 'Hello' }, { toolCalls: [] }])
      expect([rest, only(row('g', 'GENERATION', 1, rest)).error]).toEqual([rest, null]);
  });

  test.each([
    ['READ_ANSWER_MISSING', {}],
    ['READ_ANSWER_MISSING', { output: null }],
    ['READ_ANSWER_MISSING', { output: null, toolCalls: [] }],
    ['READ_ANSWER_MISSING', { output: '' }],
    ['READ_ANSWER_CUT', { output: '{"role":"assistant","tool_calls":[{"id":"a","func' }],
  ])('an answer that is not whole is no answer without a call: %s, %j', (code, rest) => {
    const answer = row('g', 'GENERATION', 1, rest);
    expect(only(answer)).toMatchObject({ calls: [], fault: { code } });
    expect(only(answer, row('t', 'TOOL', 2, { name: 'find' }))).toMatchObject({
      calls: [{ name: 'find' }],
      error: null,
      partial: true,
      issues: [{ code }],
    });
  });
});
