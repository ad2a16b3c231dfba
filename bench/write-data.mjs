// Writes the files that commands are measured on into bench/.data, once.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLASSES, makeCase, toolOf } from './cases.mjs';

const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const listed = (values) => `[${values.join(', ')}]`;
const classList = CLASSES.map(
  ({ name, members }) => `  - { name: ${name}, members: ${listed(members)} }\n`,
).join('');

/** `write(name, text)` for every file of a measurement over `count` cases; answers the folder. */
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
      - type: function_call_coverage
        function_calls: "{{ sample.function_calls }}"
    expect:
      - tool_selection.f1: { ">=": 90 }
      - required_calls_coverage: { ">=": 0.9 }
`,
  }));
}

/** The same as one test per case in one suite, with all recorded runs in one file. */
export function writeSuite(root, count) {
  return folderOf(root, 'suite', count, () => {
    const cases = casesOf(count);
    const tests = cases.map(
      ({ name, classes, expected }) => `  - name: ${name}
    equal_function_sets:
      classes: ${listed(classes.map(({ name }) => name))}
      expect:
        - tool_selection.f1: { ">=": 60 }
    function_call_coverage:
      function_calls: ${listed(expected.map(({ name }) => name))}
      expect:
        - required_calls_coverage: { ">=": 0.6 }
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
    const suite = (block) =>
      `traces: traces.jsonl\ntests:\n${cases.map((one) => `  - name: ${one.name}\n${block(one)}`).join('')}`;
    return {
      'traces.jsonl': tracesOf(cases),
      'names.yaml': suite(
        ({ expected }) => `    tool_call_f1:
      compare: name
      expected: ${listed(expected.map((call) => `{ tool: ${toolOf(call)} }`))}
      expect:
        - tool_call.f1: { ">=": 1 }
`,
      ),
      'calls.yaml': suite(
        ({ expected }) => `    trajectory:
      match: any_order
      expected:
${expected.map((call) => `        - { tool: ${toolOf(call)}, args: ${JSON.stringify(call.arguments)} }\n`).join('')}`,
      ),
      'promptfoo.json': JSON.stringify({
        prompts: ['recorded'],
        providers: ['echo'],
        tests: cases.map(({ name, expected, calls }) => ({
          description: name,
          providerOutput: JSON.stringify({
            tool_calls: calls.map((call) => ({ ...call, name: toolOf(call) })),
          }),
          assert: [{ type: 'tool-call-f1', value: expected.map(toolOf), threshold: 1 }],
        })),
      }),
      'vitest-evals.json': JSON.stringify(
        cases.map(({ name, expected, calls }) => ({
          name,
          expected: expected.map((call) => ({ name: toolOf(call), arguments: call.arguments })),
          calls: calls.map((call) => ({
            id: call.id,
            name: toolOf(call),
            arguments: call.arguments,
          })),
        })),
      ),
    };
  });
}
