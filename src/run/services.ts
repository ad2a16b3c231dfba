import type { Services } from '#core';
import { linearRegex } from '#suite';

type Validate = (value: unknown) => string | null;

/** What scorers need from outside the core. Costly parts are loaded by `prepareServices` when a plan needs them. */
export async function loadServices(needs: { readonly validator: boolean }): Promise<Services> {
  return needs.validator
    ? { regex: linearRegex, validator: await loadValidator() }
    : { regex: linearRegex };
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
