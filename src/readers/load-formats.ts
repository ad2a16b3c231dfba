import type { TraceFormat } from './trace-format.ts';

/** Every trace format; loaded late, for our own needs none of them. */
export async function loadFormats(): Promise<readonly TraceFormat[]> {
  return (await import('./formats.ts')).FORMATS;
}
