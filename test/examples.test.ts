import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { whichtool, workspace } from './support/cli.ts';
import { ROOT } from './support/doc-blocks.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const EXAMPLES: readonly (readonly [string, number, ...string[]])[] = [
  ['research', 0, 'run'],
  ['failing', 1, 'run'],
  ['coverage', 0, 'run'],
  ['coverage', 1, 'run', '--threshold', 'required_calls_coverage=0.9'],
  ['own-scorers', 0, 'run'],
  ['own-scorers', 2, 'run', '--no-exec'],
  ['broken-suite', 2, 'validate'],
  ['certify', 5, 'run'],
];

it.each(EXAMPLES)('example %s exits with %i after %s %s %s', async (name, code, ...args) => {
  folder = workspace({});
  cpSync(join(ROOT, 'examples', name), folder.path, { recursive: true });
  const ran = await whichtool(args, { cwd: folder.path });
  expect({ ...ran }).toMatchObject({ code });
  expect(readFileSync(join(ROOT, 'examples', name, 'README.md'), 'utf8')).toContain(
    `exit code ${code}`,
  );
});

it('runs every example there is', () => {
  folder = workspace({});
  const names = [...new Set(EXAMPLES.map(([name]) => name))].sort();
  expect(readdirSync(join(ROOT, 'examples')).sort()).toEqual(names);
});
