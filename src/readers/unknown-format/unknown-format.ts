import type { Issue } from '#core';
import { type ReadFault, readIssue } from '../records/read-codes.ts';
import type { TraceFormat } from '../trace-format.ts';
import type { Lookalike } from './lookalikes.ts';

/** A file of which no record is in a known format: said once, and none of its records is a run. */
export function unknownFormat(
  file: string,
  { name, hint }: Lookalike,
  formats: readonly TraceFormat[],
): Issue<ReadFault> {
  const ids = formats.map(({ id }) => id).sort();
  return readIssue('FORMAT_UNKNOWN', `not a format that whichtool reads; it looks like ${name}`, {
    where: { file },
    hint: `${hint === undefined ? '' : `${hint}; `}traces are read as ${ids.join(', ')}`,
  });
}
