import type { Json, JsonObject } from '#core';
import type { DriveTask } from './driver.ts';
import { runInput } from './run-input.ts';

/** The task as a service or a function gets it. */
export interface TaskDocument {
  /** What the user says last. */
  readonly input: string;
  /** The whole conversation, in the words of a native trace. */
  readonly messages: readonly Json[];
  readonly context: JsonObject | null;
  readonly run: number;
}

/** The words of the user in a conversation that ends otherwise: with an image or the result of a tool. */
function lastSaid({ history }: DriveTask): string {
  return history.findLast(({ role }) => role === 'user')?.text ?? '';
}

/** The task for programs that take it apart themselves. */
export function taskDocument(task: DriveTask): TaskDocument {
  const { turns, context, run } = task;
  // With a context the input is always a conversation.
  const { messages } = runInput({ ...task, context: {} }) as { messages: readonly Json[] };
  return { input: turns.at(-1) ?? lastSaid(task), messages, context, run };
}
