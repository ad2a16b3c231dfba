import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { type Dialect, hasKeyword } from './dialect.ts';

/** Whether a value can be a schema at all. */
export function isSchema(value: Json | undefined): value is JsonObject | boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** The keywords of one schema object, by the shape they must have: null where they are absent or of another shape. */
export class SchemaFields {
  readonly dialect: Dialect;
  readonly #schema: JsonObject;

  constructor(schema: JsonObject, dialect: Dialect) {
    this.#schema = schema;
    this.dialect = dialect;
  }

  hasAny(keywords: readonly string[]): boolean {
    return keywords.some((keyword) => Object.hasOwn(this.#schema, keyword));
  }

  value(keyword: string): Json | undefined {
    return Object.hasOwn(this.#schema, keyword) && hasKeyword(this.dialect, keyword)
      ? this.#schema[keyword]
      : undefined;
  }

  text(keyword: string): string | null {
    const value = this.value(keyword);
    return typeof value === 'string' ? value : null;
  }

  number(keyword: string): number | ExactNumber | null {
    const value = this.value(keyword);
    return typeof value === 'number' || value instanceof ExactNumber ? value : null;
  }

  /** A whole number, not negative. */
  count(keyword: string): number | null {
    const value = this.value(keyword);
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
  }

  list(keyword: string): readonly Json[] | null {
    const value = this.value(keyword);
    return Array.isArray(value) ? (value as readonly Json[]) : null;
  }

  object(keyword: string): readonly (readonly [string, Json])[] | null {
    const value = this.value(keyword);
    return isJsonObject(value) ? Object.entries(value) : null;
  }

  schema(keyword: string): JsonObject | boolean | null {
    const value = this.value(keyword);
    return isSchema(value) ? value : null;
  }
}

/** The texts of a list. */
export function textsOf(list: readonly Json[]): readonly string[] {
  return list.filter((item) => typeof item === 'string');
}
