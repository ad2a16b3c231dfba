import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LoopbackModel, Script } from './server.mjs';

/** The scripted model as a program of its own, with its addresses. */
export interface LoopbackProgram extends Pick<LoopbackModel, 'url' | 'baseUrls'> {
  close(): void;
}

/** Starts the program with a script in a file, as examples do. */
export async function startProgram(script: Script): Promise<LoopbackProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'loopback-model-'));
  const file = join(folder, 'script.json');
  writeFileSync(file, JSON.stringify(script));
  const main = join(import.meta.dirname, 'main.mjs');
  const child = spawn(process.execPath, [main, '--port', '0', '--script', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const close = (): void => {
    child.kill();
    rmSync(folder, { recursive: true });
  };
  for await (const line of createInterface({ input: child.stdout }))
    return { ...(JSON.parse(line) as Pick<LoopbackModel, 'url' | 'baseUrls'>), close };
  throw new Error('the program ended without an address');
}
