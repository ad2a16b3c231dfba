import { suiteJsonSchema } from '#schema';
import { print } from '../output/output.ts';

/** Prints the JSON Schema of a suite. */
export async function printSchema(): Promise<void> {
  await print([`${JSON.stringify(suiteJsonSchema(), null, 2)}\n`]);
}
