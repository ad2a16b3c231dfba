import type { JsonReader } from '../../components/json/json-reader.ts';
import type { JsonRows } from '../../components/json/json-rows.ts';
import type { JsonRequest } from './worker.ts';

interface JsonAnswer {
  readonly id: number;
  readonly rows: JsonRows | null;
}

/** A part of the Trusted Types API: the policy of the server allows this one script. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(url: string): string };
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, (rows: JsonRows | null) => void>();

/** Reads JSON in a worker, which starts with the first large value and stays. */
export const readJson: JsonReader = (text) =>
  new Promise((resolve) => {
    worker ??= startWorker();
    lastId += 1;
    waiting.set(lastId, resolve);
    worker.postMessage({ id: lastId, text } satisfies JsonRequest, []);
  });

function startWorker(): Worker {
  const started = new Worker(workerAddress(), { type: 'module' });
  started.addEventListener('message', ({ data: { id, rows } }: MessageEvent<JsonAnswer>) => {
    waiting.get(id)?.(rows);
    waiting.delete(id);
  });
  // Without a worker, values are shown as text.
  started.addEventListener('error', () => {
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
    worker = null;
  });
  return started;
}

const ADDRESS = '/assets/json-worker.js';

function workerAddress(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: () => ADDRESS };
  return trustedTypes?.createPolicy('json-worker', rules).createScriptURL(ADDRESS) ?? ADDRESS;
}
