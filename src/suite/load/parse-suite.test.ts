import { ExactNumber, type Issue, SUITE_CODES } from '#core';
import { describe, expect, it } from 'vitest';
import { parseSuite } from './parse-suite.ts';
import type { Suite } from '#suite-text';

async function issuesOf(text: string, path: string = 'suite.yaml'): Promise<readonly Issue[]> {
  const loaded = await parseSuite(text, { path });
  return loaded.ok ? loaded.suite.warnings : loaded.issues;
}

/** Every issue as `line:column CODE`. */
async function faults(text: string, path?: string): Promise<readonly string[]> {
  const issues = await issuesOf(text, path);
  return issues.map(({ code, where }) => `${where?.line}:${where?.column} ${code}`);
}

async function plan(text: string): Promise<Suite> {
  const loaded = await parseSuite(text, { path: 'suite.yaml' });
  if (!loaded.ok) throw new Error(loaded.issues.map(({ message }) => message).join('\n'));
  return loaded.suite;
}

const ONE_TEST = 'tests:\n  - name: a\n';
const SCORED = `${ONE_TEST}    usage: true\n`;

describe('the codes of a suite, with file, line and column', () => {
  it.each<[string, string, readonly string[]]>([
    ['an unknown key', `${ONE_TEST}    expects: []\n`, ['3:5 SUITE_UNKNOWN_KEY']],
    ['an unknown block', `${ONE_TEST}    equal_function_set: {}\n`, ['3:5 SUITE_UNKNOWN_KEY']],
    [
      'an unknown key at the top',
      'test: []\ntests: [{ name: a, usage: true }]\n',
      ['1:1 SUITE_UNKNOWN_KEY'],
    ],
    ['a missing key', 'tests:\n  - runs: 1\n', ['2:5 SUITE_MISSING_KEY']],
    [
      'a key that stands twice',
      `${ONE_TEST}    runs: 1\n    runs: 2\n    usage: true\n`,
      ['4:5 SUITE_DUPLICATE_KEY'],
    ],
    [
      'every key that stands twice',
      'tests:\n  - name: a\n    name: b\n    aliases: { x: y, "x": z }\n    usage: true\n',
      ['3:5 SUITE_DUPLICATE_KEY', '4:22 SUITE_DUPLICATE_KEY'],
    ],
    ['a value of another type', `${ONE_TEST}    runs: [1]\n`, ['3:11 SUITE_TYPE']],
    ['a list where a map should be', 'tests:\n  - [a]\n', ['2:5 SUITE_TYPE']],
    ['a name that YAML changes', 'tests:\n  - name: 1.10\n', ['2:11 SUITE_QUOTE_THIS']],
    [
      'a key that YAML changes',
      `${ONE_TEST}    aliases: { 1.10: x }\n    usage: true\n`,
      ['3:16 SUITE_QUOTE_THIS'],
    ],
    ['a word that is not known', `${ONE_TEST}    status: done\n`, ['3:13 SUITE_VALUE']],
    ['a number out of range', `${ONE_TEST}    runs: 0\n`, ['3:11 SUITE_VALUE']],
    ['a fraction of a run', `${ONE_TEST}    runs: 1.5\n`, ['3:11 SUITE_TYPE']],
    ['empty text', 'tests:\n  - name: ""\n', ['2:11 SUITE_VALUE']],
    [
      'an empty server',
      `${ONE_TEST}    forbidden: [{ server: "", tool: x }]\n`,
      ['3:27 SUITE_VALUE'],
    ],
    ['no tests and no evals', 'neutral: [think]\n', ['1:1 SUITE_EMPTY']],
    ['empty tests', 'tests: []\n', ['1:8 SUITE_EMPTY']],
    ['tests without anything', 'tests:\n', ['1:1 SUITE_EMPTY']],
    ['empty evals', 'evals: []\n', ['1:8 SUITE_EMPTY']],
    ['an empty file', '', ['1:1 SUITE_EMPTY']],
    ['a comment and nothing else', '# nothing\n', ['1:1 SUITE_EMPTY']],
    ['an empty document', '---\n', ['1:1 SUITE_EMPTY']],
    ['a suite that is a list', '- a\n', ['1:1 SUITE_TYPE']],
    [
      'two tests with one name',
      `${SCORED}  - name: a\n    usage: true\n`,
      ['4:11 SUITE_DUPLICATE_NAME'],
    ],
    [
      'a class of a map without members',
      `classes: { a: [], b: [x] }\n${ONE_TEST}    equal_function_sets: { classes: { c: [] } }\n`,
      ['1:15 SUITE_EMPTY_CLASS', '4:42 SUITE_EMPTY_CLASS'],
    ],
    [
      'a neutral tool in a class of a map',
      `neutral: [x]\n${ONE_TEST}    equal_function_sets: { classes: { c: [y, x] } }\n`,
      ['4:46 SUITE_NEUTRAL_EXPECTED'],
    ],
    [
      'two classes with one name',
      `classes:\n  - { name: a, members: [x] }\n  - { name: a, members: [y] }\n${SCORED}`,
      ['3:13 SUITE_DUPLICATE_NAME'],
    ],
    [
      'a class that is not declared',
      `classes: [{ name: search, members: [x] }]\n${ONE_TEST}    equal_function_sets: { classes: [serach] }\n`,
      ['4:38 SUITE_UNKNOWN_CLASS'],
    ],
    [
      'a dependency on a class that the block does not have',
      `${ONE_TEST}    equal_function_sets:\n      classes: [{ name: a, members: [x] }]\n      dependencies: [[a, b]]\n`,
      ['5:26 SUITE_UNKNOWN_CLASS'],
    ],
    [
      'a class without members',
      `${ONE_TEST}    equal_function_sets: { classes: [{ name: a, members: [] }] }\n`,
      ['3:58 SUITE_EMPTY_CLASS'],
    ],
    [
      'an agent that is not declared',
      `agents: { researcher: { model: lexical } }\n${ONE_TEST}    agent: reseacher\n    usage: true\n`,
      ['4:12 SUITE_UNKNOWN_AGENT'],
    ],
    [
      'a metric that is not measured',
      `${ONE_TEST}    expect:\n      - tool_selection.f1: { ">=": 80 }\n`,
      ['4:9 SUITE_UNKNOWN_METRIC'],
    ],
    [
      'a value that does not fit its metric',
      `${ONE_TEST}    no_tools: true\n    expect: [{ no_tool.rate: { ">=": 80 } }]\n`,
      ['4:38 SUITE_GATE_UNIT'],
    ],
    [
      'an unknown operator',
      `${ONE_TEST}    no_tools: true\n    expect: [{ no_tool.rate: { "=>": 1 } }]\n`,
      ['4:32 SUITE_GATE_OPERATOR'],
    ],
    [
      'a gate without an operator',
      `${ONE_TEST}    no_tools: true\n    expect: [{ no_tool.rate: {} }]\n`,
      ['4:16 SUITE_GATE_OPERATOR'],
    ],
    [
      'certify on what is no proportion',
      `${ONE_TEST}    equal_function_sets:\n      classes: []\n      expect: [{ tool_selection.f1: { ">=": 80, certify: true } }]\n`,
      ['5:49 SUITE_CERTIFY'],
    ],
    [
      'certify beside an upper bound',
      `${ONE_TEST}    no_tools: true\n    expect: [{ no_tool.rate: { "<=": 1, certify: true } }]\n`,
      ['4:41 SUITE_CERTIFY'],
    ],
    [
      'a tool that is neutral and expected',
      `neutral: [think]\n${ONE_TEST}    function_call_coverage: { function_calls: [a, think] }\n`,
      ['4:51 SUITE_NEUTRAL_EXPECTED'],
    ],
    [
      'a tool that is neutral and forbidden',
      `${ONE_TEST}    neutral: [rm]\n    forbidden: [rm]\n`,
      ['4:17 SUITE_NEUTRAL_EXPECTED'],
    ],
    [
      'a tool that is neutral in a test and forbidden above',
      `forbidden: [rm]\n${ONE_TEST}    neutral: [rm]\n`,
      ['4:14 SUITE_NEUTRAL_EXPECTED'],
    ],
    [
      'a tool that is forbidden, and neutral by a wider spelling',
      `forbidden: [shell.exec]\n${ONE_TEST}    neutral: [exec]\n`,
      ['4:14 SUITE_FORBIDDEN_UNSEEN'],
    ],
    [
      'a tool that is forbidden and renamed',
      `aliases: { exec: run }\n${ONE_TEST}    forbidden: [search, exec]\n`,
      ['4:25 SUITE_FORBIDDEN_UNSEEN'],
    ],
    [
      'a tool that is forbidden and unwrapped',
      `unwrap: [{ tool: exec, name: $.tool }]\n${ONE_TEST}    forbidden: [search, exec]\n`,
      ['4:25 SUITE_FORBIDDEN_UNSEEN'],
    ],
    ['a test without a scorer', `${SCORED}  - name: b\n`, ['4:5 SUITE_NO_SCORER']],
    [
      'a path out of the root',
      `${ONE_TEST}    traces: ../x.json\n    usage: true\n`,
      ['3:13 SUITE_PATH_OUTSIDE'],
    ],
    [
      'a marker that is none',
      `${ONE_TEST}    tool_call_f1: { expected: [{ tool: x, args: { a: { $match: b } } }] }\n`,
      ['3:56 SUITE_UNKNOWN_MARKER'],
    ],
    [
      'a pattern that is not linear',
      `${ONE_TEST}    select: { input: { $matches: "(?=a)" } }\n    usage: true\n`,
      ['3:34 SUITE_REGEX'],
    ],
    [
      'a block that needs a judge',
      `${ONE_TEST}    answer: { rubric: x }\n`,
      ['2:5 SUITE_MISSING_KEY'],
    ],
    [
      'a judge whom nothing asks',
      `judge: { model: "openai:gpt-5-mini-2025-08-07" }\n${ONE_TEST}    usage: true\n`,
      ['1:1 SUITE_NO_EFFECT'],
    ],
    [
      'a judge without a model',
      `judge: { guide: be kind }\n${ONE_TEST}    goal: true\n`,
      ['1:1 SUITE_MISSING_KEY'],
    ],
    [
      'a judge that is not a model of a provider, and a quorum that no jury has',
      `judge: { jury: [{ model: gpt }, { model: "openai-compatible:x" }], quorum: 3 }\n${ONE_TEST}    goal: true\n`,
      ['1:26 SUITE_MODEL', '1:42 SUITE_MODEL', '1:76 SUITE_VALUE'],
    ],
    [
      'settings that a judge cannot have together, or that are the question',
      `judge: { model: "anthropic:claude-sonnet-4-6", thinking: 4000, max_tokens: 4000, extra_body: { messages: [] } }\n${ONE_TEST}    goal: true\n`,
      ['1:48 SUITE_VALUE', '1:96 SUITE_VALUE'],
    ],
    [
      'keys of one judge beside a jury, and a judge twice',
      `judge: { temperature: 0, jury: [{ model: "openai:a-2025-01-01" }, { model: "openai:a-2025-01-01" }] }\n${ONE_TEST}    goal: true\n`,
      ['1:10 SUITE_VALUE', '1:76 SUITE_DUPLICATE_NAME'],
    ],
    [
      'a rubric of nothing, and lists that are text',
      `judge: { model: "openai:a-2025-01-01" }\n${ONE_TEST}    answer: { must: "{{ sample.x }}" }\n`,
      ['4:21 SUITE_TYPE'],
    ],
    [
      'an option that another scorer over labels has',
      'dataset: d.jsonl\nscorers:\n  - type: tool_name_match\n    over: pairs\nexpect:\n  - tool_name_match: { ">=": 0.95 }\n',
      ['4:5 SUITE_UNKNOWN_KEY'],
    ],
    [
      'a gate on single tools without labels',
      'dataset: d.jsonl\nscorers: [{ type: call_checks }]\nexpect: [{ per_tool.recall: { ">=": 0.9 } }]\n',
      ['3:12 SUITE_UNKNOWN_METRIC'],
    ],
    [
      'F1 of single tools that shall be certified',
      'dataset: d.jsonl\nscorers: [{ type: tool_name_match }]\nexpect: [{ per_tool.f1: { ">=": 0.9, certify: true } }]\n',
      ['3:38 SUITE_CERTIFY'],
    ],
    [
      'a least support of something that is not of single tools',
      'dataset: d.jsonl\nscorers: [{ type: tool_name_match }]\nexpect: [{ tool_name_match: { ">=": 0.9, min_support: 3 } }]\n',
      ['3:42 SUITE_VALUE'],
    ],
    [
      'one scorer under both of its names',
      'dataset: d.jsonl\nscorers: [{ type: tool_args_shape }, { type: tool_args_shape_match }]\n',
      ['2:38 SUITE_DUPLICATE_KEYED_SCORER'],
    ],
    [
      'two scorers with the same ids',
      'dataset: d.jsonl\nscorers:\n  - { type: call_checks }\n  - { type: call_checks }\n',
      ['4:5 SUITE_DUPLICATE_KEYED_SCORER'],
    ],
    [
      'a gate on a qa scorer',
      'dataset: d.jsonl\nscorers: [{ type: call_checks, purpose: qa }]\nexpect: [{ failed.calls: { "==": 0 } }]\n',
      ['3:12 SUITE_GATE_QA'],
    ],
    [
      'a template that is not one',
      'dataset: d.jsonl\nscorers:\n  - type: function_call_coverage\n    function_calls: "{% x %}"\n',
      ['4:21 TEMPLATE_SYNTAX'],
    ],
    [
      'a template that wants more than the row',
      'dataset: d.jsonl\nscorers:\n  - type: function_call_coverage\n    function_calls: "{{ process.env }}"\n',
      ['4:21 TEMPLATE_PATH'],
    ],
    ['text that is not YAML', 'tests:\n  - name: a\n   runs: 1\n', ['3:4 YAML_SYNTAX']],
    [
      'an alias',
      `neutral: &n [think]\ntests: [{ name: a, neutral: *n }]\n`,
      ['1:10 YAML_ALIAS', '2:29 YAML_ALIAS'],
    ],
    ['a merge key', `tests:\n  - <<: { name: a }\n    name: b\n`, ['2:5 YAML_ALIAS']],
    ['a tag', 'tests:\n  - name: !!str a\n    usage: true\n', ['2:11 YAML_TAG']],
    ['deep nesting', `tests: ${'['.repeat(200)}`, ['1:107 YAML_DEPTH']],
    ['a second document', `${SCORED}---\n${SCORED}`, ['5:1 YAML_DOCUMENTS']],
  ])('%s', async (_what, text, expected) => {
    expect(await faults(text)).toEqual(expected);
    for (const { code } of await issuesOf(text)) expect(Object.keys(SUITE_CODES)).toContain(code);
  });

  it('shows the offending text', async () => {
    const [issue] = await issuesOf(`${ONE_TEST}    expects: []\n`);
    expect(issue).toEqual({
      code: 'SUITE_UNKNOWN_KEY',
      severity: 'error',
      message: 'unknown key "expects" in a test',
      hint: 'did you mean "expect"?',
      where: { file: 'suite.yaml', line: 3, column: 5 },
      excerpt: { text: '    expects: []', column: 5, length: 7 },
    });
  });

  it('says what a name became', async () => {
    const text =
      'tests:\n  - { name: 0777 }\n  - { name: ~ }\n  - { name: true }\n  - { name: 0x1F }\n';
    expect((await issuesOf(text)).map(({ message, hint }) => `${message}; ${hint}`)).toEqual([
      '0777 is read as the number 777, and `name` takes text; write "0777"',
      '~ is read as nothing, and `name` takes text; write "~"',
      'true is read as true, and `name` takes text; write "true"',
      '0x1F is read as the number 31, and `name` takes text; write "0x1F"',
    ]);
  });

  it('reports everything at once, in the order of the text', async () => {
    const text = [
      'classes: [{ name: a, members: [] }]',
      'tests:',
      '  - name: one',
      '    runs: 0',
      '    equal_function_sets:',
      '      classes: [b]',
      '      repeats: never',
      '      expect: [{ tool_selection.f1: { ">=": 0.8 } }]',
      '  - name: one',
      '    tracs: x',
    ].join('\n');
    expect(await faults(text)).toEqual([
      '1:31 SUITE_EMPTY_CLASS',
      '4:11 SUITE_VALUE',
      '6:17 SUITE_UNKNOWN_CLASS',
      '7:16 SUITE_VALUE',
      '8:45 SUITE_GATE_UNIT',
      '9:11 SUITE_DUPLICATE_NAME',
      '10:5 SUITE_UNKNOWN_KEY',
    ]);
  });

  it('does not complain of what only follows from another fault', async () => {
    expect(
      await faults('classes: [{ name: a, members: 5 }]\ntests: [{ name: b, usage: true }]\n'),
    ).toEqual(['1:31 SUITE_TYPE']);
    expect(await faults('classes: [{ name: a }]\ntests: [{ name: b, usage: true }]\n')).toEqual([
      '1:11 SUITE_MISSING_KEY',
    ]);
    expect(await faults('tests: 5\n')).toEqual(['1:8 SUITE_TYPE']);
    const gate = `${ONE_TEST}    no_tools: true\n    expect: [{ no_tool.rate: 1 }]\n`;
    expect(await faults(gate)).toEqual(['4:30 SUITE_TYPE']);
  });
});

describe('the hint', () => {
  it.each<[string, string, string]>([
    ['a map where a list should be', 'tests:\n  name: a\n', 'put a dash before each entry'],
    ['one value where a list should be', `${ONE_TEST}    forbidden: exec\n`, 'write [exec]'],
    ['yes for true', `${ONE_TEST}    no_tools: yes\n`, 'write true'],
    ['off for false', `${ONE_TEST}    call_checks: Off\n`, 'write false'],
    [
      'a scorer that is only named',
      'evals: [{ name: a, dataset: a.jsonl, scorers: [usage] }]\n',
      'write - type: usage',
    ],
    [
      'a scorer under its own name',
      'evals: [{ name: a, dataset: a.jsonl, scorers: [{ usage: {} }] }]\n',
      'write - type: usage',
    ],
    [
      'a pattern without quotes',
      `${ONE_TEST}    traces: *.json\n`,
      'quote a text that begins with *; else write the value out here',
    ],
    ['a tab', 'tests:\n\t- name: a\n', 'indent with spaces'],
    [
      'a template without quotes',
      `${ONE_TEST}    traces: {{ a }}/b\n`,
      'put a template in quotes: "{{ … }}"',
    ],
    [
      'a sign that YAML keeps for itself',
      `${ONE_TEST}    traces: @a\n`,
      'quote a text that begins with @, ` or %',
    ],
    [
      'a colon in a text',
      'tests:\n  - name: a: b\n',
      'quote a text that holds a colon and a blank',
    ],
    [
      'a quote that stays open',
      'tests:\n  - name: "a\n    runs: 1\n',
      'a quote or bracket that was opened above is not closed',
    ],
    [
      'a bracket that stays open',
      'tests:\n  - { name: a\n',
      'a quote or bracket that was opened above is not closed',
    ],
    [
      'a key that is indented by its own',
      'tests:\n  - name: a\n   runs: 1\n',
      'indent it as the lines above that it belongs to',
    ],
  ])('for %s says what to write', async (_, text, hint) => {
    const [issue] = await issuesOf(text);
    expect(issue?.hint).toBe(hint);
  });
});

describe('implicit types where a name is expected', () => {
  it.each(['1.10', '0777', '1e3', '0x1F', '~', '.inf', 'true', 'null', '12345678901234567890'])(
    'refuses %s',
    async (name) => {
      const text = `tests: [{ name: a, forbidden: [${name}] }]\n`;
      expect(await faults(text)).toEqual(['1:32 SUITE_QUOTE_THIS']);
      expect(await faults(text.replace(name, `"${name}"`))).toEqual([]);
    },
  );

  it.each(['2024-01-01', 'no', 'on', 'y', '1_000', '12:30:45'])(
    'takes %s as it is written',
    async (name) => {
      const suite = await plan(`tests: [{ name: a, forbidden: [${name}] }]\n`);
      expect(suite.tests[0]?.scorers[0]?.options).toEqual({ tools: [name] });
    },
  );

  it('calls a key twice a duplicate however it is written', async () => {
    const text =
      'tests: [{ name: a, tool_call_f1: { expected: [], defaults: { 1: a, "1": b } } }]\n';
    expect(await faults(text)).toEqual(['1:62 SUITE_QUOTE_THIS', '1:68 SUITE_DUPLICATE_KEY']);
  });
});

describe('what a plan keeps exactly', () => {
  it('keeps the digits of large numbers', async () => {
    const suite = await plan(
      'tests: [{ name: a, tool_call_f1: { expected: [{ tool: x, args: { id: 9007199254740993 } }] } }]\n',
    );
    const options = suite.tests[0]?.scorers[0]?.options;
    expect(options).toEqual({
      expected: [{ tool: 'x', args: { id: new ExactNumber('9007199254740993') } }],
    });
  });

  it('reads gate values as they are written', async () => {
    const suite = await plan(
      'tests: [{ name: a, no_tools: true, expect: [{ no_tool.rate: { ">=": 95%, "<": 0.123456789012345678 } }] }]\n',
    );
    expect(suite.tests[0]?.gates).toEqual([
      {
        metric: 'no_tool.rate',
        op: '>=',
        value: { num: 95n, den: 100n },
        source: 'suite',
        certify: false,
      },
      {
        metric: 'no_tool.rate',
        op: '<',
        value: { num: 123456789012345678n, den: 10n ** 18n },
        source: 'suite',
        certify: false,
      },
    ]);
  });
});
