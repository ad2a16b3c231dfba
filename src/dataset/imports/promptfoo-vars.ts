import { isJsonObject, type Json, type JsonObject } from '#core';
import type { ImportLog } from './import-log.ts';

const MAX_COMBINATIONS = 10_000;

/** The variables of a test over those of `defaultTest`, once for every combination of the lists of texts among them. */
export function combineVars(
  defaults: Json | undefined,
  testVars: Json | undefined,
  log: ImportLog,
): readonly JsonObject[] {
  for (const vars of [defaults, testVars]) if (typeof vars === 'string') log.referTo(vars);
  const vars: JsonObject = {
    ...(isJsonObject(defaults) ? defaults : {}),
    ...(isJsonObject(testVars) ? testVars : {}),
  };
  let combinations: readonly [string, Json][][] = [[]];
  for (const [key, value] of Object.entries(vars)) {
    const values = alternatives(value);
    for (const alternative of values) if (isReference(alternative)) log.referTo(alternative);
    if (combinations.length * values.length > MAX_COMBINATIONS) {
      const hint = 'write the tests out that are meant';
      log.addFault(`the lists of a test make more than ${MAX_COMBINATIONS} combinations`, hint);
      return [];
    }
    combinations = combinations.flatMap((before) =>
      values.map((alternative): [string, Json][] => [...before, [key, alternative]]),
    );
  }
  return combinations.map((entries) => Object.fromEntries(entries));
}

/** promptfoo tries every text of a list; a list of something else is one value. */
function alternatives(value: Json): readonly Json[] {
  const list = Array.isArray(value) ? (value as readonly Json[]) : [];
  return typeof list[0] === 'string' ? list : [value];
}

/** Whether a value represents the content of a file. */
function isReference(value: Json | undefined): value is string {
  return typeof value === 'string' && value.startsWith('file://');
}
