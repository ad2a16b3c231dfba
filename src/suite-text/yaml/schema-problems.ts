import { ExactNumber, SCORERS } from '#core';
import { type Finding, matcher, type Path, type Schema, suiteSchema } from '#schema';
import { formatScalar } from './compose.ts';
import type { Scalar } from './resolve-scalar.ts';
import type { Problems } from '../problems/problems.ts';
import { hintForForeignKey, operatorOf } from '../problems/foreign-keys.ts';
import { hintFor } from '../problems/hint-for.ts';
import { hintForCommand, hintForGate } from '../problems/hint-for-value.ts';

/** Says in a suite's own words what its schema found. */
export function addSchemaProblem(
  finding: Finding,
  plainSource: (path: Path) => string | null,
  problems: Problems,
): void {
  const { problem, path, key = '' } = finding;
  if (problem === 'unknown_key') addUnknownKey(finding, [...path, key], problems);
  else if (problem === 'missing_key') {
    // Said of the key, so that what only follows from its absence is left out.
    const message = `${placeName(path)} needs \`${key}\``;
    problems.error('SUITE_MISSING_KEY', [...path, key], message, hintForMissing(finding));
  } else if (problem === 'type') addWrongType(finding, plainSource(path), problems);
  else addWrongValue(finding, problems);
}

function hintForMissing({ schema, path, key = '', value }: Finding): string | undefined {
  const [first = ''] = Object.keys(value as object);
  if (path.at(-2) === 'scorers' && schema.enum?.includes(first)) return `write - type: ${first}`;
  const isNamedHere = (hint: string | undefined): boolean => hint?.includes(` \`${key}\``) === true;
  const foreign = Object.keys(value as object).map((other) => hintForForeignKey(other, path));
  return foreign.find(isNamedHere) ?? schema.properties?.[key]?.description;
}

function addUnknownKey(finding: Finding, at: Path, problems: Problems): void {
  const { schema, path, key = '' } = finding;
  const keys = Object.keys(schema.properties ?? {});
  if (schema === matcher) {
    const operator = operatorOf(key);
    const hint = (): string | undefined =>
      operator === null
        ? hintFor(key, keys, 'operators are')
        : `write "${operator}"${plainText(finding.value)}`;
    problems.keyError('SUITE_GATE_OPERATOR', at, `unknown operator "${key}"`, hint);
    return;
  }
  const isGate = key === 'expect' && path.includes('scorers');
  const hint = (): string | undefined =>
    isGate
      ? "gates stand in the eval's own `expect`"
      : (hintForForeignKey(key, path) ??
        hintForScorer(key, path) ??
        hintFor(key, keys, 'known here'));
  problems.keyError('SUITE_UNKNOWN_KEY', at, `unknown key "${key}" in ${placeName(path)}`, hint);
}

/** In an eval scorers are a list, in a test they are blocks. */
function hintForScorer(key: string, path: Path): string | undefined {
  const isScorer = SCORERS.some(({ name }) => name === key);
  return isScorer && path.at(-2) === 'evals'
    ? `write it under \`scorers\`: - type: ${key}`
    : undefined;
}

function addWrongType(finding: Finding, source: string | null, problems: Problems): void {
  const { schema, path, value } = finding;
  const name = placeName(path);
  if (acceptsText(schema) && isScalar(value) && source !== null && source !== '') {
    const message = `${source} is read as ${formatScalar(value)}, and ${name} takes text`;
    problems.error('SUITE_QUOTE_THIS', path, message, `write "${source}"`);
    return;
  }
  if (value === null && path.length === 1 && (path[0] === 'tests' || path[0] === 'evals')) {
    problems.keyError('SUITE_EMPTY', path, `there is nothing in ${name}`);
    return;
  }
  const message = `${name} takes ${typeWords(schema)}, not ${describe(value)}`;
  const hint = hintForType(finding, source) ?? schema.description;
  problems.error('SUITE_TYPE', path, message, hint);
}

/** How to write what was probably meant. */
function hintForType({ schema, path, value }: Finding, source: string | null): string | undefined {
  if (schema === matcher && (typeof value === 'number' || typeof value === 'string')) {
    return hintForGate(String(value)) ?? `write { ">=": ${value} }`;
  }
  if (typeof value === 'string' && path.at(-2) === 'expect') return hintForGate(value);
  if (typeof value === 'string' && path.at(-1) === 'command') return hintForCommand(value);
  if (schema.type === 'array') {
    if (!isScalar(value)) return 'put a dash before each entry';
    return source === null || source === '' ? undefined : `write [${source}]`;
  }
  if (typeof value !== 'string') return undefined;
  if (path.at(-2) === 'scorers') return `write - type: ${value}`;
  if (/^(?:yes|on)$/i.test(value)) return 'write true';
  return /^(?:no|off)$/i.test(value) ? 'write false' : undefined;
}

/** A number or a text as the hint repeats it; empty for other values. */
function plainText(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? `: ${value}` : '';
}

function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value !== 'object' || value instanceof ExactNumber;
}

function describe(value: unknown): string {
  if (isScalar(value)) return formatScalar(value);
  return Array.isArray(value) ? 'a list' : 'a map';
}

function addWrongValue(finding: Finding, problems: Problems): void {
  const { schema, path, value } = finding;
  const name = placeName(path);
  const say = (message: string, hint?: string): void =>
    problems.error('SUITE_VALUE', path, `${name} ${message}`, hint);
  if (Array.isArray(value)) {
    if (schema.minItems === schema.maxItems)
      say(`takes ${schema.minItems} values, not ${value.length}`);
    else say('must not be empty', schema.description);
  } else if (typeof value === 'number') say(`must be at least ${schema.minimum}, not ${value}`);
  else if (value === '') say('must not be empty');
  else if (typeof value === 'string') {
    const words = schema.enum ?? [];
    say(`cannot be ${JSON.stringify(value)}`, hintFor(value, words, 'it is one of'));
  } else say(`can only be ${String(schema.const)}`);
}

const SINGULAR: ReadonlyMap<string | number | undefined, string> = new Map([
  ['tests', 'a test'],
  ['evals', 'an eval'],
  ['classes', 'a class'],
  ['members', 'a member'],
  ['scorers', 'a scorer'],
  ['expect', 'a gate'],
  ['expected', 'an expected call'],
  ['unwrap', 'an unwrap rule'],
  ['agents', 'an agent'],
  ['servers', 'a server'],
  ['neutral', 'a tool'],
  ['forbidden', 'a tool'],
  ['function_calls', 'a tool'],
]);

/** What is at a path, as a message names it. */
function placeName(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'the suite';
  const above = path.at(-2);
  const isOwnName = typeof last === 'number' || above === 'agents' || above === 'servers';
  if (isOwnName) return SINGULAR.get(above) ?? `an entry of \`${above}\``;
  return `\`${last}\``;
}

function acceptsText(schema: Schema): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some(acceptsText);
  return schema.type === 'string' || typeof schema.const === 'string';
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'nothing',
  array: 'a list',
  object: 'a map',
};

function typeWords(schema: Schema): string {
  if (schema === suiteSchema) return 'a map of keys such as `tests`';
  const names =
    schema.anyOf?.map(typeWords) ??
    (schema.const === undefined
      ? [schema.type ?? []].flat().map((type) => TYPE_WORDS[type] ?? type)
      : [String(schema.const)]);
  return [...new Set(names)].join(' or ');
}
