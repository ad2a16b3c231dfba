import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';

/** What a log says about all of its samples. */
export interface LogHeader {
  readonly model: string | null;
  readonly task: string | null;
  readonly solver: string | null;
  readonly tags: readonly Json[];
  /** `started`, `success`, `cancelled` or `error`. */
  readonly status: string | null;
  readonly error: string | null;
}

/** For samples without a log. */
export const NO_HEADER: LogHeader = {
  model: null,
  task: null,
  solver: null,
  tags: [],
  status: null,
  error: null,
};

/** Reads the members of a log beside its samples. */
export function readHeader(log: JsonObject): LogHeader {
  const spec = objectOf(log.eval);
  return {
    model: textOf(spec.model),
    task: textOf(spec.task),
    solver: textOf(spec.solver),
    tags: listOf(spec.tags),
    status: textOf(log.status),
    error: isJsonObject(log.error) ? textOf(log.error.message) : null,
  };
}
