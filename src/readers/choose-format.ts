import { userError } from '#core';
import { loadFormats } from './load-formats.ts';
import type { TraceFormat } from './trace-format.ts';

/** The format with an id, null for none; throws a UserError that lists them where there is no such format. */
export async function chooseFormat(id: string | null): Promise<TraceFormat | null> {
  if (id === null) return null;
  const formats = await loadFormats();
  const format = formats.find((one) => one.id === id);
  if (format !== undefined) return format;
  const ids = formats.map((one) => one.id).sort();
  throw userError(
    'FLAG_FORMAT',
    `--format ${id}: there is no such format`,
    `the formats are ${ids.join(', ')}`,
  );
}
