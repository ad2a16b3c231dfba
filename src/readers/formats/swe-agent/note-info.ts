import type { Json, Place } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber } from '../../draft/read-number.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';

/** Ends that are failures of the program, and not of the agent. */
const FAILED = /error|exit_api|exit_environment|Exception$/;

/** Adds the end of a run, its tokens and cost, and the task, which is the name of the file. */
export function noteInfo(draft: RunDraft, info: Json | undefined, { file }: Place): void {
  const { exit_status: status, model_stats: stats } = objectOf(info);
  const counts = objectOf(stats);
  draft.addUsage({
    inputTokens: readNumber(counts.tokens_sent),
    outputTokens: readNumber(counts.tokens_received),
    cost: readNumber(counts.instance_cost),
  });
  const end = textOf(status);
  if (end !== null) draft.metadata.set('exit_status', end);
  if (end !== null && FAILED.test(end)) draft.error = `the run ended as ${end}`;
  const [, name] = /([^/\\]+?)\.traj(?:\.json)?$/.exec(file ?? '') ?? [];
  draft.case = name ?? null;
}
