// Datasets of LangSmith: GET and POST /api/v1/datasets, GET /api/v1/examples, POST and PATCH /api/v1/examples/bulk (2024 to 2026).
import { isJsonObject, type Issue, type Json, type JsonObject } from '#core';
import {
  type ApiAnswer,
  type ApiClient,
  type ApiRequest,
  sourceError,
  sourceIssue,
} from '#platform';

const PAGE_SIZE = 100;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An answer of LangSmith that cannot be used; `isTaken` when what we would create is there already. */
export class LangsmithFailure extends Error {
  readonly issue: Issue;
  readonly isTaken: boolean;

  constructor(issue: Issue, isTaken: boolean) {
    super(issue.message);
    this.name = 'LangsmithFailure';
    this.issue = issue;
    this.isTaken = isTaken;
  }
}

/** A dataset of LangSmith; what fails is thrown as a LangsmithFailure. */
export class LangsmithDataset {
  readonly id: string;
  /** Whether it was made just now. */
  readonly isNew: boolean;
  readonly #client: ApiClient;
  readonly #label: string;

  private constructor(client: ApiClient, label: string, id: string, isNew: boolean) {
    this.#client = client;
    this.#label = label;
    this.id = id;
    this.isNew = isNew;
  }

  /** Finds a dataset by its name, and makes it where there is none. */
  static async open(client: ApiClient, name: string, label: string): Promise<LangsmithDataset> {
    const id = await findDataset(client, name, label);
    if (id !== null) return new LangsmithDataset(client, label, id, false);
    const body = { name, data_type: 'kv', description: 'Pushed by whichtool.' };
    try {
      const made = idOf(await ask(client, label, { path: '/api/v1/datasets', body }), name);
      if (made !== null) return new LangsmithDataset(client, label, made, true);
    } catch (error) {
      // Another process made it meanwhile, or we did and the answer was lost.
      if (!(error instanceof LangsmithFailure) || !error.isTaken) throw error;
      const taken = await findDataset(client, name, label);
      if (taken !== null) return new LangsmithDataset(client, label, taken, true);
    }
    throw unusable(label, 'no id of the dataset');
  }

  /** Finds a dataset by its name; one that is not there is a UserError. */
  static async find(client: ApiClient, name: string, label: string): Promise<LangsmithDataset> {
    const id = await findDataset(client, name, label);
    if (id !== null) return new LangsmithDataset(client, label, id, false);
    const hint = 'whichtool dataset push writes a version to a dataset of this name';
    throw sourceError('SOURCE_PROJECT', label, `LangSmith has no dataset "${name}"`, hint);
  }

  /** Every example that is there, by id. */
  async examples(): Promise<ReadonlyMap<string, JsonObject>> {
    const examples = new Map<string, JsonObject>();
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const query = { dataset: this.id, order: 'id', limit: `${PAGE_SIZE}`, offset: `${offset}` };
      const page = await ask(this.#client, this.#label, { path: '/api/v1/examples', query });
      if (!Array.isArray(page)) throw unusable(this.#label, 'no list of examples');
      const before = examples.size;
      for (const example of page as readonly Json[])
        if (isJsonObject(example) && typeof example.id === 'string')
          examples.set(example.id.toLowerCase(), example);
      // A server that gives the same page for ever must not hold us for ever.
      if (page.length < PAGE_SIZE || examples.size === before) return examples;
    }
  }

  async create(examples: readonly JsonObject[]): Promise<void> {
    await this.#write(examples);
  }

  async update(examples: readonly JsonObject[]): Promise<void> {
    await this.#write(examples, { method: 'PATCH' });
  }

  async #write(
    examples: readonly JsonObject[],
    how: { readonly method?: 'PATCH' } = {},
  ): Promise<void> {
    const body = examples.map((example) => ({ ...example, dataset_id: this.id }));
    await ask(this.#client, this.#label, { path: '/api/v1/examples/bulk', body, ...how });
  }
}

async function findDataset(client: ApiClient, name: string, label: string): Promise<string | null> {
  const query = { name, limit: '1' };
  const answer = await ask(client, label, { path: '/api/v1/datasets', query });
  if (!Array.isArray(answer)) throw unusable(label, 'no list of datasets');
  return idOf((answer as readonly Json[])[0], name);
}

function idOf(dataset: Json | undefined, name: string): string | null {
  if (!isJsonObject(dataset) || dataset.name !== name) return null;
  return typeof dataset.id === 'string' && UUID.test(dataset.id) ? dataset.id : null;
}

/** Sends a request; what fails is thrown as a LangsmithFailure. */
export async function ask(client: ApiClient, label: string, request: ApiRequest): Promise<Json> {
  const answer: ApiAnswer = await client.send(request);
  if (answer.ok) return answer.value;
  throw new LangsmithFailure({ ...answer.issue, where: { file: label } }, answer.status === 409);
}

/** An answer without what it must have. */
export function unusable(label: string, what: string): LangsmithFailure {
  return new LangsmithFailure(sourceIssue('SOURCE_FAILED', label, `LangSmith sent ${what}`), false);
}
