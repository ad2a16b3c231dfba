import { type JsonObject, stringifyJson } from '#core';
import {
  allowedEnvironment,
  errorCode,
  type Program,
  type ProgramEnd,
  startProgram,
} from '#platform';
import { type Capture, openCapture } from '../capture/capture.ts';
import { type Driver, DriveError, type DriveResult, type DriveTask } from '../driver.ts';
import { runInput } from '../run-input.ts';
import { orStopped } from '../or-stopped.ts';
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
  /** Whether its calls are caught while it runs, or read from what it prints. */
  readonly capture: 'none' | 'otlp';
  /** The servers that it is to use, as an `mcp.json`: they are put behind a recording proxy. */
  readonly mcpConfig?: JsonObject | null;
  readonly maxOutputBytes?: number;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const GRACE_MS = 1000;

/** An agent that is a program: started anew for each run, with all that it starts ended after it. */
export class CommandDriver implements Driver {
  readonly #options: CommandOptions;

  constructor(options: CommandOptions) {
    this.#options = options;
  }

  async drive(task: DriveTask, signal: AbortSignal): Promise<DriveResult> {
    const { capture: kind, cwd, mcpConfig = null } = this.#options;
    const capture = kind === 'otlp' ? await openCapture({ config: mcpConfig, cwd }) : null;
    try {
      return await this.#run(task, capture, signal);
    } finally {
      await capture?.close();
    }
  }

  async close(): Promise<void> {}

  async #run(task: DriveTask, capture: Capture | null, signal: AbortSignal): Promise<DriveResult> {
    const asked = runInput(task);
    const prompt = typeof asked === 'string' ? asked : stringifyJson(asked);
    const { stdout, end, stderr } = await this.#execute(task, prompt, capture, signal);
    const caught = await capture?.take();
    const exchanges = [{ input: asked }, ...(caught?.exchanges ?? [])];
    if (end.code !== 0) throw this.#crashed(end, stderr, exchanges);
    if (caught !== undefined) {
      const { otlp, wire, failure } = caught;
      if (failure !== null) throw new DriveError('CAPTURE_FAILED', failure, { exchanges });
      return { output: { kind: 'captured', otlp, wire, stdout }, exchanges, issues: [] };
    }
    if (stdout.trim() === '') {
      throw new DriveError('AGENT_OUTPUT', this.#explain('the program printed nothing', stderr), {
        hint: 'it prints one trace on stdout, in any format that whichtool reads, or takes capture: otlp',
      });
    }
    return {
      output: { kind: 'raw', text: stdout, format: this.#options.format },
      exchanges,
      issues: [],
    };
  }

  async #execute(
    task: DriveTask,
    prompt: string,
    capture: Capture | null,
    signal: AbortSignal,
  ): Promise<{ stdout: string; end: ProgramEnd; stderr: string }> {
    const { input, maxOutputBytes = MAX_OUTPUT_BYTES } = this.#options;
    const program = await this.#start(task, input === 'argument' ? [prompt] : [], capture);
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
  ): Promise<Program> {
    const { command, cwd, env } = this.#options;
    const [name = '', ...args] = [...command.map((word) => capture?.fill(word) ?? word), ...last];
    const variables = {
      ...capture?.env,
      ...env,
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
