import type { Issue, Trace } from '#core';
import { type CapturedOutput, DriveError } from '#drivers';
import { loadCaptureFormats, readTraces, type TraceFormat } from '#readers';
import { joinCalls } from './join-calls.ts';
import { joinTools } from './join-tools.ts';

/** What was caught of a run as one trace. Throws a DriveError where it contains no run, or cannot be read. */
export async function joinCaptured({ otlp, wire, stdout }: CapturedOutput): Promise<Trace> {
  const issues: Issue[] = [];
  const formats = await loadCaptureFormats();
  const told = await readText(otlp, formats.spans, issues);
  const heard = await readText(wire, formats.wire, issues);
  const trace = told === null ? partOf(heard) : heard === null ? told : join(told, heard);
  if (trace === null) throw nothingCaught(otlp !== '');
  const printed = stdout.trim();
  return {
    ...trace,
    id: null,
    output: trace.output ?? (printed === '' ? null : printed),
    issues,
  };
}

/** What MCP servers heard, alone: the agent may have other tools. */
function partOf(heard: Trace | null): Trace | null {
  return heard === null ? null : { ...heard, partial: true };
}

function join(told: Trace, heard: Trace): Trace {
  const calls = joinCalls(told.calls, heard.calls);
  const { fault, ...rest } = told;
  // Spans that lack the answers of the model leave what servers heard as a part of the run.
  const isPart = fault?.code.startsWith('READ_ANSWER_') === true && calls.length > 0;
  return {
    ...(isPart ? { ...rest, error: null, partial: true } : told),
    calls,
    offered: joinTools(told.offered, heard.offered, calls),
    metadata: { ...heard.metadata, ...told.metadata },
  };
}

/** The run that a text records; null where it records none. */
async function readText(text: string, format: TraceFormat, issues: Issue[]): Promise<Trace | null> {
  if (text === '') return null;
  const input = { path: `${format.id}.jsonl`, displayName: format.id, bytes: Buffer.from(text) };
  let trace: Trace | null = null;
  for await (const records of readTraces([input], { format })) {
    for (const record of records) {
      if (record.kind === 'warning') issues.push(record.issue);
      else if (record.kind === 'trace') {
        trace ??= record.trace;
        for (const issue of record.trace.issues) issues.push(issue);
      } else {
        const { message } = record.issue;
        throw new DriveError('CAPTURE_FAILED', `what was caught cannot be read: ${message}`);
      }
    }
  }
  return trace;
}

function nothingCaught(hasSpans: boolean): DriveError {
  const message = hasSpans
    ? 'spans were caught, but none of an agent, a model or a tool'
    : 'nothing was caught: the program exported no spans and used no MCP server of ours';
  return new DriveError('CAPTURE_NOTHING', message, {
    hint: 'it must export OpenTelemetry over OTLP/HTTP, or read its MCP servers from WHICHTOOL_MCP_CONFIG or {mcp_config}',
  });
}
