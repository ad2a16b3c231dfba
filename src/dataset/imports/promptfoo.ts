// promptfoo tests: `{ vars, assert }`, alone or under `tests` of a configuration in YAML or JSON (0.100 and later).
import { isJsonObject, type Json, type JsonObject } from '#core';
import { type ForeignDataset, listAt, memberOf } from './foreign-dataset.ts';
import type { ImportLog } from './import-log.ts';
import { callsOf, flatten } from './promptfoo-assertions.ts';
import { combineVars } from './promptfoo-vars.ts';

export const promptfoo: ForeignDataset = {
  id: 'promptfoo',
  title: 'promptfoo tests',
  isRow: (row) => isTest(row) || isConfiguration(row),
  toRows: (row, log) => {
    if (!Object.hasOwn(row, 'tests')) return toRows(row, {}, log);
    const { tests = null, defaultTest = null } = row;
    if (typeof defaultTest === 'string') log.referTo(defaultTest);
    if (listAt(row, 'scenarios').length > 0) log.lose('scenarios');
    const all = Array.isArray(tests) ? (tests as readonly Json[]) : [tests];
    return all.flatMap((test) => {
      const elsewhere = typeof test === 'string' ? test : memberOf(test, 'path');
      if (typeof elsewhere === 'string') log.referTo(elsewhere);
      return isJsonObject(test) ? toRows(test, defaultTest, log) : [];
    });
  },
};

const CONFIGURATION_KEYS = ['prompts', 'providers', 'targets', 'defaultTest'];

function isConfiguration(row: JsonObject): boolean {
  const tests = memberOf(row, 'tests');
  if (!Array.isArray(tests) && typeof tests !== 'string') return false;
  return (
    listAt(row, 'tests').some(isTest) || CONFIGURATION_KEYS.some((key) => Object.hasOwn(row, key))
  );
}

function isTest(value: Json): boolean {
  return isJsonObject(memberOf(value, 'vars')) || Array.isArray(memberOf(value, 'assert'));
}

function toRows(test: JsonObject, defaults: Json, log: ImportLog): readonly JsonObject[] {
  const takesDefaults = memberOf(memberOf(test, 'options'), 'disableDefaultAsserts') !== true;
  // What a test says of itself is closer to it than what all of them have.
  const assertions = flatten([
    ...listAt(test, 'assert'),
    ...(takesDefaults ? listAt(defaults, 'assert') : []),
  ]);
  const testVars = memberOf(test, 'vars');
  return combineVars(memberOf(defaults, 'vars'), testVars, log).map((vars) => {
    const only = Object.keys(vars).length === 1 ? Object.values(vars)[0] : undefined;
    const calls = callsOf(assertions, vars, log);
    return { input: only ?? vars, ...(calls === undefined ? {} : { expected_calls: calls }) };
  });
}
