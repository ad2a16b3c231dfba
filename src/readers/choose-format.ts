import { loadFormats } from './load-formats.ts';
import type { TraceFormat } from './trace-format.ts';
import { readError } from './records/read-codes.ts';

/** The format with an id, null for none; throws a UserError that lists them where there is no such format. */
export async function chooseFormat(id: string | null): Promise<TraceFormat | null> {
  if (id === null) return null;
  const formats = await loadFormats();
  const format = formats.find((format) => format.id === id);
  if (format !== undefined) return format;
  const ids = formats.map((format) => format.id).sort();
  throw readError('FLAG_FORMAT', `--format ${id}: there is no such format`, {
    hint: `the formats are ${ids.join(', ')}`,
  });
}
