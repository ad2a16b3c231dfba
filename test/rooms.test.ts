import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';

/** Files that break a rule, by the rule. */
const BREACHES = {
  'core-is-pure': [
    'src/core/planted-node.ts',
    "import { readFileSync } from 'node:fs';\nexport const x: unknown = readFileSync;\n",
  ],
  'core-imports': [
    'src/core/planted-suite.ts',
    "import { loadSuite } from '#suite';\nexport const x: unknown = loadSuite;\n",
  ],
  'reporters-imports': [
    'src/reporters/planted-readers.ts',
    "import { readTraces } from '#readers';\nexport const x: unknown = readTraces;\n",
  ],
  'suite-door': [
    'src/run/planted-door.ts',
    "import { parseTemplate } from '../suite/template/template.ts';\nexport const x: unknown = parseTemplate;\n",
  ],
} as const;

afterEach(() => {
  for (const [file] of Object.values(BREACHES)) rmSync(file, { force: true });
});

/** The findings of the import check. */
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

// That the tree itself has none is what `npm run check` looks for.
it('turns red for each breach that is planted, and for nothing else', () => {
  for (const [file, text] of Object.values(BREACHES)) writeFileSync(file, text);
  const found = [...check().matchAll(/error (\S+: \S+)/g)].map(([, finding]) => finding);
  const planted = Object.entries(BREACHES).map(([rule, [file]]) => `${rule}: ${file}`);
  expect(new Set(found)).toEqual(new Set(planted));
});
