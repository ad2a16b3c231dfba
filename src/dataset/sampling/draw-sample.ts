import type { Json, ToolSpec } from '#core';
import { findTraces, type FoundTraces, openFound, writeKept } from '#readers';
import { Drawing, type DrawnSample } from './drawing.ts';
import type { SamplePlan } from './sampler.ts';

export interface DrawOptions {
  readonly cwd: string;
  readonly format: string | null;
  readonly requester: readonly string[] | null;
  /** The tools that were offered where a trace does not say; null without a catalog. */
  readonly catalog: readonly ToolSpec[] | null;
  readonly onProgress: (traces: number) => void;
  /** Reads traces into a drawing; by default in this thread. */
  readonly read?: ReadDrawing;
}

/** Reads the traces that were found into a drawing. */
export type ReadDrawing = (
  drawing: Drawing,
  foundTraces: FoundTraces,
  options: Pick<DrawOptions, 'format' | 'onProgress'>,
) => Promise<void>;

/** Reads traces once and draws cases from them. Throws a UserError when there is nothing to draw from. */
export async function drawSample(
  traces: readonly string[],
  plan: SamplePlan,
  options: DrawOptions,
): Promise<DrawnSample> {
  const { requester, read = readHere } = options;
  const catalog = options.catalog === null ? null : writeKept(options.catalog as unknown as Json);
  const foundTraces = await findTraces(traces, options.cwd, options.format);
  const drawing = new Drawing({ plan, requester, catalog }, foundTraces.warnings);
  await read(drawing, foundTraces, options);
  return drawing.finish();
}

/** Reads everything in this thread. */
export const readHere: ReadDrawing = async (drawing, foundTraces, { format, onProgress }) => {
  let read = 0;
  for await (const records of openFound(foundTraces, { format }).batches) {
    for (const record of records) drawing.add(record);
    onProgress((read += records.length));
  }
};
