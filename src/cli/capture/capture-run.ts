import {
  type JsonObject,
  Redactor,
  redactTrace,
  SECRETS_ONLY,
  stringifyJson,
  toNativeTrace,
  type Trace,
} from '#core';
import { formatCount } from '#reporters';
import { type CapturedProgram, captureProgram, exitCodeOfProgram } from '#run';
import { print, save } from '../output/output.ts';
import { parseServerFlags } from '../flags/server-flag.ts';
import { printIssues } from '../output/print-issues.ts';

/** The flags of `capture` as commander gives them. */
export interface CaptureFlags {
  readonly mcpConfig?: string;
  readonly server: readonly string[];
  readonly out?: string;
  /** Commander sets it to false for `--no-model-proxy`. */
  readonly modelProxy: boolean;
}

/** Runs a program once and writes what it did. Returns its exit code, or 3 where it ended well and nothing was caught. */
export async function captureRun(command: readonly string[], flags: CaptureFlags): Promise<number> {
  const captured = await captureProgram(command, {
    cwd: process.cwd(),
    mcpConfig: flags.mcpConfig ?? null,
    servers: parseServerFlags(flags.server),
    recordsModels: flags.modelProxy,
    stdout: flags.out === undefined ? 'stderr' : 'stdout',
  });
  const { trace, end, issues } = captured;
  printIssues(issues);
  if (trace !== null) {
    const text = `${stringifyJson(withoutSecrets(toNativeTrace(trace) as unknown as JsonObject))}\n`;
    await (flags.out === undefined ? print([text]) : save(flags.out, [text]));
    process.stderr.write(`${summarise(trace, captured, flags.out)}\n`);
  }
  return exitCodeOfProgram(end, trace !== null);
}

function withoutSecrets(trace: JsonObject): JsonObject {
  const redactor = new Redactor(SECRETS_ONLY);
  redactor.reserve(trace);
  return redactTrace(trace, redactor);
}

function summarise(
  { calls, error, partial }: Trace,
  { messages, requests }: CapturedProgram,
  out: string | undefined,
): string {
  const counts = new Map<string, number>();
  for (const { server } of calls) {
    const name = server === null ? '(no server)' : JSON.stringify(server).slice(1, -1);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const byServer = [...counts].map(([name, number]) => `${name} ${number}`).join(', ');
  const made = `${formatCount(calls.length, 'call')} caught`;
  const part = partial === true ? ', a partial run' : '';
  const asked = requests === 0 ? '' : `${formatCount(requests, 'request')} to models, `;
  const how = `${asked}${messages} messages of MCP${part}${error === null ? '' : ', an errored run'}`;
  return `${made}${byServer === '' ? '' : `: ${byServer}`}\nwritten to ${out ?? 'stdout'} (${how})`;
}
