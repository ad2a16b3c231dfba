import { isJsonObject, type Json, type JsonObject } from '#core';
import { expectedCalls, listAt, memberOf } from './foreign-dataset.ts';
import type { ImportLog } from './import-log.ts';

/** The calls that assertions ask for: those of the first that names tools. All others are lost; code is never run. */
export function callsOf(
  assertions: readonly Json[],
  vars: JsonObject,
  log: ImportLog,
): readonly JsonObject[] | undefined {
  let expected: readonly JsonObject[] | undefined;
  for (const assertion of assertions) {
    const calls = expected === undefined ? callsIn(assertion, vars) : undefined;
    if (calls === undefined) log.lose(kindOf(assertion));
    else expected = calls;
  }
  return expected;
}

/** Assertions with those of sets in their place. */
export function flatten(assertions: readonly Json[]): readonly Json[] {
  return assertions.flatMap((assertion) =>
    memberOf(assertion, 'type') === 'assert-set'
      ? flatten(listAt(assertion, 'assert'))
      : [assertion],
  );
}

function kindOf(assertion: Json): string {
  const type = memberOf(assertion, 'type');
  return typeof type === 'string' ? type : '(no type)';
}

function callsIn(assertion: Json, vars: JsonObject): readonly JsonObject[] | undefined {
  const value = memberOf(assertion, 'value') ?? null;
  switch (kindOf(assertion)) {
    case 'tool-call-f1':
    case 'trajectory:tool-used':
      return namedCalls(namesIn(value, vars), vars);
    case 'trajectory:tool-sequence':
      return namedCalls(Array.isArray(value) ? value : listAt(value, 'steps'), vars);
    default:
      return undefined;
  }
}

function namesIn(value: Json, vars: JsonObject): readonly Json[] {
  if (typeof value === 'string')
    return (fill(value, vars) ?? '').split(',').map((name) => name.trim());
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** A pattern, or how often a tool may be called, is more than a name says: such a list is not read. */
function namedCalls(tools: readonly Json[], vars: JsonObject): readonly JsonObject[] | undefined {
  const names = tools.map((tool) => {
    const isBare = isJsonObject(tool) && Object.keys(tool).every((key) => key === 'name');
    const name = isBare ? tool.name : tool;
    return typeof name === 'string' ? fill(name, vars) : undefined;
  });
  return names.every((name) => name !== undefined) ? expectedCalls(names) : undefined;
}

/** A text with its `{{ variables }}` filled in; undefined where one is not text, or the template is more than that. */
function fill(text: string, vars: JsonObject): string | undefined {
  let isKnown = !text.startsWith('file://');
  const filled = text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = memberOf(vars, name);
    if (typeof value === 'string') return value;
    isKnown = false;
    return '';
  });
  return isKnown && !/\{[{%#]/.test(filled) ? filled : undefined;
}
