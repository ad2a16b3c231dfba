// SWE-agent trajectories (`.traj`), 0.5 to 1.1, and trajectories of mini-swe-agent 1 and 2 (`.traj.json`).
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { listOf, objectOf, objectsIn } from '../../draft/json-parts.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Likeness, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { readMini } from './mini-trajectory.ts';
import { readTrajectory } from './trajectory.ts';

/** Trajectories of SWE-agent: one run each. */
export const sweAgentFormat: TraceFormat = {
  id: 'swe-agent',
  title: 'SWE-agent trajectories',
  joinsFiles: false,
  sniff: (record: Json): Likeness => (isJsonObject(record) && isOurs(record) ? 'run' : 'none'),
  open: (output) => ({ add: (record, where) => read(record, where, output), end: () => {} }),
};

function isOurs(record: JsonObject): boolean {
  if (isMini(record)) return true;
  const attempts = objectsIn(record.attempts);
  return [record, ...attempts].some(({ trajectory }) => objectsIn(trajectory).some(isStep));
}

function isMini({ trajectory_format: format, messages }: JsonObject): boolean {
  return (
    typeof format === 'string' && format.startsWith('mini-swe-agent') && Array.isArray(messages)
  );
}

/** A step has what the agent did and what it saw. */
function isStep({ action, observation, thought, response }: JsonObject): boolean {
  if (typeof action !== 'string' || typeof observation !== 'string') return false;
  return typeof thought === 'string' || typeof response === 'string';
}

function read(record: Json, where: Place, output: TraceOutput): void {
  const whole = objectOf(record);
  if (isMini(whole)) output.trace(readMini(whole, where), where);
  else if (Array.isArray(whole.trajectory)) readSteps(whole, where, '', null, output);
  else if (listOf(whole.attempts).length > 0)
    // Of several attempts the best is repeated on top; without it each is a run.
    for (const [index, attempt] of listOf(whole.attempts).entries())
      readSteps(objectOf(attempt), where, `/attempts/${index}`, index + 1, output);
  else refuse('a trajectory has a list of steps', '/trajectory', where, output);
}

function readSteps(
  record: JsonObject,
  where: Place,
  pointer: string,
  run: number | null,
  output: TraceOutput,
): void {
  const odd = listOf(record.trajectory).findIndex((step) => !isJsonObject(step) || !isStep(step));
  if (odd >= 0 || !Array.isArray(record.trajectory))
    refuse(
      'a step has an action, an observation and a thought',
      `${pointer}/trajectory/${odd}`,
      where,
      output,
    );
  else output.trace(readTrajectory(record, run, where), where);
}

function refuse(message: string, pointer: string, where: Place, output: TraceOutput): void {
  const place = { ...where, pointer: (where.pointer ?? '') + pointer };
  output.error(readIssue('TRACE_SCHEMA', message, { where: place }));
}
