import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Json, stringifyAsWritten, type Trace, UserError, WITH_PII } from '#core';
import { appendLines, writeFileAtomic } from '#platform';
import { datasetError } from '../codes.ts';
import { writeSampleFiles } from './create-sample.ts';
import { cutDecisions } from './cut-cases.ts';
import { manifestOf, type SampleManifest } from './sample.ts';
import { loadSample, SAMPLE_FILES } from './sample-folder.ts';
import { buildCase } from './sampled-case.ts';

/** A sample beyond this is not labelled by people. */
const MAX_CASES = 10_000;
const SEED = 'live';

/** A sample that grows: decisions of traces that arrive are appended to it, each once. */
export class CaseQueue {
  readonly #folder: string;
  readonly #ids: Set<string>;
  readonly #hash: Hash;
  #manifest: SampleManifest;

  private constructor(folder: string, manifest: SampleManifest, lines: readonly Json[]) {
    this.#folder = folder;
    this.#manifest = manifest;
    this.#ids = new Set(lines.map((line) => (line as { readonly id: string }).id));
    this.#hash = createHash('sha256');
    for (const line of lines) this.#hash.update(`${stringifyAsWritten(line)}\n`);
  }

  /** Opens a folder; makes a sample without cases where there is none. Throws a UserError where it has another one. */
  static async open(folder: string): Promise<CaseQueue> {
    if (!existsSync(join(folder, SAMPLE_FILES.manifest))) await createEmpty(folder);
    const { manifest, cases } = loadSample(folder);
    if (manifest.seed !== SEED)
      throw datasetError('SAMPLE_EXISTS', `the sample in ${folder} was drawn, and does not grow`, {
        hint: 'name another folder',
      });
    return new CaseQueue(folder, manifest, [...cases.values()] as unknown as readonly Json[]);
  }

  /** Appends the decisions of traces; returns how many are new. Throws a UserError where they cannot be written. */
  async add(traces: readonly Trace[]): Promise<number> {
    const fresh = new Map<string, string>();
    let { redactions } = this.#manifest;
    let isFull = false;
    for (const cut of traces.flatMap(cutDecisions)) {
      const built = buildCase(cut, {}, 1, WITH_PII);
      const { id } = built.case;
      if (this.#ids.has(id) || fresh.has(id)) continue;
      isFull = this.#ids.size + fresh.size >= MAX_CASES;
      if (isFull) break;
      redactions += built.redactions;
      fresh.set(id, stringifyAsWritten(built.case as unknown as Json));
    }
    const lines = [...fresh.values()];
    const appended = await appendLines(join(this.#folder, SAMPLE_FILES.cases), lines);
    if (!appended.ok) throw new UserError([appended.issue]);
    for (const [id, line] of fresh) {
      this.#ids.add(id);
      this.#hash.update(`${line}\n`);
    }
    if (lines.length > 0) await this.#noteCases(traces.length, lines.length, redactions);
    if (isFull) throw full(this.#folder);
    return lines.length;
  }

  async #noteCases(traces: number, cases: number, redactions: number): Promise<void> {
    this.#manifest = {
      ...this.#manifest,
      traces: this.#manifest.traces + traces,
      population: this.#manifest.population + cases,
      cases: this.#ids.size,
      size: this.#ids.size,
      redactions,
      sample: this.#hash.copy().digest('hex'),
    };
    const text = `${JSON.stringify(this.#manifest, null, 2)}\n`;
    const written = await writeFileAtomic(join(this.#folder, SAMPLE_FILES.manifest), [text]);
    if (!written.ok) throw new UserError([written.issue]);
  }
}

async function createEmpty(folder: string): Promise<void> {
  const plan = { size: 0, seed: SEED, by: [], unit: 'decision', minimum: 0 } as const;
  const nothing = { traces: 0, population: 0, strata: [], redactions: 0, cases: [] };
  const manifest = manifestOf({ plan, ...nothing }, 0);
  const outcome = await writeSampleFiles(folder, '', `${JSON.stringify(manifest, null, 2)}\n`);
  if (outcome !== null) throw new UserError([outcome]);
}

function full(folder: string): UserError {
  return datasetError('SAMPLE_FULL', `the sample in ${folder} has ${MAX_CASES} cases`, {
    hint: 'name another folder, or fewer of the runs',
  });
}
