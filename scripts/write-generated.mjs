import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Writes a generated file. With --check nothing is written: the script exits 1 when the file differs from what its
 * sources make.
 */
export async function writeGenerated(target, text) {
  if (!process.argv.includes('--check')) {
    await writeFile(target, text);
    return;
  }
  const current = await readFile(target, 'utf8').catch(() => null);
  if (current === text) return;
  process.stderr.write(`${fileURLToPath(target)} is out of date: run npm run generate\n`);
  process.exitCode = 1;
}
