import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject, stringifyJson } from '#core';
import { allowedEnvironment, errorCode, type Program, startProgram } from '#platform';
import { type Capture, openCapture } from '../capture/capture.ts';
import { rejectUnknownOverrides } from '../capture/reject-unknown-overrides.ts';
import type { ToolRules } from '../capture/tool-rules.ts';
import { type Driver, DriveError, type DriveResult, type DriveTask } from '../driver.ts';
import { orStopped } from '../or-stopped.ts';
import { explainEnd } from '../program-failure/explain-end.ts';
import { cleanText } from '../quote-agent.ts';
import { runInput } from '../run-input.ts';
import { turnsOf } from '../user/simulated-user.ts';
import { AcpSession, type AcpSessionOptions } from './acp-session.ts';
import { SessionFiles } from './session-files.ts';

export interface AcpOptions extends Pick<AcpSessionOptions, 'permissions' | 'auth'> {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The folder that the program starts in. */
  readonly folder: string;
  /** The folder of the session; null: an empty one that is removed after the run. */
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string>>;
  /** What it sees of its servers instead of what they are; a fresh one for each run. */
  readonly rules?: (() => ToolRules) | null;
  /** The servers of the session, as an `mcp.json`. */
  readonly mcpConfig: JsonObject;
}

const GRACE_MS = 1000;
const ENDS: ReadonlySet<string> = new Set(['end_turn', 'max_tokens', 'max_turn_requests']);

/** An agent of the Agent Client Protocol: started anew for each run, with all turns in one session. */
export class AcpDriver implements Driver {
  readonly #options: AcpOptions;

  constructor(options: AcpOptions) {
    this.#options = options;
  }

  async drive(task: DriveTask, signal: AbortSignal): Promise<DriveResult> {
    const { mcpConfig: config, folder, env, rules } = this.#options;
    if (task.messages !== undefined || task.history.length > 0 || task.turns.length === 0)
      throw new DriveError('DRIVE_MESSAGES', 'an agent cannot be sent an earlier conversation', {
        hint: 'give it a prompt or turns',
      });
    const sources = { otlp: false, models: true };
    const capture = await openCapture({
      config,
      cwd: folder,
      sources,
      environment: env,
      rules: rules?.() ?? null,
    });
    try {
      return await this.#run(task, capture, signal);
    } finally {
      await capture.close();
    }
  }

  async close(): Promise<void> {}

  async #run(task: DriveTask, capture: Capture, signal: AbortSignal): Promise<DriveResult> {
    const program = await this.#start(task, capture);
    let session: AcpSession | null = null;
    try {
      const cwd = await this.#sessionFolder(capture);
      const { permissions, auth } = this.#options;
      const mcpServers = Object.entries(capture.servers).map(([name, server]) =>
        toAcpServer(name, server),
      );
      const files = new SessionFiles(cwd);
      session = new AcpSession(program, { cwd, files, mcpServers, permissions, auth });
      const stop = await orStopped(() => play(session as AcpSession, task, signal), signal);
      await program.end(GRACE_MS);
      return await this.#result(task, session, capture, stop);
    } catch (error) {
      if (signal.aborted) session?.cancel();
      throw error instanceof DriveError && error.issue.code === 'AGENT_FAILED'
        ? this.#explain(error, program)
        : error;
    } finally {
      await program.end(GRACE_MS);
    }
  }

  async #result(
    task: DriveTask,
    { calls }: AcpSession,
    capture: Capture,
    stop: string,
  ): Promise<DriveResult> {
    const { otlp, wire, models, unknownRequests, exchanges, failure, unknownOverrides } =
      await capture.take();
    rejectUnknownOverrides(unknownOverrides);
    const all = [{ input: runInput(task) }, ...exchanges, { reported: calls.native() }];
    if (failure !== null) throw new DriveError('CAPTURE_FAILED', failure, { exchanges: all });
    if (!ENDS.has(stop))
      throw new DriveError('AGENT_FAILED', `the agent ended a turn by ${JSON.stringify(stop)}`, {
        exchanges: all,
      });
    const [nameless] = calls.nameless;
    // What the model asked for says it, where that went through us.
    if (models.length === 0 && nameless !== undefined)
      throw new DriveError(
        'AGENT_NAMELESS',
        `the agent reports a call (${JSON.stringify(nameless)}) without the name of its tool`,
        {
          exchanges: all,
          hint: 'make it ask its model at the address in OPENAI_BASE_URL, ANTHROPIC_BASE_URL or GOOGLE_GEMINI_BASE_URL',
        },
      );
    const reported: JsonObject = {
      tool_calls: calls.native(),
      output: calls.text,
      ...(stop === 'end_turn' ? {} : { metadata: { stopped: stop } }),
    };
    const output = { kind: 'captured', otlp, wire, models, unknownRequests, reported } as const;
    return { output: { ...output, stdout: calls.text }, exchanges: all, issues: [] };
  }

  async #sessionFolder(capture: Capture): Promise<string> {
    const { cwd } = this.#options;
    if (cwd !== null) return realpath(cwd);
    const folder = join(dirname(await capture.writeFile('acp/.keep', '')), 'session');
    await mkdir(folder);
    return realpath(folder);
  }

  async #start(task: DriveTask, capture: Capture): Promise<Program> {
    const { command, folder, env } = this.#options;
    const [name = '', ...args] = command;
    const variables = {
      ...capture.env,
      ...env,
      ...capture.modelEnv,
      WHICHTOOL_RUN: String(task.run),
      WHICHTOOL_TASK: task.id,
    };
    try {
      return await startProgram(name, args, { cwd: folder, env: allowedEnvironment(variables) });
    } catch (error) {
      const message = `${JSON.stringify(name)} cannot be started (${errorCode(error)})`;
      throw new DriveError('AGENT_FAILED', message, { isFinal: true });
    }
  }

  #explain(error: DriveError, program: Program): DriveError {
    const { message, hint } = error.issue;
    const stderr = cleanText(program.stderrTail(), Object.values(this.#options.env));
    return new DriveError('AGENT_FAILED', explainEnd(message, stderr), {
      ...(hint === undefined ? {} : { hint }),
      isFinal: error.isFinal,
      exchanges: error.exchanges,
    });
  }
}

/** All turns in one session; returns why the last one ended. */
async function play(session: AcpSession, task: DriveTask, signal: AbortSignal): Promise<string> {
  const { images = [], context } = task;
  await session.open();
  let stop = '';
  let isFirst = true;
  for await (const turn of turnsOf(task, () => session.calls.text, signal)) {
    const said =
      isFirst && context !== null ? `${turn}\n\nContext: ${stringifyJson(context)}` : turn;
    stop = await session.prompt(said, isFirst ? images : []);
    isFirst = false;
    if (stop !== 'end_turn') break;
  }
  return stop;
}

function toAcpServer(name: string, { url, headers, command, args, env }: JsonObject): JsonObject {
  const pairs = (value: unknown): readonly JsonObject[] =>
    isJsonObject(value)
      ? Object.entries(value).map(([key, held]) => ({ name: key, value: held }))
      : [];
  return url === undefined
    ? { name, command: command ?? '', args: args ?? [], env: pairs(env) }
    : { type: 'http', name, url, headers: pairs(headers) };
}
