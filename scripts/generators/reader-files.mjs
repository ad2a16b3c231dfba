import { toCamelCase, toTitle } from './names.mjs';
import { addFirst, addImport } from './source-edits.mjs';

/** What a new trace format consists of: its files, and the edits that register it. */
export function planReader(id) {
  const folder = `src/readers/formats/${id}`;
  const exported = `${toCamelCase(id)}Format`;
  return {
    files: {
      [`${folder}/index.ts`]: indexFile(id, exported),
      [`${folder}/fixtures/index.ts`]: fixturesFile(id, exported),
      [`docs/formats/${id}.md`]: pageFile(id),
    },
    edits: {
      'src/readers/formats/formats.ts': (source) =>
        addFirst(
          addImport(source, `import { ${exported} } from './${id}/index.ts';`),
          'export const FORMATS: readonly TraceFormat[] = [',
          `  ${exported},`,
        ),
    },
  };
}

function markOf(id) {
  return `${id.replaceAll('-', '_')}_version`;
}

function indexFile(id, exported) {
  return `// ${toTitle(id)}: the program that writes it, and the versions read.
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { RunDraft } from '../../draft/run-draft.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { TraceFormat, TraceOutput } from '../../trace-format.ts';

/** Runs of ${id}. */
export const ${exported}: TraceFormat = {
  id: '${id}',
  title: '${toTitle(id)}',
  joinsFiles: false,
  sniff: (record) => (isRun(record) ? 'run' : 'none'),
  open: (output) => ({ add: (record, where) => readRun(record, where, output), end: () => {} }),
};

/** Replace the key with one that only this format has. */
function isRun(record: Json): record is JsonObject {
  return isJsonObject(record) && '${markOf(id)}' in record;
}

function readRun(record: Json, where: Place, output: TraceOutput): void {
  if (!isRun(record)) {
    output.error(readIssue('TRACE_SCHEMA', 'expected a run with ${markOf(id)}', { where }));
    return;
  }
  const draft = new RunDraft(where);
  // Read the record into the draft: its messages, calls, results and types that are not known.
  draft.error = 'the reader of ${id} is not written yet';
  output.trace(draft.finish(), where);
}
`;
}

function fixturesFile(id, exported) {
  return `import type { ReaderCase, SampleRun } from '../../../fixtures/reader-case.ts';
import { ${exported} } from '../index.ts';

/** Replace this shape with that of the format, as its program writes it. */
function writeRun({ id, input, calls, output }: SampleRun): object {
  return {
    ${markOf(id)}: 1,
    id,
    steps: [
      { type: 'user', text: input },
      { type: 'agent', calls },
      ...calls.map((call) => ({ type: 'result', call: call.id, text: 'done' })),
      { type: 'agent', text: output },
    ],
  };
}

function toLines(records: readonly object[]): string {
  return records.map((record) => \`\${JSON.stringify(record)}\\n\`).join('');
}

const RUN: SampleRun = {
  id: 'run_1',
  input: 'What is the weather in Oslo?',
  calls: [{ id: 'call_1', name: 'get_weather', arguments: { city: 'Oslo' } }],
  output: 'Eight degrees.',
};

export const readerCase: ReaderCase = {
  format: ${exported},
  fixtures: [
    {
      name: 'one run with one call',
      file: 'run.jsonl',
      content: toLines([writeRun(RUN)]),
      traces: [
        {
          id: 'run_1',
          input: 'What is the weather in Oslo?',
          tool_calls: [
            { name: 'get_weather', arguments: { city: 'Oslo' }, id: 'call_1', turn: 1 },
          ],
          output: 'Eight degrees.',
        },
      ],
    },
  ],
  unknown: [[{ ${markOf(id)}: 1, id: 'run_2', steps: [{ type: 'mystery' }] }]],
  write: (runs) => [{ file: 'runs.jsonl', content: toLines(runs.map(writeRun)) }],
};
`;
}

function pageFile(id) {
  return `# ${toTitle(id)}

Format id \`${id}\`. The program that writes it, and the versions that are read.

## Example

A small file of this format, and \`npx whichtool inspect runs.json\`. See the other pages.

## Export

How to get a file of this format.

## What a file may contain

## What is kept

## What is lost
`;
}
