import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { whichtool, workspace } from './support/cli.ts';
import { listPages, readBlocks, ROOT } from './support/doc-blocks.ts';
import { runScript } from './support/doc-checks.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const EXAMPLES: readonly {
  readonly name: string;
  readonly command: string;
  readonly code: number;
}[] = [
  { name: 'research', command: 'run', code: 0 },
  { name: 'failing', command: 'run', code: 1 },
  { name: 'coverage', command: 'run', code: 0 },
  { name: 'coverage', command: 'run --threshold required_calls_coverage=0.9', code: 1 },
  { name: 'ai-go', command: 'run', code: 0 },
  { name: 'ai-go', command: 'run --threshold all_required_calls_made=1', code: 1 },
  { name: 'mcptest', command: 'run', code: 1 },
  { name: 'compare', command: 'run', code: 0 },
  { name: 'own-scorers', command: 'run', code: 0 },
  { name: 'own-scorers', command: 'run --no-exec', code: 2 },
  { name: 'broken-suite', command: 'validate', code: 2 },
  { name: 'certify', command: 'run', code: 5 },
  { name: 'labels', command: 'run', code: 0 },
  { name: 'labels', command: 'run --threshold-name 0.95', code: 1 },
  { name: 'support-desk', command: 'run', code: 0 },
  { name: 'support-desk', command: 'run --threshold-name 0.9', code: 1 },
  { name: 'support-desk', command: 'run judge.yaml --replay recorded', code: 0 },
  { name: 'ragas', command: 'run', code: 0 },
  { name: 'ragas', command: 'run --threshold tool_call.f1=0.9', code: 1 },
  { name: 'judge', command: 'run --replay recorded', code: 0 },
  { name: 'judge', command: 'run --replay recorded --threshold-args-semantic 0.93', code: 1 },
  { name: 'inspect', command: 'inspect runs.jsonl', code: 0 },
  { name: 'inspect', command: 'inspect runs.jsonl --threshold hallucinated.calls=0', code: 1 },
  { name: 'drift', command: 'drift before.jsonl after.jsonl', code: 0 },
  { name: 'drift', command: 'drift before.jsonl after.jsonl --max-drift 10%', code: 1 },
  { name: 'tools', command: 'tools catalog.json', code: 0 },
  { name: 'tools', command: 'tools catalog.json --max-confusable 0', code: 1 },
  { name: 'try', command: 'run', code: 0 },
  { name: 'skills', command: 'run', code: 1 },
  { name: 'sweep', command: 'run', code: 0 },
  { name: 'pytest', command: 'run', code: 0 },
];

it.each(EXAMPLES)('example $name ends "$command" with $code, as its page says', async (example) => {
  const { name, command, code } = example;
  folder = workspace({});
  cpSync(join(ROOT, 'examples', name), folder.path, { recursive: true });
  const ran = await whichtool(command.split(' '), { cwd: folder.path });
  expect(ran).toMatchObject({ code });
  const page = readFileSync(join(folder.path, 'README.md'), 'utf8').replace(/\s+/g, ' ');
  expect(page).toContain(`exit code ${code}`);
});

const WALKS = listPages()
  .map((page) => ({ page, steps: readBlocks(page).filter(({ kind }) => kind === 'sh step') }))
  .filter(({ steps }) => steps.length > 0);

it.each(WALKS)('$page gives what it says, step by step', ({ page, steps }) => {
  folder = workspace({});
  cpSync(join(ROOT, dirname(page)), join(folder.path, 'copy'), { recursive: true });
  for (const step of steps) {
    const { found, wanted } = runScript(step, folder.path, step.words[0] ?? 'exit=0');
    expect({ line: step.line, ...found }).toMatchObject(wanted);
  }
});

it('walks through labels, a dataset from production traces, and a regression', () => {
  folder = workspace({});
  expect(WALKS.map(({ page }) => dirname(page))).toEqual([
    'examples/compare',
    'examples/labels',
    'examples/support-desk',
  ]);
});

it('runs every example there is', () => {
  folder = workspace({});
  const names = [...new Set(EXAMPLES.map(({ name }) => name))].sort();
  expect(readdirSync(join(ROOT, 'examples')).sort()).toEqual(names);
});
