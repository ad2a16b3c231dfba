import type { ChatTool, Uncounted } from '../chat.ts';
import { DriveError, type Driver, type DriveResult, type DriveTask } from '../driver.ts';
import { stopped } from '../stopped.ts';
import type { OfferedTool } from '../tool-session.ts';
import type { ModelDriverOptions } from './model-driver-options.ts';
import { ModelRun } from './model-run.ts';

/** Makes a model act with tools: asks, carries out the calls it asks for, sends it the results, until it answers without one. */
export class ModelDriver implements Driver {
  readonly #options: ModelDriverOptions;
  /** One list for all runs that are offered the same, so that a model can know it again. */
  readonly #told = new WeakMap<readonly OfferedTool[], readonly ChatTool[]>();

  constructor(options: ModelDriverOptions) {
    this.#options = options;
  }

  async drive(
    task: DriveTask,
    signal: AbortSignal,
    uncounted: Uncounted = (work) => work,
  ): Promise<DriveResult> {
    const session = await uncounted(this.#options.host.open(task.test, signal));
    const tools = this.#tell(session.tools);
    const run = new ModelRun(this.#options, task, session, tools, signal, uncounted);
    try {
      await run.play();
      return {
        output: { kind: 'native', trace: run.trace() },
        exchanges: run.exchanges,
        issues: session.takeIssues(),
      };
    } catch (error) {
      const failure = signal.aborted ? stopped(signal) : error;
      if (!(failure instanceof DriveError)) throw failure;
      const { code, message, hint } = failure.issue;
      throw new DriveError(code, message, {
        ...(hint === undefined ? {} : { hint }),
        isFinal: failure.isFinal,
        exchanges: [...run.exchanges, ...failure.exchanges],
      });
    } finally {
      await session.close();
    }
  }

  async catalog(signal: AbortSignal): Promise<string> {
    const session = await this.#options.host.open('', signal);
    await session.close();
    return session.catalogSha256;
  }

  close(): Promise<void> {
    return this.#options.host.close();
  }

  #tell(tools: readonly OfferedTool[]): readonly ChatTool[] {
    const chatTools =
      this.#told.get(tools) ??
      tools.map(({ spelled, description, inputSchema }) => ({
        name: spelled,
        description,
        inputSchema,
      }));
    this.#told.set(tools, chatTools);
    return chatTools;
  }
}
