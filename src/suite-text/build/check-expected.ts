import {
  type ExpectedCall,
  type ExpectedCallSpec,
  isJsonObject,
  MARKER_TYPES,
  MARKERS,
  type Json,
  suggest,
  type ToolPattern,
  VALUE_MARKERS,
} from '#core';
import type { Path } from '#schema';
import type { Build } from './build.ts';
import { hintFor } from '../problems/hint-for.ts';

/** Looks at everything in expected calls that the schema cannot: names, markers, patterns, numbers. Returns those with a tool. */
export function checkExpectedCalls(
  calls: readonly ExpectedCallSpec[],
  path: Path,
  build: ExpectedBuild,
  isExpected: (tool: ToolPattern, path: Path) => void,
): readonly ExpectedCall[] {
  return calls.flatMap((call, index): ExpectedCall[] => {
    const at = [...path, index];
    if (call.args !== undefined) checkArguments(call.args, [...at, 'args'], build);
    const { tool = call.name, name } = call;
    if (tool === undefined) {
      build.problems.error('SUITE_MISSING_KEY', at, '`tool` is missing');
      return [];
    }
    if (name !== undefined && call.tool !== undefined)
      build.problems.error('SUITE_VALUE', at, 'a call has `tool` or `name`, which mean the same');
    isExpected(tool, [...at, name === undefined ? 'tool' : 'name']);
    return [isJsonObject(call.args) ? { tool, args: call.args } : { tool }];
  });
}

/** What a check of expected calls needs: the suite, and the day that relative dates count from. */
interface ExpectedBuild extends Build {
  readonly today: string | null;
}

function checkArguments(value: unknown, path: Path, build: ExpectedBuild): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    build.problems.error('SUITE_VALUE', path, 'arguments are JSON, which has no such number');
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => checkArguments(item, [...path, index], build));
  } else if (isJsonObject(value)) checkObject(value, path, build);
}

function checkObject(
  value: Readonly<Record<string, unknown>>,
  path: Path,
  build: ExpectedBuild,
): void {
  const keys = Object.keys(value);
  const [key] = keys;
  const marker = keys.length === 1 && key !== undefined ? nearMarker(key) : null;
  if (marker === null || key === undefined) {
    for (const argument of keys) checkArguments(value[argument], [...path, argument], build);
  } else if (marker === key) checkMarker(key, value[key], [...path, key], build);
  else {
    const message = `"${key}" is not a marker`;
    const hint = `did you mean "${marker}"? For data with such a key write { $literal: { "${key}": … } }`;
    build.problems.keyError('SUITE_UNKNOWN_MARKER', [...path, key], message, hint);
  }
}

/** The marker that the only key of an object is, or nearly is; without the `$` it is data. */
function nearMarker(key: string): string | null {
  return key.startsWith('$') ? suggest(key, MARKERS) : null;
}

function checkMarker(marker: string, value: unknown, path: Path, build: ExpectedBuild): void {
  const { problems } = build;
  switch (marker) {
    case '$any_of':
      if (!Array.isArray(value) || value.length === 0) {
        problems.error('SUITE_VALUE', path, '$any_of takes a list of at least one value');
      } else value.forEach((item, index) => checkArguments(item, [...path, index], build));
      break;
    case '$type':
      if (typeof value !== 'string' || !MARKER_TYPES.includes(value)) {
        const hint = hintFor(String(value), MARKER_TYPES, 'types are');
        problems.error('SUITE_VALUE', path, '$type takes the name of a JSON type', hint);
      }
      break;
    case '$matches':
      checkPattern(value, path, build);
      break;
    case '$optional':
      checkArguments(value, path, build);
      break;
    case '$literal':
      break;
    default: {
      const compiled = VALUE_MARKERS.get(marker)?.(value as Json, build.today);
      if (compiled !== undefined && 'fault' in compiled)
        problems.error('SUITE_VALUE', path, compiled.fault);
    }
  }
}

/** The test of a pattern, compiled once to see that it can be. */
export function checkPattern(
  value: unknown,
  path: Path,
  build: Pick<Build, 'problems' | 'context'>,
): ((text: string) => boolean) | null {
  const { problems } = build;
  const { regex } = build.context;
  if (typeof value !== 'string') {
    problems.error('SUITE_TYPE', path, '$matches takes a regular expression as text');
    return null;
  }
  // The engine is loaded where `$matches` is written; without it the schema has reported the missing key.
  if (regex === null) return null;
  try {
    return regex(value);
  } catch (error) {
    const hint = 'patterns have RE2 syntax and are found anywhere in the text';
    problems.error(
      'SUITE_REGEX',
      path,
      error instanceof Error ? error.message : String(error),
      hint,
    );
    return null;
  }
}
