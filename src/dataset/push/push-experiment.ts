// Experiments of LangSmith: GET and POST /api/v1/sessions, PATCH /api/v1/sessions/{id}, POST /api/v1/runs/query and
// /api/v1/runs/batch, GET and POST /api/v1/feedback (2024 to 2026).
import {
  canonicalJson,
  isJsonObject,
  type Issue,
  type Json,
  type JsonObject,
  UserError,
} from '#core';
import { ApiClient, type ApiContext, langsmithApi } from '#platform';
import { sha256 } from '../hash.ts';
import { rowId } from '../imports/langsmith.ts';
import { type ExperimentRun, feedbackOf, runOf } from './experiment-run.ts';
import { parseLangsmithAddress } from './langsmith-address.ts';
import { ask, LangsmithDataset, LangsmithFailure, unusable } from './langsmith-dataset.ts';
import { uuid5 } from './uuid5.ts';

/** What a push of results did, or why it failed. */
export type ExperimentOutcome =
  | {
      readonly ok: true;
      readonly experiment: string;
      /** Runs and scores that were not there yet. */
      readonly runs: number;
      readonly scores: number;
      /** Cases that the dataset has no example for. */
      readonly missing: readonly string[];
    }
  | { readonly ok: false; readonly issue: Issue };

const PAGE_SIZE = 100;
const BATCH_RUNS = 50;
const AT_ONCE = 8;

/** A dataset of LangSmith that results are written to as experiments. */
export class ExperimentTarget {
  readonly #client: ApiClient;
  readonly #address: string;
  readonly #dataset: string;
  /** Ids of examples by the ids of their rows. */
  readonly #examples: ReadonlyMap<string, string>;
  readonly #now: () => Date;

  private constructor(
    client: ApiClient,
    address: string,
    dataset: string,
    examples: ReadonlyMap<string, string>,
    now: () => Date,
  ) {
    this.#client = client;
    this.#address = address;
    this.#dataset = dataset;
    this.#examples = examples;
    this.#now = now;
  }

  /** Finds the dataset before anything is run. Throws a UserError where that cannot work. */
  static async open(address: string, context: ApiContext): Promise<ExperimentTarget> {
    const name = parseLangsmithAddress(address);
    const client = new ApiClient(langsmithApi(address, context), context);
    try {
      const dataset = await LangsmithDataset.find(client, name, address);
      const examples = new Map<string, string>();
      for (const [id, example] of await dataset.examples())
        for (const alias of [id, rowId(example) ?? id]) examples.set(alias, id);
      return new ExperimentTarget(client, address, dataset.id, examples, context.now);
    } catch (error) {
      if (error instanceof LangsmithFailure) throw new UserError([error.issue]);
      throw error;
    }
  }

  /**
   * Writes results as an experiment. Its name ends with a hash of the results, and all ids follow from it: the same
   * results twice are one experiment, and a push that broke off goes on.
   */
  async push(prefix: string, results: readonly ExperimentRun[]): Promise<ExperimentOutcome> {
    const matched = results.filter((result) => this.#examples.has(result.case));
    const missing = results
      .filter((result) => !this.#examples.has(result.case))
      .map((result) => result.case);
    const name = `${prefix}-${hashResults(results)}`;
    try {
      const session = await this.#openSession(name, matched.length);
      const place = (result: ExperimentRun) => ({
        id: uuid5(session, `${result.case}\u0000${result.run}`),
        session,
        example: this.#examples.get(result.case)!,
        now: this.#now(),
      });
      const there = await this.#runsOf(session);
      const runs = matched
        .map((result) => runOf(result, place(result)))
        .filter(({ id }) => !there.has(id));
      for (let at = 0; at < runs.length; at += BATCH_RUNS) {
        const body = { post: runs.slice(at, at + BATCH_RUNS), patch: [] } as unknown as Json;
        await this.#ask({ path: '/api/v1/runs/batch', body });
      }
      const scored = await this.#feedbackOf(matched.map((result) => place(result).id));
      const feedback = matched
        .flatMap((result) => feedbackOf(result, place(result)))
        .filter(({ id }) => !scored.has(id));
      await this.#sendAll(feedback);
      const body = { end_time: this.#now().toISOString() };
      await this.#ask({ path: `/api/v1/sessions/${session}`, body, method: 'PATCH' });
      return {
        ok: true,
        experiment: name,
        runs: runs.length,
        scores: feedback.length,
        missing: [...new Set(missing)],
      };
    } catch (error) {
      if (error instanceof LangsmithFailure) return { ok: false, issue: error.issue };
      throw error;
    }
  }

  /** The session of an experiment: the one of this name, otherwise a new one. */
  async #openSession(name: string, runs: number): Promise<string> {
    const query = { name, reference_dataset: this.#dataset, limit: '1' };
    const find = async (): Promise<string | null> => {
      const sessions = await this.#ask({ path: '/api/v1/sessions', query });
      const [first] = Array.isArray(sessions) ? (sessions as readonly Json[]) : [];
      return isJsonObject(first) && first.name === name && typeof first.id === 'string'
        ? first.id
        : null;
    };
    const existing = await find();
    if (existing !== null) return existing;
    const body = {
      id: uuid5(this.#dataset, name),
      name,
      description: 'Pushed by whichtool.',
      reference_dataset_id: this.#dataset,
      start_time: this.#now().toISOString(),
      num_examples: runs,
      extra: { metadata: { source: 'whichtool' } },
    };
    try {
      const made = await this.#ask({ path: '/api/v1/sessions', body });
      if (isJsonObject(made) && typeof made.id === 'string') return made.id;
    } catch (error) {
      if (!(error instanceof LangsmithFailure) || !error.isTaken) throw error;
      const taken = await find();
      if (taken !== null) return taken;
    }
    throw unusable(this.#address, 'no id of the experiment');
  }

  async #runsOf(session: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (let cursor: Json = null; ;) {
      const body = {
        session: [session],
        is_root: true,
        select: ['id'],
        limit: PAGE_SIZE,
        ...(cursor === null ? {} : { cursor }),
      };
      const page = await this.#ask({ path: '/api/v1/runs/query', body });
      const runs = isJsonObject(page) ? page.runs : null;
      if (!Array.isArray(runs)) throw unusable(this.#address, 'no list of runs');
      const before = ids.size;
      addIds(runs as readonly Json[], ids);
      const { cursors } = page as JsonObject;
      cursor = isJsonObject(cursors) ? (cursors.next ?? null) : null;
      if (cursor === null || ids.size === before) return ids;
    }
  }

  /** The ids of the scores that runs have. */
  async #feedbackOf(runs: readonly string[]): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (let at = 0; at < runs.length; at += BATCH_RUNS) {
      const batch = runs.slice(at, at + BATCH_RUNS);
      for (let offset = 0; ; offset += PAGE_SIZE) {
        const query = { run: batch, limit: `${PAGE_SIZE}`, offset: `${offset}` };
        const page = await this.#ask({ path: '/api/v1/feedback', query });
        if (!Array.isArray(page)) throw unusable(this.#address, 'no list of feedback');
        const before = ids.size;
        addIds(page as readonly Json[], ids);
        if (page.length < PAGE_SIZE || ids.size === before) break;
      }
    }
    return ids;
  }

  async #sendAll(feedback: readonly JsonObject[]): Promise<void> {
    for (let at = 0; at < feedback.length; at += AT_ONCE)
      await Promise.all(
        feedback.slice(at, at + AT_ONCE).map(async (body) => {
          try {
            await this.#ask({ path: '/api/v1/feedback', body });
          } catch (error) {
            // One that was taken but whose answer was lost is there when it is sent again.
            if (!(error instanceof LangsmithFailure) || !error.isTaken) throw error;
          }
        }),
      );
  }

  async #ask(request: Parameters<typeof ask>[2]): Promise<Json> {
    return await ask(this.#client, this.#address, request);
  }
}

/** Times are not among the results: the same answers a second later are the same. */
function hashResults(results: readonly ExperimentRun[]): string {
  const parts = results.map(({ startedAt: _start, durationMs: _duration, ...result }) => result);
  return sha256(canonicalJson(parts)).slice(0, 8);
}

function addIds(list: readonly Json[], ids: Set<string>): void {
  for (const item of list)
    if (isJsonObject(item) && typeof item.id === 'string') ids.add(item.id.toLowerCase());
}
