import { resolve } from 'node:path';
import { isJsonObject, type Issue, type JsonObject, parseJson, type Trace, UserError } from '#core';
import { driveError, DriveError, openCapture, runInForeground, stripComments } from '#drivers';
import { errorCode, type ProgramEnd, readWhole } from '#platform';
import type { NamedServer } from '../tool-lists/collect-tools.ts';
import { joinCaptured } from './join-captured.ts';

export interface CaptureProgramOptions {
  readonly cwd: string;
  /** The file of its MCP servers; null where it has none. */
  readonly mcpConfig: string | null;
  /** Servers of the command line, by name. */
  readonly servers: ReadonlyMap<string, NamedServer>;
  /** Whether its requests to models go through us. */
  readonly recordsModels: boolean;
  /** Where what it prints goes. */
  readonly stdout: 'stdout' | 'stderr';
}

/** What became of a program that ran once. */
export interface CapturedProgram {
  readonly end: ProgramEnd;
  /** What it did; null when nothing was caught. */
  readonly trace: Trace | null;
  /** How many messages went between it and its MCP servers. */
  readonly messages: number;
  /** How many requests it made to models. */
  readonly requests: number;
  readonly issues: readonly Issue[];
}

/** Runs a program once and catches its calls. Throws a UserError where it cannot be run so. */
export async function captureOnce(
  [command = '', ...args]: readonly string[],
  options: CaptureProgramOptions,
): Promise<CapturedProgram> {
  const { cwd, stdout, recordsModels } = options;
  const capture = await openCapture({
    config: await configOf(options),
    cwd,
    sources: { otlp: true, models: recordsModels },
  }).catch(throwUserError);
  try {
    const end = await runInForeground(
      capture.fill(command),
      args.map((arg) => capture.fill(arg)),
      {
        cwd,
        env: { ...process.env, ...capture.env, ...capture.modelEnv },
        stdout,
      },
    ).catch((error: unknown): never => {
      const message = `${JSON.stringify(command)} cannot be started (${errorCode(error)})`;
      throw driveError('AGENT_FAILED', message);
    });
    const { failure, exchanges, ...caught } = await capture.take();
    const requests = caught.models.length;
    const messages = exchanges.length - requests;
    try {
      if (failure !== null) throw new DriveError('CAPTURE_FAILED', failure);
      const trace = await joinCaptured({ kind: 'captured', ...caught, stdout: '' });
      const { issues } = trace;
      const error = errorOf(end);
      if (error === null) return { end, messages, requests, issues, trace };
      const { fault: _fault, ...rest } = trace;
      return { end, messages, requests, issues, trace: { ...rest, error } };
    } catch (error) {
      if (!(error instanceof DriveError)) throw error;
      return { end, messages, requests, issues: [error.issue], trace: null };
    }
  } finally {
    await capture.close();
  }
}

function errorOf({ code, signal }: ProgramEnd): string | null {
  if (code === 0) return null;
  return `the program ended with ${signal ?? `code ${code}`}`;
}

/** The servers of the file and of the command line as one file. */
async function configOf({
  cwd,
  mcpConfig,
  servers,
}: CaptureProgramOptions): Promise<JsonObject | null> {
  if (mcpConfig === null && servers.size === 0) return null;
  const document = mcpConfig === null ? {} : await readConfig(resolve(cwd, mcpConfig), mcpConfig);
  if (servers.size === 0) return document;
  const key = Object.hasOwn(document, 'servers') ? 'servers' : 'mcpServers';
  const declared = document[key] ?? {};
  const named = Object.fromEntries(servers) as unknown as JsonObject;
  return { ...document, [key]: { ...(isJsonObject(declared) ? declared : {}), ...named } };
}

async function readConfig(path: string, file: string): Promise<JsonObject> {
  const read = await readWhole(path, file);
  if (!read.ok) throw new UserError([read.issue]);
  const parsed = parseJson(stripComments(read.text.replace(/^\uFEFF/, '')));
  if (parsed.ok && isJsonObject(parsed.value)) return parsed.value;
  const message = parsed.ok ? 'is not an object' : `is not JSON: ${parsed.message}`;
  throw driveError('MCP_JSON', message, { where: { file } });
}

/** Throws on; a failure of a driver is one of the set-up here. */
function throwUserError(error: unknown): never {
  throw error instanceof DriveError ? new UserError([error.issue]) : error;
}
