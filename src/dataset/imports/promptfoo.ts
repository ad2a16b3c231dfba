// promptfoo tests: `{ vars, assert }`, alone or under `tests` of a configuration in JSON (0.100 and later).
import { isJsonObject, type Json, type JsonObject } from '#core';
import { expectedCalls, type ForeignDataset, listAt, memberOf } from './foreign-dataset.ts';

export const promptfoo: ForeignDataset = {
  id: 'promptfoo',
  title: 'promptfoo tests',
  isRow: (row) => isTest(row) || listAt(row, 'tests').some(isTest),
  toRows: (row) => (isTest(row) ? [row] : listAt(row, 'tests')).filter(isJsonObject).map(toRow),
};

function isTest(value: Json): boolean {
  return isJsonObject(memberOf(value, 'vars')) && Array.isArray(memberOf(value, 'assert'));
}

function toRow(test: JsonObject): JsonObject {
  const vars = isJsonObject(test.vars) ? test.vars : {};
  const only = Object.keys(vars).length === 1 ? Object.values(vars)[0] : undefined;
  const labels = listAt(test, 'assert').map(callsOf);
  const calls = labels.find((found) => found !== undefined);
  return { input: only ?? vars, ...(calls === undefined ? {} : { expected_calls: calls }) };
}

/** The calls that an assertion asks for, of the kinds that say so by name. */
function callsOf(assertion: Json): readonly JsonObject[] | undefined {
  const value = memberOf(assertion, 'value') ?? null;
  switch (memberOf(assertion, 'type')) {
    case 'tool-call-f1':
    case 'trajectory:tool-used':
      return expectedCalls(namesIn(value));
    case 'trajectory:tool-sequence':
      return expectedCalls(Array.isArray(value) ? value : listAt(value, 'steps'));
    default:
      return undefined;
  }
}

function namesIn(value: Json): readonly Json[] {
  if (typeof value === 'string') return value.split(',').map((name) => name.trim());
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}
