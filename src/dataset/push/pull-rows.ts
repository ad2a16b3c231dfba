import { type JsonObject, UserError } from '#core';
import { ApiClient, type ApiContext, langsmithApi } from '#platform';
import { ImportLog } from '../imports/import-log.ts';
import { langsmith } from '../imports/langsmith.ts';
import { parseLangsmithAddress } from './langsmith-address.ts';
import { LangsmithDataset, LangsmithFailure } from './langsmith-dataset.ts';

/** The rows of the dataset `langsmith://name`, by the ids of its examples. Throws a UserError where it cannot be read. */
export async function pullRows(
  address: string,
  context: ApiContext,
): Promise<readonly JsonObject[]> {
  const name = parseLangsmithAddress(address);
  const client = new ApiClient(langsmithApi(address, context), context);
  try {
    const dataset = await LangsmithDataset.find(client, name, address);
    const examples = [...(await dataset.examples()).values()];
    return examples.flatMap((example) => langsmith.toRows(example, new ImportLog()));
  } catch (error) {
    if (error instanceof LangsmithFailure) throw new UserError([error.issue]);
    throw error;
  }
}
