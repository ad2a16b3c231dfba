import { suggest, UserError, type Issue } from '#core';
import { check, type Finding, type Schema } from '#schema';

/** Throws a UserError that names every option of the wrong shape by its path. */
export function checkOptions(schema: Schema, value: unknown, name: string): void {
  const findings = check(schema, value);
  if (findings.length > 0) throw new UserError(findings.map((finding) => issueOf(finding, name)));
}

function issueOf({ problem, path, key = '', schema, value }: Finding, name: string): Issue {
  const at = [name, ...path].join('.');
  const say = (message: string, hint?: string): Issue => ({
    code: 'LIBRARY_OPTION',
    severity: 'error',
    message,
    where: null,
    ...(hint === undefined ? {} : { hint }),
  });
  if (problem === 'missing_key') return say(`${at} needs ${key}`);
  if (problem === 'unknown_key') {
    const near = suggest(key, Object.keys(schema.properties ?? {}));
    const hint = near === null ? '' : `; did you mean "${near}"?`;
    return say(`${at} has an unknown key "${key}"${hint}`);
  }
  if (problem === 'type') return say(`${at} takes ${typeOf(schema)}, not ${kindOf(value)}`);
  if (schema.enum !== undefined) return say(`${at} is one of ${schema.enum.join(', ')}`);
  return say(`${at} cannot be ${JSON.stringify(value) ?? kindOf(value)}`);
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  null: 'null',
  array: 'an array',
  object: 'an object',
};

function typeOf(schema: Schema): string {
  const names = schema.anyOf?.map(typeOf) ?? [
    schema.const === undefined
      ? [schema.type ?? 'object']
          .flat()
          .map((type) => TYPES[type] ?? type)
          .join(' or ')
      : String(schema.const),
  ];
  return [...new Set(names)].join(' or ');
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return TYPES[typeof value] ?? `a ${typeof value}`;
}
