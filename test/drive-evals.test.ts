import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ask } from './loopback-model/server.mjs';
import { jsonl } from './support/cli.ts';
import { agentOf, loopback, project, published, serverOf, testOf } from './support/driving.ts';

function evalOf(more: object = {}): object {
  return {
    name: 'rows',
    agent: 'desk',
    dataset: 'rows.jsonl',
    scorers: [{ type: 'tool_name_match' }],
    expect: [{ tool_name_match: { '>=': 0.6 } }],
    ...more,
  };
}

describe('an eval', () => {
  it('gives the conversation before the decision, ends at it, and tells the row that is wrong', async () => {
    const asks: Ask[] = [];
    const model = await loopback({
      decide: (ask) => {
        asks.push(ask);
        return {
          calls: [
            { name: ask.turns.at(-1)?.role === 'tool' || ask.turns.length < 3 ? 'right' : 'wrong' },
          ],
        };
      },
    });
    const before = [
      { role: 'system', content: 'left to the agent' },
      { role: 'user', content: 'first' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c9', type: 'function', function: { name: 'wrong', arguments: '{"a":1}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c9', content: 'seen' },
    ];
    const own = project(
      {
        agents: { desk: agentOf(model, { system: 'Be kind.', tools: 'real' }) },
        evals: [evalOf({ runs: 3, stop_after: 'first_decision' })],
      },
      {
        files: {
          'rows.jsonl': jsonl(
            { id: 'text', input: 'only text', expected_tool: 'right' },
            {
              id: 'said',
              input: {
                messages: [...before, { role: 'user', content: 'second' }],
                context: { plan: 'gold' },
              },
              expected_tool: 'right',
            },
            { id: 'result', input: { messages: before }, expected_tool: 'right' },
          ),
        },
      },
    );
    const live = await own.measure('--record', 'kept', '--concurrency', '1');
    expect(live.report.evals[0]?.cases).toMatchObject([
      { id: 'text', verdict: 'pass', passing: { k: 3, n: 3 } },
      { id: 'said', verdict: 'fail', passing: { k: 0, n: 3 } },
      { id: 'result', verdict: 'pass', passing: { k: 3, n: 3 } },
    ]);
    expect([live.code, live.report.evals[0]?.runs, model.stats.requests]).toEqual([0, 9, 9]);
    const [text, , , said, , , result] = asks;
    expect(text?.turns).toEqual([{ role: 'user', text: 'only text' }]);
    expect(said?.system).toContain('{"plan":"gold"}');
    expect(said?.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(result?.turns).toMatchObject([
      { role: 'user', text: 'first' },
      { role: 'assistant', calls: [{ id: 'c9', name: 'wrong' }] },
      { role: 'tool', id: 'c9', text: 'seen' },
    ]);
    expect((await own.measure('--replay', 'kept')).bytes).toBe(live.bytes);
  });

  it('refuses a row whose conversation ends with an answer of the agent', async () => {
    const messages = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'done' },
    ];
    const own = project(
      { agents: { desk: agentOf(await loopback()) }, evals: [evalOf()] },
      { files: { 'rows.jsonl': jsonl({ id: 'r', input: { messages }, expected_tool: 'right' }) } },
    );
    const { code, stderr } = await own.run('run');
    expect(code).toBe(2);
    expect(stderr).toContain(
      'rows.jsonl:1 row "r" of "rows" has no input to give [DRIVE_NO_PROMPT]',
    );
    expect(stderr).toContain('whose last message is of the user or a tool');
  });

  it('runs each model of a matrix, and four ways to speak give the same picks', async () => {
    const model = await loopback({
      decide: ({ user, answer }) =>
        answer > 1
          ? { text: 'done' }
          : { calls: [{ name: user.includes('trick') ? 'wrong' : 'right' }] },
    });
    const providers = ['openai', 'openai-compatible', 'anthropic', 'google'] as const;
    const own = project(
      {
        agents: Object.fromEntries(
          providers.map((name) => [
            name,
            agentOf(model, {
              model: undefined,
              models: [`${name}:m`, `${name}:m2`],
              base_url: model.baseUrls[name],
            }),
          ]),
        ),
        evals: providers.map((name) => evalOf({ name, agent: name })),
      },
      {
        files: {
          'rows.jsonl': jsonl(
            { id: 'a', input: 'plain', expected_tool: 'right' },
            { id: 'b', input: 'trick', expected_tool: 'right' },
          ),
        },
      },
    );
    const { code, report } = await own.measure();
    expect(code).toBe(1);
    expect(report.evals.map(({ name }) => name)).toEqual(
      providers.flatMap((name) => [`${name} (${name}:m)`, `${name} (${name}:m2)`]),
    );
    for (const { cases } of report.evals)
      expect(cases).toMatchObject([
        { id: 'a', verdict: 'pass', evidence: { where: 'rows.jsonl:1' } },
        { id: 'b', verdict: 'fail', evidence: { question: 'trick' } },
      ]);
    expect(new Set(model.requests.map(({ wire }) => wire)).size).toBe(4);
  });
});

describe('what an agent is offered', () => {
  it('has decoys and other descriptions, and the same ones again', async () => {
    const seen: string[] = [];
    const model = await loopback();
    const decoys = Array.from({ length: 50 }, (_, index) => ({
      name: `decoy_${index}`,
      description: 'A decoy.',
      input_schema: { type: 'object' },
    }));
    const own = project({
      agents: {
        desk: agentOf(model, {
          distractors: { count: 5, from: 'decoys.json' },
          overrides: { 'shop.right': { description: 'Told otherwise.' } },
        }),
      },
      tests: [testOf('a')],
    });
    own.write('decoys.json', decoys);
    for (const round of ['one', 'two']) {
      expect((await own.measure('--record', round)).code).toBe(0);
      seen.push(JSON.stringify(model.requests.at(-1)?.body.tools));
    }
    expect(seen[0]).toBe(seen[1]);
    expect(seen[0]).toContain('Told otherwise.');
    expect(seen[0]?.match(/decoy_/g)).toHaveLength(5);
  });

  it('is answered by mocks: the one that fits the arguments, else an error', async () => {
    const told: (string | undefined)[] = [];
    const model = await loopback({
      decide: ({ turns, answer }) => {
        const last = turns.at(-1);
        if (last?.role === 'tool')
          told.push(...turns.slice(-3).map((turn) => ('text' in turn ? turn.text : '')));
        if (answer > 1) return { text: 'done' };
        return {
          calls: [
            { name: 'right', arguments: { id: 1 } },
            { name: 'right', arguments: { id: 2 } },
            { name: 'wrong', arguments: {} },
          ],
        };
      },
    });
    const mocks = {
      'shop.right': [
        { args: { id: 1 }, result: 'one' },
        { args: { id: 3 }, result: 'three' },
      ],
      wrong: { any: 'thing' },
    };
    const own = project({ agents: { desk: agentOf(model, { mocks }) }, tests: [testOf('a')] });
    const { code, report } = await own.measure();
    expect([code, report.issues]).toEqual([0, []]);
    expect(told).toEqual(['one', expect.stringMatching(/mock/), '{"any":"thing"}']);
  });
});

it('a test with several turns lets the user go on after each answer', async () => {
  const model = await loopback({
    decide: ({ user, answer }) =>
      answer > 1
        ? { text: `did ${user}` }
        : { calls: [{ name: user === 'second' ? 'wrong' : 'right' }] },
  });
  const own = project({
    agents: { desk: agentOf(model) },
    tests: [
      testOf('a', {
        prompt: undefined,
        turns: ['first', 'second', 'third'],
        function_call_coverage: { function_calls: ['right', 'wrong', 'right'], mode: 'in_order' },
      }),
    ],
  });
  expect((await own.measure()).code).toBe(0);
  expect(model.stats.requests).toBe(6);
});

it('a server keeps its state between runs as long as its restart says', async () => {
  /** Which call of its server each run makes, in the order of the runs. */
  const found = async (restart: string): Promise<readonly number[]> => {
    const counts: number[] = [];
    const model = await loopback({
      decide: ({ turns, answer }) => {
        const last = turns.at(-1);
        if (answer === 1) return { calls: [{ name: 'look' }] };
        counts.push(Number(last?.role === 'tool' ? last.text : Number.NaN));
        return { text: 'done' };
      },
    });
    const own = project({
      servers: { counter: { command: process.execPath, args: ['counter.mjs'], restart } },
      agents: {
        desk: {
          model: 'openai-compatible:m',
          base_url: model.baseUrls['openai-compatible'],
          servers: ['counter'],
        },
      },
      tests: ['a', 'b'].map((name) =>
        testOf(name, { runs: 2, function_call_coverage: { function_calls: ['counter.look'] } }),
      ),
    });
    own.write('counter.mjs', serverOf('look'));
    expect((await own.measure('--concurrency', '1')).code).toBe(0);
    return counts;
  };
  expect(await found('never')).toEqual([1, 2, 3, 4]);
  expect(await found('per_test')).toEqual([1, 2, 1, 2]);
  expect(await found('per_run')).toEqual([1, 1, 1, 1]);
});

it('the memory server that is never started anew knows what earlier runs told it', async () => {
  const sizes: number[] = [];
  const model = await loopback({
    decide: ({ turns, answer }) => {
      const last = turns.at(-1);
      if (answer === 1)
        return {
          calls: [
            {
              name: 'create_entities',
              arguments: {
                entities: [{ name: `e${sizes.length}`, entityType: 't', observations: [] }],
              },
            },
          ],
        };
      if (answer === 2) return { calls: [{ name: 'read_graph' }] };
      sizes.push(last?.role === 'tool' ? last.text.split('"entityType"').length - 1 : -1);
      return { text: 'done' };
    },
  });
  const own = project({});
  const env = { MEMORY_FILE_PATH: join(own.path, 'graph.jsonl') };
  own.write('whichtool.yaml', {
    servers: { memory: { ...published('memory'), env } },
    agents: {
      desk: {
        model: 'openai-compatible:m',
        base_url: model.baseUrls['openai-compatible'],
        servers: ['memory'],
      },
    },
    tests: [
      testOf('a', { runs: 3, function_call_coverage: { function_calls: ['memory.read_graph'] } }),
    ],
  });
  expect((await own.measure('--concurrency', '1')).code).toBe(0);
  expect(sizes).toEqual([1, 2, 3]);
});
