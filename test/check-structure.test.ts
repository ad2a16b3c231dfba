import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
beforeEach(() => {
  folder = workspace({});
});
afterEach(() => folder.remove());

/** The findings in the folder. */
function findings(): readonly string[] {
  const { status, stderr } = spawnSync('node', ['scripts/check-structure.mjs', folder.path], {
    encoding: 'utf8',
  });
  const lines = stderr.split('\n').filter((line) => line !== '');
  expect(status).toBe(lines.length === 0 ? 0 : 1);
  return lines.slice(0, -1);
}

function lines(count: number): string {
  return 'export {};\n'.repeat(count);
}

it('reports a file of more than 350 lines, unless it is a test, a fixture or generated', () => {
  for (const name of ['a.test.ts', 'fixtures/a.ts', 'a.generated.ts', 'b.ts'])
    folder.write(`src/x/${name}`, lines(351));
  folder.write('src/x/c.ts', lines(350));
  for (let n = 0; n < 20; n += 1) folder.write(`src/x/short-${n}.ts`, lines(1));
  expect(findings()).toEqual(['src/x/b.ts: 351 lines, at most 350']);
});

it('reports a median of 70 lines', () => {
  for (const [name, count] of Object.entries({ a: 1, b: 70, c: 70 }))
    folder.write(`src/x/${name}.ts`, lines(count));
  expect(findings()).toEqual(['median: 70 lines, expected less than 70']);
});

it('reports two folders of a room that import values from each other', () => {
  folder.write('src/x/a/a.ts', "import { b } from '../b/b.ts';\nexport const a = b;\n");
  folder.write('src/x/b/b.ts', "export const b = 1;\nexport * from '../a/a.ts';\n");
  expect(findings()).toEqual([
    'src/x/a ↔ src/x/b: mutual import (src/x/a/a.ts → src/x/b/b.ts; src/x/b/b.ts → src/x/a/a.ts)',
  ]);
});

it('accepts types in one direction, and the door of a room', () => {
  folder.write('src/x/a/a.ts', "import type { B } from '../b/b.ts';\nexport let a: B;\n");
  folder.write('src/x/b/b.ts', "import { a } from '../a/a.ts';\nexport type B = typeof a;\n");
  folder.write('src/x/index.ts', "export { a } from './a/a.ts';\n");
  folder.write('src/x/c/c.ts', "import { a } from '../index.ts';\nexport const c = a;\n");
  folder.write('src/y/y.ts', "import { a } from '#x';\nexport const y = a;\n");
  expect(findings()).toEqual([]);
});

it('takes a namespace on a door for one name', () => {
  folder.write('src/x/a.ts', 'export const a = 1;\n');
  folder.write(
    'src/x/index.ts',
    "export * as all from './a.ts';\nexport * as more from './a.ts';\n",
  );
  folder.write('src/y/y.ts', "import { all } from '#x';\nexport const y = all;\n");
  expect(findings()).toEqual(['src/x/index.ts: no other room uses more']);
});

it('reports a name on the door of a room that only the room uses', () => {
  folder.write('src/x/a.ts', 'export const a = 1;\nexport const b = 2;\nexport const c = 3;\n');
  folder.write('src/x/index.ts', "export * from './a.ts';\n");
  folder.write('src/x/d.ts', "import { a } from '#x';\nexport const d = a;\n");
  folder.write('src/y/y.ts', "export const y = async () => (await import('#x')).b;\n");
  folder.write(
    'test/c.test.ts',
    "import * as x from '../src/x/index.ts';\nexport const c = x.c;\n",
  );
  expect(findings()).toEqual(['src/x/index.ts: no other room uses a']);
});
