import { createHash, type Hash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { canonicalJson, isJsonObject, type Json, parseJson } from '#core';
import type { Suite } from '#suite';
import { runError } from '../issues/run-codes.ts';

/** What workers need to know about a run before its first job. */
export interface PlanDocument {
  readonly format: 1;
  /** The version of whichtool: another one may drive or record otherwise. */
  readonly version: string;
  /** The suites, by their paths from the working folder, which is the same on all machines. */
  readonly suites: readonly { readonly path: string; readonly sha256: string }[];
  readonly seed: number | null;
  /** What all models may cost; null is as much as it takes. */
  readonly maxCost: number | null;
  /** The tests and evals whose runs are made. */
  readonly parts: readonly string[];
}

/** The plan of a run. Throws a UserError where a suite is outside the working folder. */
export function planDocument(
  suites: readonly Suite[],
  {
    cwd,
    version,
    seed,
    maxCost,
  }: { cwd: string; version: string; seed: number | null; maxCost: number | null },
): PlanDocument {
  return {
    format: 1,
    version,
    suites: suites.map(({ path, sha256 }) => ({ path: pathFrom(cwd, path), sha256 })),
    seed,
    maxCost,
    parts: [],
  };
}

function pathFrom(cwd: string, path: string): string {
  const local = relative(cwd, resolve(cwd, path));
  if (isOutside(local))
    throw runError('FLAG_QUEUE', 'workers find suites by their path below the working folder', {
      where: { file: path },
      hint: 'start the command in a folder above the suite',
    });
  return local.split(sep).join('/');
}

/** Whether a path leads out of the folder that it starts from. */
export function isOutside(path: string): boolean {
  return isAbsolute(path) || path.split(/[\\/]/).includes('..');
}

/** Reads a plan that another process stored; null where it is of another form. */
export function parsePlan(text: string): PlanDocument | null {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value) || parsed.value['format'] !== 1) return null;
  return parsed.value as unknown as PlanDocument;
}

/** The hash of a plan and all of its jobs, job by job. */
export class PlanHash {
  readonly #hash: Hash = createHash('sha256');

  constructor(plan: PlanDocument) {
    this.add(plan as unknown as Json);
  }

  add(part: Json): void {
    this.#hash.update(`${canonicalJson(part)}\n`);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}
