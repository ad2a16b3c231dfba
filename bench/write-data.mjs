// Writes the files that commands are measured on into bench/.data, once.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLASSES, makeCase, toolOf } from './cases.mjs';

const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const listed = (values) => `[${values.join(', ')}]`;
const classList = CLASSES.map(
  ({ name, members }) => `  - { name: ${name}, members: ${listed(members)} }\n`,
).join('');

/** The folder with the files of a measurement over `count` cases; they are made when they are not there. */
function folderOf(root, kind, count, makeFiles) {
  const folder = join(root, `${kind}-${count}`);
  const stamp = join(folder, 'complete');
  if (existsSync(stamp)) return folder;
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(makeFiles())) writeFileSync(join(folder, name), text);
  writeFileSync(stamp, '');
  return folder;
}

const casesOf = (count, options) =>
  Array.from({ length: count }, (_, index) => makeCase(index, 5, options));

const tracesOf = (cases) =>
  lines(cases.map(({ name, calls }) => ({ test: name, tool_calls: calls })));

/** A dataset whose rows carry their recorded runs, and the eval over it. */
export function writeDataset(root, count) {
  return folderOf(root, 'dataset', count, () => ({
    'rows.jsonl': lines(
      casesOf(count, { scenario: 0 }).map(({ name, expected, calls }, index) => ({
        id: `row-${index}`,
        input: `Please take care of ${name}, and say what you did.`,
        function_calls: expected.map(({ name }) => name),
        tool_calls: calls,
      })),
    ),
    'suite.yaml': `classes:
${classList}evals:
  - name: recorded rows
    dataset: rows.jsonl
    scorers:
      - type: equal_function_sets
        classes: [search, fetch, files, calendar, mail]
    expect:
      - tool_selection.f1: { ">=": 90 }
`,
  }));
}

/** The same as one test per case in one suite, with all recorded runs in one file. */
export function writeSuite(root, count) {
  return folderOf(root, 'suite', count, () => {
    const cases = casesOf(count);
    const tests = cases.map(
      ({ name, classes }) => `  - name: ${name}
    equal_function_sets:
      classes: ${listed(classes.map(({ name }) => name))}
      expect:
        - tool_selection.f1: { ">=": 60 }
`,
    );
    return {
      'suite.yaml': `classes:\n${classList}traces: traces.jsonl\ntests:\n${tests.join('')}`,
      'traces.jsonl': tracesOf(cases),
    };
  });
}

/** What promptfoo, vitest-evals and whichtool read: the same calls and the same expectations, every case a pass. */
export function writePeerCases(root, count) {
  return folderOf(root, 'peers', count, () => {
    const cases = casesOf(count, { faulty: false });
    return {
      'traces.jsonl': tracesOf(cases),
      'names-as-tests.yaml': testsOf(cases, namesBlock),
      'calls-as-tests.yaml': testsOf(cases, callsBlock),
      'rows.jsonl': lines(
        cases.map(({ name, expected, calls }) => ({
          id: name,
          expected_calls: expected.map((call) => ({ tool: toolOf(call), args: call.arguments })),
          tool_calls: calls,
        })),
      ),
      'names-as-rows.yaml': `dataset: rows.jsonl
scorers:
  - { type: tool_call_f1, compare: name }
expect:
  - tool_call.f1: { "==": 1 }
`,
      'calls-as-rows.yaml': `dataset: rows.jsonl
scorers:
  - { type: trajectory, match: any_order }
expect:
  - trajectory.match: { "==": 1 }
`,
      'promptfoo.json': JSON.stringify({
        prompts: ['recorded'],
        providers: ['echo'],
        tests: cases.map(promptfooTest),
      }),
      'vitest-evals.json': JSON.stringify(cases.map(vitestEvalsCase)),
    };
  });
}

const testsOf = (cases, block) =>
  `traces: traces.jsonl\ntests:\n${cases.map((one) => `  - name: ${one.name}\n${block(one)}`).join('')}`;

const namesBlock = ({ expected }) => `    tool_call_f1:
      compare: name
      expected: ${listed(expected.map((call) => `{ tool: ${toolOf(call)} }`))}
      expect:
        - tool_call.f1: { "==": 1 }
`;

const callsBlock = ({ expected }) => `    trajectory:
      match: any_order
      expected:
${expected.map((call) => `        - { tool: ${toolOf(call)}, args: ${JSON.stringify(call.arguments)} }\n`).join('')}`;

const promptfooTest = ({ name, expected, calls }) => ({
  description: name,
  providerOutput: JSON.stringify({
    tool_calls: calls.map((call) => ({ ...call, name: toolOf(call) })),
  }),
  assert: [{ type: 'tool-call-f1', value: expected.map(toolOf), threshold: 1 }],
});

const vitestEvalsCase = ({ name, expected, calls }) => ({
  name,
  expected: expected.map((call) => ({ name: toolOf(call), arguments: call.arguments })),
  calls: calls.map((call) => ({ id: call.id, name: toolOf(call), arguments: call.arguments })),
});
