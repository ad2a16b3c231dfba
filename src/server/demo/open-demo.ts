import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandoned } from '#platform';
import { makeDemo } from './make-demo.ts';

/** The example project while it is shown. */
export interface OpenDemo {
  readonly root: string;
  remove(): void;
}

const BEGINNING = 'whichtool-demo-';
const ABANDONED_MS = 7 * 24 * 60 * 60 * 1000;

/** Makes the example project in a temporary folder, which is removed at the end of the process at the latest. */
export async function openDemo(version: string): Promise<OpenDemo> {
  // Only kill -9 leaves one behind.
  removeAbandoned(tmpdir(), BEGINNING, ABANDONED_MS, new Date());
  const folder = mkdtempSync(join(tmpdir(), BEGINNING));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const root = join(folder, 'shop');
  mkdirSync(root);
  try {
    await makeDemo(root, version);
  } catch (error) {
    remove();
    throw error;
  }
  return { root, remove };
}
