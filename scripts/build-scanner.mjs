// Compiles wasm/scanner into src/readers/scan/scanner.generated.ts, so that the package needs no compiler.
// With --check nothing is written: it exits 1 when the file is not what the sources make.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createMemoryStream, main } from 'assemblyscript/asc';

const target = new URL('../src/readers/scan/scanner.generated.ts', import.meta.url);
const text = `// Made by scripts/build-scanner.mjs from wasm/scanner/; do not edit.

export const SCANNER_BASE64 =
  '${Buffer.from(await compile()).toString('base64')}';
`;

if (!process.argv.includes('--check')) await writeFile(target, text);
else if ((await readFile(target, 'utf8')) !== text) {
  process.stderr.write('scanner.generated.ts is out of date: run node scripts/build-scanner.mjs\n');
  process.exitCode = 1;
}

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
      readFile: (name) =>
        readFile(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8').catch(() => null),
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
