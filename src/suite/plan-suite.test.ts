import { compileCallRules, type ToolCall } from '#core';
import { describe, expect, it } from 'vitest';
import { parseSuite } from './load/parse-suite.ts';
import type { ScorerPlan, Suite } from '#suite-text';

async function plan(text: string, path: string = 'suite.yaml'): Promise<Suite> {
  const loaded = await parseSuite(text, { path });
  if (!loaded.ok) throw new Error(loaded.issues.map(({ message }) => message).join('\n'));
  return loaded.suite;
}

async function codes(text: string): Promise<readonly string[]> {
  const loaded = await parseSuite(text, { path: 'suite.yaml' });
  return (loaded.ok ? loaded.suite.warnings : loaded.issues).map(({ code }) => code);
}

function gatesOf(suite: Suite): readonly string[] {
  const [item] = [...suite.tests, ...suite.evals];
  return (item?.gates ?? []).map(({ metric, op, source }) => `${metric} ${op} ${source}`);
}

function call(name: string, more: Partial<ToolCall> = {}): ToolCall {
  const absent = {
    arguments: { state: 'absent' },
    id: null,
    requester: null,
    status: null,
  } as const;
  return { server: null, name, ...absent, ...more };
}

const RESEARCH = `tests:
  - name: research-agent picks search then fetch
    type: agent
    agent: researcher
    runs: 1
    equal_function_sets:
      classes:
        - name: search
          members:
            - brave.web_search
            - google.search
        - name: fetch
          members:
            - http.get
      expect:
        - tool_selection.f1: { ">=": 80 }
`;

const SAMPLES = `dataset: samples.jsonl        # rows with a recorded trace and a function_calls column
scorers:
  - type: function_call_coverage
    function_calls: "{{ sample.function_calls }}"
    mode: any_order
  - type: function_call_coverage
    key: from_tools
    function_calls: "{{ sample.tools | map(attribute='name') | list }}"
  - type: function_call_coverage
    key: fixed
    function_calls: '["search", "calculator"]'
    mode: in_order
`;

describe('a suite of tests', () => {
  it('becomes a plan with its gates', async () => {
    const suite = await plan(RESEARCH);
    expect(suite.tests).toHaveLength(1);
    expect(suite.tests[0]).toMatchObject({
      name: 'research-agent picks search then fetch',
      line: 2,
      agent: 'researcher',
      runs: 1,
      traces: null,
      sharedTraces: null,
      select: null,
      countErrorsAsEmpty: false,
      maxErrors: 0,
      gates: [
        { metric: 'tool_selection.f1', op: '>=', value: { num: 80n, den: 1n }, source: 'suite' },
      ],
    });
    const [scorer] = suite.tests[0]?.scorers ?? [];
    expect(scorer?.scorer.name).toBe('equal_function_sets');
    expect(scorer?.options).toEqual({
      classes: [
        { name: 'search', members: ['brave.web_search', 'google.search'] },
        { name: 'fetch', members: ['http.get'] },
      ],
    });
  });

  it('has the default gate of a block without gates', async () => {
    const without = RESEARCH.slice(0, RESEARCH.indexOf('      expect:'));
    expect(gatesOf(await plan(without))).toEqual(['tool_selection.f1 >= default']);
    for (const empty of ['[]', '']) {
      const gates = gatesOf(await plan(`${without}      expect: ${empty}\n`));
      expect(gates).toEqual(['tool_selection.f1 >= default']);
    }
  });

  it('has no default gate where the test gates a metric of the block', async () => {
    const text = `tests:
  - name: a
    function_call_coverage: { function_calls: [x] }
    forbidden: [rm]
    expect: [{ num_unrequired_calls: { "<=": 2 } }]
`;
    expect(gatesOf(await plan(text))).toEqual([
      'forbidden.calls == default',
      'num_unrequired_calls <= suite',
    ]);
  });

  it('adds the counts that need no expectation when one is gated', async () => {
    const suite = await plan('tests: [{ name: a, expect: [{ failed.calls: { "==": 0 } }] }]\n');
    expect(suite.tests[0]?.scorers.map(({ scorer }) => scorer.name)).toEqual(['call_checks']);
    expect(gatesOf(suite)).toEqual(['failed.calls == suite']);
  });

  it('has every operator, and several in one map', async () => {
    const text = `tests:
  - name: a
    no_tools: true
    expect:
      - no_tool.rate: { ">=": 0.5, "<": 1, "!=": 0.7 }
      - no_tool.rate: { between: [0.1, 90%] }
`;
    const [test] = (await plan(text)).tests;
    expect(test?.gates.map(({ op, value }) => [op, value])).toEqual([
      ['>=', { num: 5n, den: 10n }],
      ['<', { num: 1n, den: 1n }],
      ['!=', { num: 7n, den: 10n }],
      [
        'between',
        [
          { num: 1n, den: 10n },
          { num: 90n, den: 100n },
        ],
      ],
    ]);
  });

  it('certifies only the lower bound', async () => {
    const text =
      'tests: [{ name: a, no_tools: true, expect: [{ no_tool.rate: { ">=": 0.9, "<=": 1, certify: true } }] }]\n';
    const [test] = (await plan(text)).tests;
    expect(test?.gates.map(({ op, certify }) => [op, certify])).toEqual([
      ['>=', true],
      ['<=', false],
    ]);
  });

  it('refers to shared classes by name, beside classes of its own', async () => {
    const text = `classes: [{ name: search, members: [brave.web_search] }]
tests:
  - name: a
    equal_function_sets:
      classes: [search, { name: fetch, members: [{ server: http, tool: get }] }]
      dependencies: [[search, fetch]]
      expect: [{ tool_selection.order_violations: { "==": 0 } }]
`;
    const [test] = (await plan(text)).tests;
    expect(test?.scorers[0]?.options).toEqual({
      classes: [
        { name: 'search', members: ['brave.web_search'] },
        { name: 'fetch', members: [{ server: 'http', tool: 'get' }] },
      ],
      dependencies: [['search', 'fetch']],
    });
  });

  it('refuses a gate on the order where none was declared', async () => {
    const text =
      'tests: [{ name: a, equal_function_sets: { classes: [], expect: [{ tool_selection.order_violations: { "==": 0 } }] } }]\n';
    expect(await codes(text)).toEqual(['SUITE_UNKNOWN_METRIC']);
  });

  it('takes classes as a map of names to tools, at the top and in a block', async () => {
    const text = `classes: { search: [brave.web_search, { tool: find }], fetch: [get] }
tests:
  - name: a
    equal_function_sets: { classes: [search] }
  - name: b
    equal_function_sets: { classes: { find: [find], get: [http.get] } }
`;
    const { tests } = await plan(text);
    expect(tests.map(({ scorers }) => scorers[0]?.options)).toEqual([
      { classes: [{ name: 'search', members: ['brave.web_search', { tool: 'find' }] }] },
      {
        classes: [
          { name: 'find', members: ['find'] },
          { name: 'get', members: ['http.get'] },
        ],
      },
    ]);
  });

  it('allows an empty list of classes, and a test without any gate', async () => {
    expect(
      await codes(
        'tests: [{ name: a, equal_function_sets: { classes: [] } }, { name: b, usage: true }]\n',
      ),
    ).toEqual([]);
  });

  it('warns once of members that two classes of a block share', async () => {
    const text = `classes:
  - { name: search, members: [web.search, google] }
  - { name: fetch, members: [search, { tool: get }] }
  - { name: other, members: [google] }
tests:
  - { name: a, equal_function_sets: { classes: [search, fetch, other] } }
`;
    const loaded = await parseSuite(text, { path: 'suite.yaml' });
    const warnings = loaded.ok ? loaded.suite.warnings : [];
    expect(
      warnings.map(
        ({ code, message, where }) => `${where?.line}:${where?.column} ${code} ${message}`,
      ),
    ).toEqual([
      '6:48 SUITE_OVERLAPPING_CLASSES classes "fetch" and "search" share web.search; one call to it satisfies both',
      '6:48 SUITE_OVERLAPPING_CLASSES classes "other" and "search" share google; one call to it satisfies both',
    ]);
  });

  it('warns of one list of classes once, not in every test', async () => {
    const text = `classes: [{ name: a, members: [x] }, { name: b, members: [x] }]
tests:
  - { name: one, equal_function_sets: { classes: [a, b] } }
  - { name: two, equal_function_sets: { classes: [a, b] } }
`;
    expect(await codes(text)).toEqual(['SUITE_OVERLAPPING_CLASSES']);
  });

  it('joins lists of the suite and the test, and replaces single values', async () => {
    const text = `neutral: [think]
forbidden: [rm]
errors: count_as_empty
max_errors: 2
aliases: { old: new }
unwrap: [{ tool: run, name: $.tool, arguments: $.params }]
tests:
  - { name: a, neutral: [plan], forbidden: [drop], errors: error, requester: [agent, user] }
`;
    const [test] = (await plan(text)).tests;
    expect(test).toMatchObject({ countErrorsAsEmpty: false, maxErrors: 2 });
    expect(test?.scorers[0]?.options).toEqual({ tools: ['rm', 'drop'] });
    const inner = call('run', { arguments: { state: 'parsed', value: { tool: 'old' } } });
    const calls = [
      call('think'),
      call('plan'),
      call('old'),
      inner,
      call('x', { requester: 'user' }),
    ];
    expect(compileCallRules(test!.rules)(calls).calls.map(({ name }) => name)).toEqual([
      'new',
      'new',
      'x',
    ]);
  });

  it('selects traces by value or by pattern', async () => {
    const text =
      'tests: [{ name: a, usage: true, select: { agent: bot, input: { $matches: "refund" }, metadata: { tier: 2 } } }]\n';
    const select = (await plan(text)).tests[0]?.select;
    expect(select?.agent?.('bot')).toBe(true);
    expect(select?.agent?.('Bot')).toBe(false);
    expect(select?.agent?.(['other', 'bot'])).toBe(true);
    expect(select?.input?.('a refund please')).toBe(true);
    expect(select?.input?.({ messages: [] })).toBe(false);
    expect(select?.metadata?.get('tier')?.(2)).toBe(true);
    expect(select?.metadata?.get('tier')?.('2')).toBe(false);
  });

  it('shares the recorded runs of the agent, else of the suite', async () => {
    const text = `traces: traces/all.jsonl
agents: { bot: { traces: [traces/bot/*.json] } }
tests:
  - { name: a, usage: true }
  - { name: b, usage: true, agent: bot }
  - { name: c, usage: true, traces: traces/c.json }
`;
    const suite = await plan(text, '/project/suite.yaml');
    expect(suite.tests.map(({ traces, sharedTraces }) => [traces, sharedTraces])).toEqual([
      [null, ['/project/traces/all.jsonl']],
      [null, ['/project/traces/bot/*.json']],
      [['/project/traces/c.json'], null],
    ]);
  });

  it('knows the line of every test, however the list is written', async () => {
    const lines = async (text: string, path?: string): Promise<readonly number[]> =>
      (await plan(text, path)).tests.map(({ line }) => line);
    expect(
      await lines('tests:\n- name: a\n  usage: true\n\n# - name: no\n- usage: true\n  name: b\n'),
    ).toEqual([2, 6]);
    expect(await lines('tests: [{ name: a, usage: true },\n  { name: b, usage: true }]\n')).toEqual(
      [1, 2],
    );
    expect(await lines('tests:\n  -\n    name: a\n    usage: true\n')).toEqual([3]);
    expect(
      await lines(
        '{\n\t"tests": [\n\t\t{ "name": "a", "usage": true },\n\t\t{ "name": "b", "usage": true }\n\t]\n}',
        'suite.json',
      ),
    ).toEqual([3, 4]);
  });
});

describe('a suite with everything in it', () => {
  it('is planned, but for an agent that it does not declare', async () => {
    const text = `# yaml-language-server: $schema=./node_modules/whichtool/schema/suite.json
classes:
  - { name: search, members: [brave.web_search, google.search] }
servers:
  brave: { command: npx, args: [-y, some-search-server], env: { KEY: "\${BRAVE_KEY}" } }
judge: { model: "anthropic:claude-sonnet-4-5-20250929" }
neutral: [think]
agents:
  researcher:
    model: openai:gpt-5-mini
    servers: [brave, http]
    system: You are a careful researcher.
tests:
  - name: research-agent picks search then fetch
    type: agent
    agent: researcher
    prompt: find and read the announcement
    runs: 1
    traces: traces/r1.json
    equal_function_sets:
      classes:
        - name: search
          members: [brave.web_search, google.search]
        - name: fetch
          members: [http.get]
      expect:
        - tool_selection.f1: { ">=": 80 }
    function_call_coverage: { function_calls: [web_search, get], mode: in_order }
    tool_call_f1: { expected: [ { tool: brave.web_search, args: { q: announcement } } ] }
    answer: { rubric: "names the date", expect: [ { answer.score: { ">=": 0.7 } } ] }
evals:
  - name: orders
    dataset: datasets/orders.jsonl
    agent: support
    scorers:
      - type: tool_name_match
      - type: tool_args_shape_match
      - type: tool_args_semantic
      - type: function_call_coverage
        key: required
        function_calls: "{{ sample.function_calls }}"
        mode: any_order
    expect:
      - tool_name_match: { ">=": 0.95 }
      - tool_args_shape_match: { ">=": 0.97 }
      - per_tool.recall: { ">=": 0.95 }
`;
    const result = await codes(text);
    expect(result).toEqual(['SUITE_UNKNOWN_AGENT']);
  });
});

describe('a suite that is one eval', () => {
  const bySource = (plans: readonly ScorerPlan[]): readonly unknown[] =>
    plans.map(({ key, options, templates }) => [
      key,
      options,
      [...templates].map(([name, { source }]) => [name, source]),
    ]);

  it('is named after the file', async () => {
    const suite = await plan(SAMPLES, '/project/nightly.yaml');
    expect(suite.evals).toHaveLength(1);
    expect(suite.evals[0]).toMatchObject({
      name: 'nightly',
      line: 1,
      dataset: '/project/samples.jsonl',
      traces: null,
      gates: [],
    });
    expect(bySource(suite.evals[0]?.scorers ?? [])).toEqual([
      [null, { mode: 'any_order' }, [['function_calls', '{{ sample.function_calls }}']]],
      ['from_tools', {}, [['function_calls', "{{ sample.tools | map(attribute='name') | list }}"]]],
      ['fixed', { function_calls: ['search', 'calculator'], mode: 'in_order' }, []],
    ]);
  });

  it('renders the options of a row', async () => {
    const [item] = (await plan(SAMPLES)).evals;
    const render = (index: number): unknown =>
      item?.scorers[index]?.templates
        .get('function_calls')
        ?.render({ function_calls: ['a'], tools: [{ name: 'b' }] });
    expect(render(0)).toEqual(['a']);
    expect(render(1)).toEqual(['b']);
  });

  it('takes the expected calls of the row where the suite names none', async () => {
    const [item] = (await plan('dataset: d.jsonl\nscorers: [{ type: tool_call_f1 }]\n')).evals;
    const template = item?.scorers[0]?.templates.get('expected');
    expect(template?.render({ expected_calls: [{ tool: 'x' }] })).toEqual([{ tool: 'x' }]);
    expect(template?.render({})).toBeUndefined();
  });

  it('renders templates at any depth', async () => {
    const text = `classes: [{ name: search, members: [brave] }]
dataset: d.jsonl
scorers:
  - { type: tool_call_f1, expected: [{ tool: order, args: { id: "{{ sample.id }}", note: "for {{ sample.who }}", n: 1 } }] }
  - { type: equal_function_sets, classes: "{{ sample.classes }}" }
`;
    const [item] = (await plan(text)).evals;
    const row = { id: 7, who: 'ann', classes: ['search', { name: 'x', members: ['y'] }] };
    expect(item?.scorers[0]?.templates.get('expected')?.render(row)).toEqual([
      { tool: 'order', args: { id: 7, note: 'for ann', n: 1 } },
    ]);
    expect(item?.scorers[0]?.templates.get('expected')?.render({ who: 'ann' })).toBeUndefined();
    expect(item?.scorers[1]?.templates.get('classes')?.render(row)).toEqual([
      { name: 'search', members: ['brave'] },
      { name: 'x', members: ['y'] },
    ]);
  });

  it('gates keyed metrics, folds and scorers of the user', async () => {
    const text = `dataset: d.jsonl
scorers:
  - { type: function_call_coverage, key: req, function_calls: [a], metrics: [mean, { type: f1, field_gt: done }, { module: ./fold.ts#spread }] }
  - { type: module, key: mine, module: ./mine.ts }
  - { type: command, key: theirs, command: [node, score.js], timeout_ms: 5 }
expect:
  - req.all_required_calls_made: { ">=": 0.9, certify: true }
  - req.num_unrequired_calls.mean: { "<=": 1.5 }
  - req.required_calls_coverage.mean: { ">=": 80% }
  - req.f1: { ">=": 0.5 }
  - req.spread: { "<=": 12 }
  - mine.anything: { ">=": 3 }
`;
    const suite = await plan(text, '/project/e.yaml');
    expect(gatesOf(suite)).toHaveLength(6);
    expect(suite.evals[0]?.scorers.map(({ own: local }) => local)).toEqual([
      null,
      { kind: 'module', path: '/project/mine.ts', exportName: 'default' },
      { kind: 'command', command: ['node', 'score.js'], timeoutMs: 5 },
    ]);
    expect(suite.evals[0]?.scorers[0]?.folds).toEqual([
      { kind: 'named', name: 'mean' },
      {
        kind: 'classes',
        name: 'f1',
        prediction: 'all_required_calls_made',
        truth: 'done',
        positive: [1],
        negative: [0],
        id: 'f1',
      },
      { kind: 'module', path: '/project/fold.ts', exportName: 'spread' },
    ]);
  });

  it('needs a key for a scorer of the user, and metrics that are told apart', async () => {
    expect(await codes('dataset: d.jsonl\nscorers: [{ type: module, module: ./x.ts }]\n')).toEqual([
      'SUITE_MISSING_KEY',
    ]);
    const same =
      'dataset: d.jsonl\nscorers: [{ type: module, key: a, module: ./x.ts }, { type: trajectory, key: a }]\n';
    expect(await codes(same)).toEqual(['SUITE_DUPLICATE_KEYED_SCORER']);
    const other = same.replace('type: trajectory, key: a', 'type: trajectory');
    expect(await codes(other)).toEqual([]);
  });

  it('keeps its keys apart from those of tests', async () => {
    expect(
      await codes(
        'dataset: d.jsonl\nscorers: [{ type: trajectory }]\ntests: [{ name: a, usage: true }]\n',
      ),
    ).toEqual(['SUITE_VALUE']);
    expect(await codes('dataset: d.jsonl\n')).toEqual(['SUITE_MISSING_KEY']);
    expect(await codes('tests: [{ name: a, usage: true }]\nexpect: []\n')).toEqual(['SUITE_VALUE']);
    expect(await codes('dataset: d.jsonl\nscorers: [{ type: trajectory, expect: [] }]\n')).toEqual([
      'SUITE_UNKNOWN_KEY',
    ]);
  });

  it('refuses templates in a test', async () => {
    const text =
      'tests: [{ name: a, function_call_coverage: { function_calls: "{{ sample.x }}" } }]\n';
    expect(await codes(text)).toEqual(['SUITE_TYPE']);
  });
});
