import { type Issue, type JsonObject, stringifyJson } from '#core';
import { ApiClient, type ApiContext, langsmithApi } from '#platform';
import type { DatasetVersion } from '../versions/dataset-version.ts';
import { rowsOf } from '../versions/version-files.ts';
import { LangsmithDataset, LangsmithFailure } from './langsmith-dataset.ts';
import { parseLangsmithAddress } from './langsmith-address.ts';
import {
  exampleOf,
  isSame,
  type LangsmithExample,
  replacing,
  schemaOf,
} from './langsmith-example.ts';

/** What a push did, or how far it came. */
export type PushOutcome =
  | {
      readonly ok: true;
      readonly dataset: { readonly name: string; readonly id: string; readonly isNew: boolean };
      readonly created: number;
      readonly updated: number;
      readonly unchanged: number;
      /** Examples that are there and not in this version; they are left as they are. */
      readonly others: number;
    }
  | {
      readonly ok: false;
      readonly issue: Issue;
      /** Rows that were written before it failed. */
      readonly written: number;
    };

/** What has to be written so that the dataset has every row. */
interface Plan {
  readonly create: readonly JsonObject[];
  readonly update: readonly JsonObject[];
  readonly unchanged: number;
  readonly others: number;
}

const ROUNDS = 3;

/**
 * Writes the rows of a version to `langsmith://name` so that they are there once, however often it is done. A set-up
 * that cannot work (no key, no such address) is thrown as a UserError.
 */
export async function pushVersion(
  version: DatasetVersion,
  address: string,
  context: ApiContext,
): Promise<PushOutcome> {
  const name = parseLangsmithAddress(address);
  const client = new ApiClient(langsmithApi(address, context), context);
  let written = 0;
  try {
    const dataset = await LangsmithDataset.open(client, name, address);
    const rows = rowsOf(version);
    const schema = schemaOf(rows);
    const ours = rows.map((row) => exampleOf(row, version.id, dataset.id, schema));
    const first = planPush(ours, await dataset.examples());
    let plan = first;
    for (let round = 1; ; round++) {
      try {
        for (const batch of batchesOf(plan.create)) {
          await dataset.create(batch);
          written += batch.length;
        }
        for (const batch of batchesOf(plan.update)) {
          await dataset.update(batch);
          written += batch.length;
        }
        break;
      } catch (error) {
        // A batch that was taken but whose answer was lost is there when it is sent again.
        if (!(error instanceof LangsmithFailure) || !error.isTaken || round === ROUNDS) throw error;
        plan = planPush(ours, await dataset.examples());
      }
    }
    return {
      ok: true,
      dataset: { name, id: dataset.id, isNew: dataset.isNew },
      created: first.create.length,
      updated: first.update.length,
      unchanged: first.unchanged,
      others: first.others,
    };
  } catch (error) {
    if (!(error instanceof LangsmithFailure)) throw error;
    return { ok: false, issue: error.issue, written };
  }
}

function planPush(ours: readonly LangsmithExample[], there: ReadonlyMap<string, JsonObject>): Plan {
  const create: JsonObject[] = [];
  const update: JsonObject[] = [];
  let unchanged = 0;
  for (const example of ours) {
    const theirs = there.get(example.id);
    if (theirs === undefined) create.push({ ...example });
    else if (isSame(theirs, example)) unchanged += 1;
    else update.push(replacing(theirs, example));
  }
  return { create, update, unchanged, others: there.size - update.length - unchanged };
}

const BATCH_ROWS = 100;
const BATCH_CHARACTERS = 4_000_000;

/** Batches that one request can carry: LangSmith takes some 20 MB. */
function* batchesOf(examples: readonly JsonObject[]): Generator<readonly JsonObject[]> {
  let batch: JsonObject[] = [];
  let length = 0;
  for (const example of examples) {
    const more = stringifyJson(example).length;
    if (batch.length === BATCH_ROWS || (batch.length > 0 && length + more > BATCH_CHARACTERS)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(example);
    length += more;
  }
  if (batch.length > 0) yield batch;
}
