import { type Driver, DriveError, type DriveResult, type DriveTask } from '../driver.ts';
import { quoteAgent } from '../quote-agent.ts';
import { type TaskDocument, taskDocument } from '../task-document.ts';
import { orStopped } from '../or-stopped.ts';

/** What a function is given: the task with the id of its run, and a signal that fires when the result is not awaited any more. */
export type ModuleFunction = (
  task: TaskDocument & { readonly id: string },
  options: { readonly signal: AbortSignal },
) => unknown;

export interface ModuleOptions {
  readonly run: (...values: unknown[]) => unknown;
  /** The format of what it gives; null where it is to be recognised. */
  readonly format: string | null;
}

/** An agent that is a function: it gives a trace, messages or text in any format that is read. */
export class ModuleDriver implements Driver {
  readonly #run: ModuleFunction;
  readonly #format: string | null;

  constructor({ run, format }: ModuleOptions) {
    this.#run = run;
    this.#format = format;
  }

  async drive(task: DriveTask, signal: AbortSignal): Promise<DriveResult> {
    const argument = { ...taskDocument(task), id: task.id };
    let answer: unknown;
    try {
      // A function that does not hear the signal is left behind.
      answer = await orStopped(async () => this.#run(argument, { signal }), signal);
    } catch (error) {
      if (error instanceof DriveError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new DriveError('AGENT_FAILED', `the function threw ${quoteAgent(why)}`);
    }
    return {
      output: { kind: 'raw', text: toText(answer), format: this.#format },
      exchanges: [],
      issues: [],
    };
  }

  async close(): Promise<void> {}
}

function toText(answer: unknown): string {
  if (typeof answer === 'string' && answer.trim() !== '') return answer;
  if (typeof answer !== 'object' || answer === null)
    throw new DriveError('AGENT_OUTPUT', 'the function gave neither a trace nor text', {
      hint: 'it returns a trace, a list of messages, or text in any format that whichtool reads',
    });
  try {
    return JSON.stringify(isConversation(answer) ? { messages: answer } : answer);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new DriveError('AGENT_OUTPUT', `the function gave what is not JSON: ${quoteAgent(why)}`);
  }
}

/** A bare list would be read as one record for each of its messages. */
function isConversation(answer: object): boolean {
  return (
    Array.isArray(answer) &&
    answer.length > 0 &&
    answer.every(
      (message: unknown) => typeof message === 'object' && message !== null && 'role' in message,
    )
  );
}
