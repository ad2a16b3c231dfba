// Compiles the folders of wasm/ into generated files, so that the package needs no compiler.
import { readFile } from 'node:fs/promises';
import { createMemoryStream, main } from 'assemblyscript/asc';
import { writeGenerated } from './write-generated.mjs';

const PROGRAMS = [
  { folder: 'scanner', name: 'SCANNER_BASE64', target: 'src/bulk/scanner/scanner.generated.ts' },
  {
    folder: 'row-search',
    name: 'ROW_SEARCH_BASE64',
    target: 'src/server/report-index/row-search.generated.ts',
  },
];

for (const { folder, name, target } of PROGRAMS) {
  const text = `// Made by scripts/build-scanner.mjs from wasm/${folder}/; do not edit.

export const ${name} =
  '${Buffer.from(await compile(folder)).toString('base64')}';
`;
  await writeGenerated(new URL(`../${target}`, import.meta.url), text);
}

async function compile(folder) {
  let wasm;
  const messages = createMemoryStream();
  const { error } = await main(
    [
      `wasm/${folder}/index.ts`,
      '--outFile=program.wasm',
      '-O3',
      '--converge',
      '--noAssert',
      '--runtime=stub',
      '--enable=simd',
      '--enable=bulk-memory',
      '--initialMemory=64',
    ],
    {
      readFile: readSource,
      writeFile: (name, bytes) => {
        if (name === 'program.wasm') wasm = bytes;
      },
      listFiles: () => [],
      stderr: messages,
    },
  );
  if (error !== null) throw new Error(`${error.message}\n${messages.toString()}`);
  return wasm;
}

/**
 * A source file, or null where there is none. TypeScript has no decorators on functions, so that the sources mark them by
 * a comment, which checkers can parse; here it becomes the decorator of AssemblyScript.
 */
async function readSource(name) {
  const text = await readFile(new URL(`../${name}`, import.meta.url), 'utf8').catch(() => null);
  return text?.replaceAll(/^\/\/ @inline$/gm, '@inline') ?? null;
}
