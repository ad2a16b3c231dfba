import { isJsonObject, type Json } from '../json/json.ts';
import { MAX_JSON_DEPTH } from '../json/parsed-json.ts';
import { ACCEPT, type Check, REFUSE, UNKNOWN } from './check.ts';
import { pointerOf } from './failure.ts';
import type { CompileRegex } from './patterns.ts';
import { SchemaCompiler } from './schema-compiler.ts';
import { LimitReached, Validation } from './validation.ts';

/** Where a value first breaks a schema, and how. */
interface SchemaViolation {
  /** JSON pointer into the value; empty for the value itself. */
  readonly pointer: string;
  /** What the value there must be, such as `must be string`. */
  readonly message: string;
}

/** A schema made ready to judge values. */
export interface CompiledSchema {
  /** The first violation in reading order of the value; null when there is none, or when `gaveUp`. */
  validate(value: Json): SchemaViolation | null;
  /** The last value was not judged: it took too many steps, or value or schema is too deep or too large. */
  readonly gaveUp: boolean;
  /**
   * Whether the last result is certain. A violation always is; its absence is not where validation gave up or met a
   * part of the schema that cannot be judged: an unsupported pattern, a reference that leads nowhere, an unknown type,
   * a keyword of a shape that it cannot have.
   */
  readonly isSure: boolean;
}

/**
 * Makes a JSON Schema ready: 2020-12, or the older draft that its `$schema` names. The schema is interpreted, never
 * turned into code, and nothing is fetched. What cannot be read or found constrains nothing, and the result is then not `isSure`.
 * Patterns are tested by `regex`, which should take linear time.
 */
export function compileSchema(schema: Json, regex?: CompileRegex): CompiledSchema {
  const check = sizeOf(schema) > LARGEST ? null : compileRoot(schema, regex ?? null);
  let gaveUp = check === null;
  let isSure = !gaveUp;
  return {
    get isSure() {
      return isSure;
    },
    get gaveUp() {
      return gaveUp;
    },
    validate: (value) => {
      if (check === null) return null;
      try {
        gaveUp = false;
        const validation = new Validation();
        const failure = check(value, validation, null);
        isSure = failure !== null || !validation.unsure;
        return failure === null ? null : { pointer: pointerOf(failure), message: failure.message };
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
        gaveUp = true;
        isSure = false;
        return null;
      }
    },
  };
}

function compileRoot(schema: Json, regex: CompileRegex | null): Check {
  if (isJsonObject(schema)) return new SchemaCompiler(schema, regex).compileRoot();
  if (typeof schema !== 'boolean') return UNKNOWN;
  return schema ? ACCEPT : REFUSE;
}

/** How many values a schema may consist of. */
const LARGEST = 1_000_000;

/** How many values there are in this one, itself counted; infinite when it is nested too deep or has too many. */
function sizeOf(value: Json, depth: number = 0): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth > MAX_JSON_DEPTH) return Infinity;
  let size = 1;
  for (const inner of Object.values(value)) {
    size += sizeOf(inner as Json, depth + 1);
    if (size > LARGEST) return Infinity;
  }
  return size;
}
