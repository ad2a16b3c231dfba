// Compiles wasm/scanner into src/bulk/scanner/scanner.generated.ts, so that the package needs no compiler.
import { readFile } from 'node:fs/promises';
import { createMemoryStream, main } from 'assemblyscript/asc';
import { writeGenerated } from './write-generated.mjs';

const target = new URL('../src/bulk/scanner/scanner.generated.ts', import.meta.url);
const text = `// Made by scripts/build-scanner.mjs from wasm/scanner/; do not edit.

export const SCANNER_BASE64 =
  '${Buffer.from(await compile()).toString('base64')}';
`;

await writeGenerated(target, text);

async function compile() {
  let wasm;
  const messages = createMemoryStream();
  const { error } = await main(
    [
      'wasm/scanner/index.ts',
      '--outFile=scanner.wasm',
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
        if (name === 'scanner.wasm') wasm = bytes;
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
