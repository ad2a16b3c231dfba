import { isJsonObject, type Json, type JsonObject, UserError } from '#core';
import { readSheet, rowsError } from '#dataset';
import { loadYaml } from '#suite';

/** Reads the dataset of another tool: JSON, JSONL, CSV, or YAML by its name. Throws a UserError where it cannot. */
export async function readForeignRows(path: string): Promise<readonly JsonObject[]> {
  if (!/\.ya?ml$/i.test(path)) return (await readSheet(path)).map(({ value }) => value);
  const loaded = await loadYaml(path);
  if (!loaded.ok) throw new UserError(loaded.issues);
  const rows = Array.isArray(loaded.value) ? (loaded.value as readonly Json[]) : [loaded.value];
  if (rows.every(isJsonObject)) return rows;
  const message = 'the file holds neither a map nor a list of maps';
  throw rowsError(message, path);
}
