import { describe, expect, it } from 'vitest';
import {
  type CallRuleSpec,
  compileCallRules,
  NO_CALL_RULES,
  type PreparedCalls,
} from './call-rules.ts';
import { call, callsOf, parsed } from '../fixtures/calls.ts';
import { ExactNumber } from '../json/json.ts';
import { formatTool, type ToolCall } from '../trace/trace.ts';

const SERVICES = {
  regex: (pattern: string) => (text: string) => new RegExp(pattern).test(text),
};

function apply(rules: Partial<CallRuleSpec>, calls: readonly ToolCall[]): PreparedCalls {
  return compileCallRules({ ...NO_CALL_RULES, ...rules }, SERVICES)(calls);
}

function names({ calls }: PreparedCalls): readonly string[] {
  return calls.map(formatTool);
}

const UNWRAP = {
  tool: 'execute-tool',
  server: '$.server_name',
  name: '$.tool_name',
  arguments: '$.params',
};

it('without rules the calls are handed on as they are', () => {
  const calls = callsOf('a.x', 'b.y');
  expect(apply({}, calls)).toEqual({ calls, places: null, remarks: [], unknown: 0 });
  expect(apply({}, calls).calls).toBe(calls);
});

describe('unwrap', () => {
  it('takes server, name and arguments out of the arguments', () => {
    const wrapped = call('mcp.execute-tool', {
      server_name: 'brave',
      tool_name: 'web_search',
      params: { q: 'x' },
    });
    const { calls, places, remarks } = apply({ unwrap: [UNWRAP] }, [wrapped]);
    expect(calls).toEqual([call('brave.web_search', { q: 'x' })]);
    expect(places).toBeNull();
    expect(remarks).toEqual([]);
  });

  it('keeps id, requester and status of the call', () => {
    const more = { id: 'c1', requester: 'sub', status: 'error' } as const;
    const wrapped = call('execute-tool', { tool_name: 'x' }, more);
    expect(apply({ unwrap: [UNWRAP] }, [wrapped]).calls).toEqual([call('x', undefined, more)]);
  });

  it('reads nested paths', () => {
    const rule = { tool: 'run', name: '$.call.target.name', arguments: '$.call.with' };
    const wrapped = call('run', { call: { target: { name: 'get' }, with: { a: 1 } } });
    expect(apply({ unwrap: [rule] }, [wrapped]).calls).toEqual([call('get', { a: 1 })]);
  });

  it('has no server where the rule has no path for one, whatever server passed it on', () => {
    const rule = { tool: 'execute-tool', name: '$.tool_name' };
    expect(apply({ unwrap: [rule] }, [call('mcp.execute-tool', { tool_name: 'x' })]).calls).toEqual(
      [call('x')],
    );
  });

  it.each([null, '', 7, {}])('has no server where %j stands for one', (server_name) => {
    const wrapped = call('execute-tool', { tool_name: 'x', server_name });
    expect(apply({ unwrap: [UNWRAP] }, [wrapped]).calls[0]?.server).toBeNull();
  });

  it.each<[string, unknown, ToolCall['arguments']]>([
    ['an object', { a: 1 }, { state: 'parsed', value: { a: 1 } }],
    ['JSON text of an object', '{"a":1}', { state: 'parsed', value: { a: 1 } }],
    ['text that is not JSON', '{"a":', { state: 'unparsed', text: '{"a":' }],
    ['text with a repeated key', '{"a":1,"a":2}', { state: 'unparsed', text: '{"a":1,"a":2}' }],
    ['JSON text of a list', '[1]', { state: 'unparsed', text: '[1]' }],
    ['a list', [1, 2], { state: 'unparsed', text: '[1,2]' }],
    [
      'a number beyond doubles',
      new ExactNumber('9007199254740993'),
      { state: 'unparsed', text: '9007199254740993' },
    ],
    ['null', null, { state: 'absent' }],
    ['nothing', undefined, { state: 'absent' }],
  ])('takes arguments from %s', (_what, params, expected) => {
    const value = parsed(`{"tool_name":"x"}`);
    const args = params === undefined ? value : { ...value, params: params as null };
    expect(apply({ unwrap: [UNWRAP] }, [call('execute-tool', args)]).calls[0]?.arguments).toEqual(
      expected,
    );
  });

  it('keeps the digits of big integers in JSON text', () => {
    const wrapped = call('execute-tool', { tool_name: 'x', params: '{"id":9007199254740993}' });
    expect(apply({ unwrap: [UNWRAP] }, [wrapped]).calls).toEqual([
      call('x', { id: new ExactNumber('9007199254740993') }),
    ]);
  });

  it.each<[string, ToolCall]>([
    ['no such key', call('execute-tool', { other: 'x' })],
    ['an empty name', call('execute-tool', { tool_name: '' })],
    ['a name that is no text', call('execute-tool', { tool_name: 5 })],
    ['no arguments', call('execute-tool')],
    ['arguments that are not JSON', call('execute-tool', '{')],
    ['a key that every object inherits', call('execute-tool', {}, {})],
  ])('leaves the call as it is and says so: %s', (_why, wrapped) => {
    const result = apply({ unwrap: [UNWRAP] }, [call('a'), wrapped]);
    expect(result.calls[1]).toEqual(wrapped);
    expect(result.remarks).toEqual([
      'call 2: execute-tool could not be unwrapped, no tool name at $.tool_name',
    ]);
  });

  it('looks at own keys only', () => {
    const rule = { tool: 'run', name: '$.constructor.name' };
    const result = apply({ unwrap: [rule] }, [call('run', {})]);
    expect(names(result)).toEqual(['run']);
    expect(result.remarks).toHaveLength(1);
    const inherited = { tool: 'run', name: '$.name', arguments: '$.__proto__' };
    expect(apply({ unwrap: [inherited] }, [call('run', { name: 'x' })]).calls).toEqual([call('x')]);
    const local = call('run', parsed('{"__proto__":{"constructor":{"name":"x"}}}'));
    expect(
      names(apply({ unwrap: [{ tool: 'run', name: '$.__proto__.constructor.name' }] }, [local])),
    ).toEqual(['x']);
  });

  it('applies the first matching rule, once', () => {
    const first = { tool: 'run', name: '$.first' };
    const second = { tool: 'run', name: '$.second' };
    const wrapped = call('run', { first: 'run', second: 'x' });
    expect(names(apply({ unwrap: [first, second] }, [wrapped]))).toEqual(['run']);
    expect(names(apply({ unwrap: [second, first] }, [wrapped]))).toEqual(['x']);
  });
});

describe('aliases', () => {
  const alias = (from: string, to: string): Partial<CallRuleSpec> => ({ aliases: [{ from, to }] });

  it('rename a tool and keep its server', () => {
    expect(apply(alias('old', 'new'), callsOf('s.old', 'old', 'older')).calls).toEqual(
      callsOf('s.new', 'new', 'older'),
    );
  });

  it('written without a server keep the server, also when the new name has dots', () => {
    const [renamed] = apply(alias('old', 'b.new'), callsOf('s.old')).calls;
    expect(renamed).toMatchObject({ server: 's', name: 'b.new' });
  });

  it('written with a server replace the whole pair', () => {
    expect(apply(alias('a.old', 'b.new'), callsOf('a.old', 'c.old')).calls).toEqual(
      callsOf('b.new', 'c.old'),
    );
    expect(apply(alias('a.old', 'new'), callsOf('a.old')).calls).toEqual(callsOf('a.new'));
  });

  it('can name the exact pair', () => {
    const rules = {
      aliases: [{ from: { server: 'a', tool: 'x.y' }, to: { server: 'b', tool: 'z.w' } }],
    };
    const result = apply(rules, [
      call({ server: 'a', name: 'x.y' }),
      call({ server: 'a.x', name: 'y' }),
    ]);
    expect(result.calls.map(({ server, name }) => [server, name])).toEqual([
      ['b', 'z.w'],
      ['a.x', 'y'],
    ]);
  });

  it('are applied once: the first that matches, no chains', () => {
    const rules = {
      aliases: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
        { from: 'a', to: 'd' },
      ],
    };
    expect(names(apply(rules, callsOf('a', 'b')))).toEqual(['b', 'c']);
  });

  it.each(['constructor', '__proto__'])('can be called %s', (name) => {
    expect(names(apply(alias(name, 'x'), callsOf(name, 'toString')))).toEqual(['x', 'toString']);
  });
});

describe('neutral tools', () => {
  it('leave the list, and the others keep their places', () => {
    const { calls, places } = apply({ neutral: ['think'] }, callsOf('think', 'a', 'm.think', 'b'));
    expect(calls).toEqual(callsOf('a', 'b'));
    expect(places).toEqual([1, 3]);
  });

  it('have no places to keep when none was called', () => {
    expect(apply({ neutral: ['think'] }, callsOf('a', 'b')).places).toBeNull();
  });

  it('can all be gone', () => {
    expect(apply({ neutral: ['think'] }, callsOf('think'))).toEqual({
      calls: [],
      places: [],
      remarks: [],
      unknown: 0,
    });
  });
});

it('unwrap comes before aliases and aliases before neutral', () => {
  const rules = {
    unwrap: [{ tool: 'run', name: '$.name' }],
    aliases: [
      { from: 'old_think', to: 'think' },
      { from: 'run', to: 'never' },
    ],
    neutral: ['think'],
  };
  const calls = [
    call('run', { name: 'old_think' }),
    call('run', { name: 'think' }),
    call('run', { name: 'x' }),
  ];
  const result = apply(rules, calls);
  expect(names(result)).toEqual(['x']);
  expect(result.places).toEqual([2]);
  // What a rule reveals is not neutral because its wrapper is.
  expect(names(apply({ ...rules, neutral: ['run'] }, calls))).toEqual(['think', 'think', 'x']);
});

describe('whose calls count', () => {
  const calls = [
    call('a'),
    call('b', undefined, { requester: 'user' }),
    call('c', undefined, { requester: 'planner' }),
  ];

  it('all but those of a simulated user', () => {
    expect(names(apply({}, calls))).toEqual(['a', 'c']);
    expect(apply({}, calls).places).toEqual([0, 2]);
  });

  it('those of the named requesters', () => {
    expect(names(apply({ requester: ['agent'] }, calls))).toEqual(['a']);
    expect(names(apply({ requester: ['user', 'planner'] }, calls))).toEqual(['b', 'c']);
    expect(names(apply({ requester: ['agent', 'user'] }, calls))).toEqual(['a', 'b']);
  });
});

describe('which calls count by how they ended', () => {
  const calls = [
    call('a'),
    call('b', undefined, { status: 'ok' }),
    call('c', undefined, { status: 'error' }),
    call('d', undefined, { status: 'denied' }),
    call('e', undefined, { status: 'missing' }),
  ];

  it('all of them, failed and denied ones too', () => {
    expect(names(apply({}, calls))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('with status executed those that have a result', () => {
    expect(names(apply({ status: 'executed' }, calls))).toEqual(['a', 'b', 'c']);
  });

  it('a call that does not count is not unwrapped and not remarked on', () => {
    const denied = call('execute-tool', {}, { status: 'denied' });
    expect(apply({ status: 'executed', unwrap: [UNWRAP] }, [denied])).toEqual({
      calls: [],
      places: [],
      remarks: [],
      unknown: 0,
    });
  });
});

describe('failedWhen', () => {
  const failedWhen = { resultMatches: '^Error' };
  const ended = (status: ToolCall['status'], result?: string): ToolCall => ({
    ...call('x'),
    status,
    ...(result === undefined ? {} : { result }),
  });
  const statusOf = (call: ToolCall): unknown => apply({ failedWhen }, [call]).calls[0]?.status;

  it.each<[ToolCall['status'], string | undefined, ToolCall['status']]>([
    [null, 'Error: no such file', 'error'],
    ['ok', 'Error: no such file', 'error'],
    [null, 'no Error', 'ok'],
    ['ok', '', 'ok'],
    // What the rule cannot judge is not known, whatever the format says of it.
    [null, undefined, null],
    ['ok', undefined, null],
    // Other failures stay what they are.
    ['error', 'fine', 'error'],
    ['error', undefined, 'error'],
    ['denied', 'fine', 'denied'],
    ['missing', undefined, 'missing'],
  ])('makes of status %s with result %j the status %s', (status, result, expected) => {
    expect(statusOf(ended(status, result))).toBe(expected);
  });

  it('does not judge a result by a part of it', () => {
    const long = 'x'.repeat(1_000_001);
    expect(statusOf(ended('ok', long))).toBeNull();
    expect(statusOf(ended('ok', `Error ${long}`))).toBe('error');
  });

  it('needs an engine for patterns', () => {
    expect(() => compileCallRules({ ...NO_CALL_RULES, failedWhen })).toThrow('linear-time regex');
  });
});

describe('status: ok', () => {
  const calls = (['ok', 'error', 'denied', 'missing', null] as const).map((status) => ({
    ...call(`${status}`),
    status,
  }));

  it('keeps calls that did not fail, and counts those of which that is not known', () => {
    const prepared = apply({ status: 'ok' }, calls);
    expect(names(prepared)).toEqual(['ok', 'missing', 'null']);
    expect(prepared.unknown).toBe(2);
  });

  it('does not mind unknown calls that do not count', () => {
    expect(apply({ status: 'ok', neutral: ['missing', 'null'] }, calls).unknown).toBe(0);
    const others = calls.map((call) => ({ ...call, requester: 'user' }));
    expect(apply({ status: 'ok' }, others)).toMatchObject({ calls: [], unknown: 0 });
    expect(apply({ status: 'executed' }, calls).unknown).toBe(0);
  });
});
