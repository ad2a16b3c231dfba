import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';

const BREACHES = [
  [
    'src/core/planted-breach.ts',
    "import { readFileSync } from 'node:fs';\nexport const x: unknown = readFileSync;\n",
    'core-is-pure',
  ],
  [
    'src/core/planted-breach.ts',
    "import { loadSuite } from '#suite';\nexport const x: unknown = loadSuite;\n",
    'core-imports',
  ],
  [
    'src/reporters/planted-breach.ts',
    "import { readTraces } from '#readers';\nexport const x: unknown = readTraces;\n",
    'reporters-imports',
  ],
  [
    'src/run/planted-breach.ts',
    "import { parseTemplate } from '../suite/template.ts';\nexport const x: unknown = parseTemplate;\n",
    'suite-door',
  ],
] as const;

afterEach(() => {
  for (const [file] of BREACHES) rmSync(file, { force: true });
});

/** What the import check prints; empty when it is content. */
function check(): string {
  try {
    execFileSync('npx', ['depcruise', '--config', '.dependency-cruiser.js', 'src'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

it('finds no forbidden import in the tree', () => {
  expect(check()).toBe('');
});

it.each(BREACHES)('turns red for a breach planted in %s', (file, text, rule) => {
  writeFileSync(file, text);
  expect(check()).toContain(rule);
});
