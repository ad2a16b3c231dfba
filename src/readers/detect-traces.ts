import { UserError } from '#core';
import { nativeFormat } from './formats/native/index.ts';
import { readTraces } from './read-traces.ts';
import type { Input } from './reader.ts';

/** How many unreadable records may come before the first trace. */
const MAX_UNREADABLE = 100;

/** The format of a file that contains traces, by its beginning where it is a file of lines; null where it contains none. */
export async function detectTraces(input: Input): Promise<string | null> {
  let format: string | null = null;
  let unreadable = 0;
  const onFormat = (_: Input, { id }: { readonly id: string }): void => {
    format = id;
  };
  try {
    for await (const records of readTraces([input], { format: null, onFormat })) {
      // Only a trace shows that a file is native: another format is recognised by its records.
      if (format !== null && format !== nativeFormat.id) return format;
      if (records.some(({ kind }) => kind === 'trace')) return nativeFormat.id;
      unreadable += records.length;
      if (unreadable > MAX_UNREADABLE) return null;
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return null;
  }
  return format === nativeFormat.id ? null : format;
}
