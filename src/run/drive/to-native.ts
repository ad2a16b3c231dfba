import { type Issue, type JsonObject, type Trace, toNativeTrace, UserError } from '#core';
import {
  type CapturedOutput,
  DriveError,
  type DriveOutput,
  type DriveResult,
  type SessionOutput,
} from '#drivers';
import { readTraces, chooseFormat } from '#readers';
import { type DriveJob, headOf } from './drive-job.ts';
import { joinCaptured } from './join-captured.ts';
import { joinTurns } from './join-turns.ts';

/** The native trace of a run, named as the plan names it, and what was odd about it. */
export async function toNative(
  { output, issues }: DriveResult,
  job: DriveJob,
): Promise<{ trace: JsonObject; issues: readonly Issue[] }> {
  if (output.kind === 'native') return { trace: named(output.trace, job), issues };
  const read = await readOutput(output);
  const asked = job.task.turns.at(-1) ?? null;
  // What programs send to models has more in it than what they were asked.
  const isAsked = output.kind === 'captured' && output.models.length > 0;
  const native = toNativeTrace(isAsked || read.input === null ? { ...read, input: asked } : read);
  const trace = named(native as unknown as JsonObject, job);
  return { trace, issues: [...issues, ...read.issues] };
}

function named({ test: _test, case: _case, ...rest }: JsonObject, job: DriveJob): JsonObject {
  return { ...rest, ...headOf(job) };
}

type RawOutput = Extract<DriveOutput, { kind: 'raw' }>;

function readOutput(output: RawOutput | SessionOutput | CapturedOutput): Promise<Trace> {
  if (output.kind === 'captured') return joinCaptured(output);
  return output.kind === 'raw' ? readRaw(output) : readTurns(output);
}

/** The traces of the turns of a session as one run. */
async function readTurns({ texts, said, format }: SessionOutput): Promise<Trace> {
  const traces: Trace[] = [];
  for (const text of texts) traces.push(await readRaw({ kind: 'raw', text, format }));
  const input = { messages: said.map((content) => ({ role: 'user', content })) };
  return { ...joinTurns(traces), input: said.length === 1 ? (said[0] ?? null) : input };
}

/** Reads what a program wrote, in whatever format: exactly one run. */
async function readRaw({ text, format }: RawOutput): Promise<Trace> {
  const input = { path: 'output', displayName: 'its output', bytes: Buffer.from(text) };
  const traces: Trace[] = [];
  const issues: Issue[] = [];
  for await (const records of readTraces([input], { format: await formatOf(format) })) {
    for (const record of records) {
      if (record.kind === 'trace') traces.push(record.trace);
      else if (record.kind === 'warning') issues.push(record.issue);
      else throw unreadable(record.issue.message);
    }
  }
  const [trace, second] = traces;
  if (trace === undefined) throw unreadable('there is no trace in it');
  if (second !== undefined) throw unreadable(`it holds ${traces.length} runs, and one was made`);
  return { ...trace, issues: [...issues, ...trace.issues] };
}

async function formatOf(id: string | null): ReturnType<typeof chooseFormat> {
  try {
    return await chooseFormat(id);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new DriveError('AGENT_OUTPUT', error.message, { isFinal: true });
  }
}

function unreadable(why: string): DriveError {
  return new DriveError('AGENT_OUTPUT', `the output of the agent cannot be read: ${why}`, {
    hint: 'it writes one trace, in any format that whichtool reads, and nothing else',
  });
}
