// Where things are.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
export const PEERS = fileURLToPath(new URL('peers', import.meta.url));
/** Generated data and results; not under version control. */
export const DATA = fileURLToPath(new URL('.data', import.meta.url));

mkdirSync(DATA, { recursive: true });
