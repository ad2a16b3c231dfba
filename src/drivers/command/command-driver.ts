import { type Json, type JsonObject, stringifyJson } from '#core';
import {
  allowedEnvironment,
  errorCode,
  type Program,
  type ProgramEnd,
  startProgram,
} from '#platform';
import { type Capture, type CaptureSources, openCapture } from '../capture/capture.ts';
import { rejectUnknownOverrides } from '../capture/reject-unknown-overrides.ts';
import type { ToolRules } from '../capture/tool-rules.ts';
import { type Driver, DriveError, type DriveResult, type DriveTask } from '../driver.ts';
import { runInput } from '../run-input.ts';
import { orStopped } from '../or-stopped.ts';
import type { Launch } from '../presets/preset.ts';
import { explainEnd } from '../program-failure/explain-end.ts';
import { hintForVariable } from '../program-failure/missing-variable.ts';
import { cleanText } from '../quote-agent.ts';
import { gatherOutput } from './gather-output.ts';

export interface CommandOptions {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** Added to the few variables that every program gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether the prompt comes on stdin or as the last argument. */
  readonly input: 'stdin' | 'argument';
  /** The format of what it prints; null where it is to be recognised. */
  readonly format: string | null;
  /** How its calls are caught while it runs; null where they are read from what it prints. */
  readonly capture: CaptureSources | null;
  /** The servers that it is to use, as an `mcp.json`: they are put behind a recording proxy. */
  readonly mcpConfig?: JsonObject | null;
  /** What it sees of its servers instead of what they are; a fresh one for each run. */
  readonly rules?: (() => ToolRules) | null;
  /** How the program is started, where that depends on the capture: `command` is what follows then. */
  readonly launch?: (capture: Capture, args: readonly string[]) => Promise<Launch>;
  readonly maxOutputBytes?: number;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const GRACE_MS = 1000;

/** What a program is given in one start of it. */
interface Turn {
  readonly task: DriveTask;
  readonly prompt: string;
  /** Whether it goes on with the session of the turn before. */
  readonly isLater: boolean;
}

/** An agent that is a program: started anew for each run, with all that it starts ended after it. */
export class CommandDriver implements Driver {
  readonly #options: CommandOptions;

  constructor(options: CommandOptions) {
    this.#options = options;
  }

  async drive(task: DriveTask, signal: AbortSignal): Promise<DriveResult> {
    const { capture: sources, cwd, env, rules, mcpConfig = null } = this.#options;
    const capture =
      sources === null
        ? null
        : await openCapture({
            config: mcpConfig,
            cwd,
            sources,
            environment: env,
            rules: rules?.() ?? null,
          });
    try {
      return await this.#run(task, capture, signal);
    } finally {
      await capture?.close();
    }
  }

  async close(): Promise<void> {}

  async #run(task: DriveTask, capture: Capture | null, signal: AbortSignal): Promise<DriveResult> {
    const asked = runInput(task);
    const prompts = this.#promptsOf(task, asked);
    let stdout = '';
    let [end, stderr]: [ProgramEnd, string] = [{ code: 0, signal: null }, ''];
    for (const [index, prompt] of prompts.entries()) {
      const ended = await this.#execute({ task, prompt, isLater: index > 0 }, capture, signal);
      stdout += ended.stdout;
      ({ end, stderr } = ended);
      if (end.code !== 0) break;
    }
    const caught = await capture?.take();
    const exchanges = [{ input: asked }, ...(caught?.exchanges ?? [])];
    if (end.code !== 0) throw this.#crashed(end, stderr, exchanges);
    if (caught !== undefined) {
      const { otlp, wire, models, unknownRequests, failure } = caught;
      rejectUnknownOverrides(caught.unknownOverrides);
      if (failure !== null) throw new DriveError('CAPTURE_FAILED', failure, { exchanges });
      const output = { kind: 'captured', otlp, wire, models, unknownRequests, stdout } as const;
      return { output, exchanges, issues: [] };
    }
    if (stdout.trim() === '') {
      throw new DriveError('AGENT_OUTPUT', this.#explain('the program printed nothing', stderr), {
        hint: 'it prints one trace on stdout, in any format that whichtool reads, or takes capture: model or otlp',
      });
    }
    return {
      output: { kind: 'raw', text: stdout, format: this.#options.format },
      exchanges,
      issues: [],
    };
  }

  /** What the program is given: several turns one at a time where it can go on with its session, otherwise all at once. */
  #promptsOf({ history, turns, context, images = [] }: DriveTask, asked: Json): readonly string[] {
    const isPlain = history.length === 0 && context === null && images.length === 0;
    if (this.#options.launch !== undefined && isPlain && turns.length > 1) return turns;
    return [typeof asked === 'string' ? asked : stringifyJson(asked)];
  }

  async #execute(
    { task, prompt, isLater }: Turn,
    capture: Capture | null,
    signal: AbortSignal,
  ): Promise<{ stdout: string; end: ProgramEnd; stderr: string }> {
    const { input, maxOutputBytes = MAX_OUTPUT_BYTES } = this.#options;
    const last = input === 'argument' ? [prompt] : [];
    const program = await this.#start(task, last, capture, isLater);
    try {
      program.stdin.end(input === 'stdin' ? prompt : '');
      const gathered = gatherOutput(program.stdout, maxOutputBytes);
      const end = await orStopped(() => Promise.race([program.ended, gathered.tooMuch]), signal);
      return { stdout: gathered.text(), end, stderr: program.stderrTail() };
    } finally {
      await program.end(GRACE_MS);
    }
  }

  async #start(
    task: DriveTask,
    last: readonly string[],
    capture: Capture | null,
    isLater: boolean,
  ): Promise<Program> {
    const { cwd, env, launch } = this.#options;
    const written = this.#options.command;
    const launched = capture === null ? undefined : await launch?.(capture, written);
    const begun = isLater ? launched?.resume : launched?.command;
    const command = begun ?? written.map((word) => capture?.fill(word) ?? word);
    const [name = '', ...args] = [...command, ...last];
    const variables = {
      ...capture?.env,
      ...launched?.env,
      ...env,
      ...capture?.modelEnv,
      WHICHTOOL_RUN: String(task.run),
      WHICHTOOL_TASK: task.id,
    };
    try {
      return await startProgram(name, args, { cwd, env: allowedEnvironment(variables) });
    } catch (error) {
      const message = `${JSON.stringify(name)} cannot be started (${errorCode(error)})`;
      const hint = hintForStart(command);
      throw new DriveError('AGENT_FAILED', message, { isFinal: true, ...hint });
    }
  }

  #crashed({ code, signal }: ProgramEnd, stderr: string, exchanges: JsonObject[]): DriveError {
    const how = `the program ended with ${signal === null ? `code ${code}` : signal}`;
    const hint = hintForVariable(stderr, this.#options.env);
    return new DriveError('AGENT_FAILED', this.#explain(how, stderr), {
      exchanges,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  #explain(how: string, stderr: string): string {
    return explainEnd(how, cleanText(stderr, Object.values(this.#options.env)));
  }
}

/** A command that was written as one text has no program of that name. */
function hintForStart(command: readonly string[]): { hint?: string } {
  const [name = ''] = command;
  if (command.length > 1 || !/\s/.test(name)) return {};
  return { hint: `write each word apart: command: [${name.trim().split(/\s+/).join(', ')}]` };
}
