import { isJsonObject, type Json, type JsonObject } from '#core';
import { uuid5 } from './uuid5.ts';

/** A case that was run and scored, as an experiment shows it. */
export interface ExperimentRun {
  readonly case: string;
  /** Which run of the case it is, from 1. */
  readonly run: number;
  readonly input: Json;
  readonly outputs: JsonObject;
  readonly error: string | null;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
  /** Figures of this run alone, by metric. */
  readonly scores: JsonObject;
}

/** Where a run belongs in LangSmith. */
export interface RunPlace {
  readonly id: string;
  readonly session: string;
  readonly example: string;
  readonly now: Date;
}

type WithId = JsonObject & { readonly id: string };

/** The run of a case: a root, so its own trace. */
export function runOf(result: ExperimentRun, { id, session, example, now }: RunPlace): WithId {
  const { input, outputs, error } = result;
  const start = startOf(result, now);
  const end = new Date(start.getTime() + Math.max(0, Math.round(result.durationMs ?? 0)));
  return {
    id,
    trace_id: id,
    dotted_order: `${formatOrder(start)}${id}`,
    name: 'whichtool',
    run_type: 'chain',
    session_id: session,
    reference_example_id: example,
    start_time: start.toISOString(),
    end_time: end.toISOString(),
    inputs: isJsonObject(input) ? input : { input },
    outputs,
    ...(error === null ? {} : { error }),
    extra: { metadata: { case: result.case, run: result.run } },
  };
}

/** The scores of a run as feedback; a figure that was not measured is none. */
export function feedbackOf(result: ExperimentRun, { id, session }: RunPlace): readonly WithId[] {
  return Object.entries(result.scores).map(([key, score]) => ({
    id: uuid5(id, key),
    run_id: id,
    trace_id: id,
    session_id: session,
    key,
    score: score as number,
    feedback_source: { type: 'api', metadata: { source: 'whichtool' } },
  }));
}

function startOf({ startedAt }: ExperimentRun, now: Date): Date {
  const start = startedAt === null ? now : new Date(startedAt);
  return Number.isNaN(start.getTime()) ? now : start;
}

/** LangSmith sorts runs by the time in front of their ids: `20260102T030405006000Z`. */
function formatOrder(time: Date): string {
  return time.toISOString().replaceAll(/[-:.]/g, '').replace('Z', '000Z');
}
