import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('loads what parses the command line without the files of any command', () => {
  const source = readFileSync(new URL('../dist/cli/program.js', import.meta.url), 'utf8');
  const files = [...source.matchAll(/^import .* from "(\.\/[^"]+)";$/gm)].map(([, file]) => file);
  expect(files).toEqual(['./rolldown-runtime.js']);
});
