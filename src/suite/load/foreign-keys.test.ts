import { describe, expect, it } from 'vitest';
import { parseSuite } from './parse-suite.ts';

/** The hint of the first issue at a line. */
async function hintAt(line: number, text: string): Promise<string | undefined> {
  const loaded = await parseSuite(text, { path: 'suite.yaml' });
  if (loaded.ok) throw new Error('this suite has no issue');
  return loaded.issues.find(({ where }) => where?.line === line)?.hint;
}

const test = (line: string): string => `tests:\n  - name: a\n    ${line}\n`;
const gate = (matcher: string): string => `${test('usage: true')}    expect:\n      - ${matcher}\n`;

describe('the hint for a key of another tool says what it is called here', () => {
  it.each([
    [
      'assert: []',
      'what promptfoo calls `assert` is a scorer block with `expect` here, such as function_call_coverage: { function_calls: [search] }',
    ],
    ['description: x', 'what promptfoo calls `description` is `name` here'],
    ['provider: openai:gpt-4o', 'what promptfoo calls `provider` is `agent` here'],
    [
      'expected_tools: [a]',
      'what DeepEval calls `expected_tools` is `function_call_coverage: { function_calls: [search] }` here, or `equal_function_sets` where any of several tools will do',
    ],
    [
      'reference_tool_calls: []',
      'what Ragas calls `reference_tool_calls` is `tool_call_f1: { expected: [{ tool: search, args: { q: x } }] }` here',
    ],
    ['epochs: 3', 'what Inspect calls `epochs` is `runs` here'],
    ['userInput: x', 'what Ragas calls `userInput` is `prompt` here'],
    ['question: x', '`question` is `prompt` here'],
    [
      'tools_called: []',
      'what DeepEval calls `tools_called` is a part of a trace here: name its file in `traces`',
    ],
    ['classes: [search]', '`classes` is `equal_function_sets: { classes: … }` here'],
  ])('%s in a test', async (line, hint) => {
    expect(await hintAt(3, test(line))).toBe(hint);
  });

  it.each([
    ['prompts: [x]', 'what promptfoo calls `prompts` is `prompt` of each test here'],
    [
      'defaultTest: {}',
      'what promptfoo calls `defaultTest` is a key at the top here, such as `neutral` or `traces`',
    ],
    ['mcpServers: {}', '`mcpServers` is `servers` here'],
    ['gates: []', '`gates` is `expect` here'],
  ])('%s at the top', async (line, hint) => {
    expect(await hintAt(1, `${line}\n${test('usage: true')}`)).toBe(hint);
  });

  it('in evals, agents, classes, scorers, blocks and expected calls', async () => {
    const text = `classes:
  - { name: search, tools: [a] }
agents:
  a: { model: lexical, system_prompt: hi }
evals:
  - name: e
    dataset: rows.jsonl
    scorers: [{ type: tool_name_match }]
    evaluators: []
    tool_name_match: {}
tests:
  - name: t
    tool_call_f1: { expected: [{ tool: a, input_parameters: {} }], threshold: 0.5 }
`;
    expect(await hintAt(2, text)).toBe('`tools` is `members` here');
    expect(await hintAt(4, text)).toBe('`system_prompt` is `system` here');
    expect(await hintAt(9, text)).toBe('what LangSmith calls `evaluators` is `scorers` here');
    expect(await hintAt(10, text)).toBe('write it under `scorers`: - type: tool_name_match');
    expect(await hintAt(13, text)).toBe('what DeepEval calls `input_parameters` is `args` here');
  });
});

describe('the hint for a gate in other words', () => {
  it.each([
    ['gte', '>='],
    ['min', '>='],
    ['at_least', '>='],
    ['atLeast', '>='],
    ['=>', '>='],
    ['≥', '>='],
    ['threshold', '>='],
    ['gt', '>'],
    ['greater_than', '>'],
    ['lte', '<='],
    ['max', '<='],
    ['lt', '<'],
    ['below', '<'],
    ['eq', '=='],
    ['=', '=='],
    ['equals', '=='],
    ['ne', '!='],
    ['<>', '!='],
  ])('%s is %s', async (word, operator) => {
    const text = gate(`calls.total: { "${word}": 80 }`);
    expect(await hintAt(5, text)).toBe(`write "${operator}": 80`);
  });

  it.each([
    ['calls.total: 80', 'write { ">=": 80 }'],
    ['calls.total: "<= 80"', 'write { "<=": 80 }'],
    ['calls.total <= 80', 'write calls.total: { "<=": 80 }'],
    ['calls.total = 80%', 'write calls.total: { "==": 80% }'],
    ['calls.total', 'write calls.total: { ">=": … }'],
  ])('%s has a map of operators', async (matcher, hint) => {
    expect(await hintAt(5, gate(matcher))).toBe(hint);
  });
});

describe('the hint for a command in one text is the list', () => {
  it.each([
    ['python3 a.py', '[python3, a.py]'],
    ['python3  -m agent "my file.py"', '[python3, -m, agent, my file.py]'],
    ["node a.js --name='x, y'", '[node, a.js, "--name=x, y"]'],
    ['run: it', '["run:", it]'],
  ])('%s', async (command, list) => {
    const text = `agents:\n  a: { command: ${JSON.stringify(command)} }\n${test('usage: true')}`;
    expect(await hintAt(2, text)).toBe(`write ${list}`);
  });
});
