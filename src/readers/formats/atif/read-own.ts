import { isJsonObject, type Json, type JsonObject, parseTrace, type Trace } from '#core';
import { callEntries } from '../../draft/call-entries.ts';
import { objectOf, objectsIn } from '../../draft/json-parts.ts';
import { OWN } from './atif-steps.ts';

/** What whichtool wrote beside the steps of a trajectory; null where another program wrote it. */
export function savedPartOf({ extra }: JsonObject): JsonObject | null {
  const own = isJsonObject(extra) ? extra[OWN] : undefined;
  return isJsonObject(own) ? own : null;
}

/**
 * The trace that `toAtif` wrote: names, arguments and texts of its steps, the rest of `own`. `trace` is what another
 * writer's trajectory would be. The run is never better than either.
 */
export function readOwn(root: JsonObject, own: JsonObject, trace: Trace): Trace {
  const steps = objectsIn(root.steps);
  const { input_step: input, output_step: output, said, ...rest } = own;
  const calls = steps.flatMap(readCalls);
  const messageOf = (id: Json | undefined): Json =>
    steps.find(({ step_id: step }) => step === id)?.message ?? null;
  const parsed = parseTrace({
    ...rest,
    tool_calls: calls,
    ...(input === undefined ? {} : { input: messageOf(input) }),
    ...(output === undefined ? {} : { output: messageOf(output) }),
    ...(said === undefined
      ? {}
      : {
          said: objectsIn(said).flatMap(({ step, call, ...entry }): JsonObject[] => {
            const text = typeof call === 'number' ? calls[call]?.result : messageOf(step);
            return typeof text === 'string' ? [{ ...entry, text }] : [];
          }),
        }),
  });
  const isChanged =
    root.subagent_trajectories !== undefined || steps.some((step) => 'is_copied_context' in step);
  if (!parsed.ok || isChanged) return { ...trace, error: trace.error ?? CHANGED };
  const error = parsed.trace.error === null && trace.error !== null ? errorOf(trace) : {};
  const offered = 'tools' in own ? parsed.trace.offered : trace.offered;
  return { ...parsed.trace, ...error, offered };
}

const CHANGED = `the steps do not fit extra.${OWN}: another program changed the trajectory`;

function errorOf({ error, fault }: Trace): Pick<Trace, 'error' | 'fault'> {
  return { error, ...(fault === undefined ? {} : { fault }) };
}

/** The calls of a step, as a native trace has them. */
function readCalls(step: JsonObject): readonly JsonObject[] {
  const results = objectsIn(objectOf(step.observation).results);
  return callEntries(step.tool_calls).map((call) => {
    const extra = objectOf(call.extra);
    const content = results.find(({ source_call_id: id }) => id === call.tool_call_id)?.content;
    return {
      arguments: call.arguments ?? null,
      ...objectOf(extra[OWN]),
      name: call.function_name ?? null,
      ...(typeof content === 'string' ? { result: content } : {}),
    };
  });
}
