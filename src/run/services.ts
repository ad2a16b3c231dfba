import type { Services } from '#core';
import { loadLinearRegex, type ScorerPlan } from '#suite';

type Validate = (value: unknown) => string | null;

/** What the scorers need from outside the core; costly parts are loaded only for a plan that needs them. */
export async function loadServices(scorers: readonly ScorerPlan[]): Promise<Services> {
  const regex = scorers.some(mayUsePatterns) ? { regex: await loadLinearRegex() } : {};
  const checks = scorers.some(({ scorer }) => scorer.name === 'call_checks');
  return checks ? { ...regex, validator: await loadValidator() } : regex;
}

/** Patterns stand in the expected calls of a suite, or come with the rows. */
function mayUsePatterns({ options, templates }: ScorerPlan): boolean {
  return (
    templates.has('expected') || mentions((options as { expected?: unknown }).expected, '$matches')
  );
}

function mentions(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, key) || Object.values(value).some((one) => mentions(one, key));
}

const DRAFT_07 = /draft-0[4-7]/;

/** JSON Schema validation by ajv: no network, `format` not asserted, the dialect chosen by `$schema`. */
async function loadValidator(): Promise<(schema: unknown) => Validate | null> {
  const [{ Ajv2020 }, { Ajv }, { RE2JS }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv'),
    import('re2js'),
  ]);
  // A pattern in a schema comes with the trace: it runs in linear time or not at all.
  const regExp = Object.assign(
    (pattern: string) => {
      const compiled = RE2JS.compile(pattern);
      return { test: (text: string) => compiled.matcher(text).find() };
    },
    { code: 'new RegExp' },
  );
  const options = {
    strict: false,
    validateFormats: false,
    logger: false,
    code: { regExp },
  } as const;
  const known = new Map<string, Validate | null>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const found = known.get(text);
    if (found !== undefined) return found;
    let validate: Validate | null = null;
    try {
      const dialect =
        typeof schema === 'object' && schema !== null && '$schema' in schema
          ? String(schema.$schema)
          : '';
      const compiled = new (DRAFT_07.test(dialect) ? Ajv : Ajv2020)(options).compile(
        schema as object,
      );
      validate = (value) => {
        if (compiled(value)) return null;
        const error = compiled.errors?.[0];
        return `at ${error?.instancePath === '' ? '/' : (error?.instancePath ?? '/')}: ${error?.message ?? 'invalid'}`;
      };
    } catch {
      // A schema that cannot be compiled says nothing about the arguments.
    }
    known.set(text, validate);
    return validate;
  };
}
