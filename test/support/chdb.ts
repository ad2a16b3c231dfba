import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = process.env['WHICHTOOL_ENGINES'] ?? join(import.meta.dirname, '../../.engines');

/** Whether the current ClickHouse is installed as a library. */
export const hasChdb: boolean = existsSync(join(FOLDER, 'node_modules/chdb/package.json'));

/** Why a test is skipped without it. */
export const NO_CHDB = 'chdb is not installed (bash scripts/install-engines.sh)';

/** The engine of the current ClickHouse, behind an HTTP interface on loopback. */
export interface Chdb {
  readonly port: number;
  /** Runs a statement; returns what it prints. Throws where the engine refuses it. */
  query(sql: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the engine. */
export async function startChdb(): Promise<Chdb> {
  const program = join(import.meta.dirname, '../servers/chdb.mjs');
  const child = spawn(process.execPath, [program, FOLDER], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown];
  const port = Number(String(line));
  if (!(port > 0)) throw new Error('chdb did not start');
  return {
    port,
    async query(sql) {
      const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: sql });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
