import { type Issue, type JsonObject, stringifyJson, type Trace } from '#core';
import { type CapturedOutput, DriveError, driveIssue } from '#drivers';
import { chooseFormat, loadCaptureFormats } from '#readers';
import { joinCalls } from './join-calls.ts';
import { joinExchanges } from './join-exchanges.ts';
import { joinTools } from './join-tools.ts';
import { readText } from './read-captured.ts';

/** What was caught of a run as one trace. Throws a DriveError where it contains no run, or cannot be read. */
export async function joinCaptured(captured: CapturedOutput): Promise<Trace> {
  const { otlp, wire, models, unknownRequests, reported, stdout } = captured;
  const issues: Issue[] = [];
  const formats = await loadCaptureFormats();
  const asked = await joinExchanges(models, issues);
  const [spans = null] = await readText(otlp, formats.spans, asked === null ? issues : []);
  const exported =
    asked === null
      ? (spans ?? (await readReported(reported, issues)))
      : checkWhole(withOutcomes(asked, spans), spans, unknownRequests, issues);
  const [observed = null] = await readText(wire, formats.wire, issues);
  const trace =
    exported === null ? partOf(observed) : observed === null ? exported : join(exported, observed);
  if (trace === null) throw nothingCaught(otlp !== '');
  const printed = stdout.trim();
  return {
    ...trace,
    id: null,
    output: trace.output ?? (printed === '' ? null : printed),
    issues,
  };
}

/** What an agent reported itself. */
async function readReported(
  reported: JsonObject | undefined,
  issues: Issue[],
): Promise<Trace | null> {
  if (reported === undefined) return null;
  const format = await chooseFormat('native');
  if (format === null) return null;
  const [trace = null] = await readText(stringifyJson(reported), format, issues);
  return trace;
}

/** Calls of models' answers, with what spans record of how they ended. */
function withOutcomes(asked: Trace, spans: Trace | null): Trace {
  const recorded = new Map((spans?.calls ?? []).map((call) => [call.id, call]));
  recorded.delete(null);
  const calls = asked.calls.map((call) => {
    const { name, status, startedAt, durationMs } = recorded.get(call.id) ?? {};
    if (call.status !== null || status == null || name !== call.name) return call;
    return {
      ...call,
      status,
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(durationMs === undefined ? {} : { durationMs }),
    };
  });
  return { ...asked, calls };
}

/**
 * What a run asked its models, which is all of it. It is a part where spans record more calls: then there is a model that
 * was not asked through us, or one was asked in a way that is not known.
 */
function checkWhole(
  asked: Trace,
  spans: Trace | null,
  unknownRequests: number,
  issues: Issue[],
): Trace {
  const unseen = (spans?.calls.length ?? 0) - asked.calls.length;
  if (unseen <= 0 && unknownRequests === 0) return asked;
  const why =
    unseen > 0
      ? `spans record ${unseen} calls that no answer of a model through us has`
      : `${unknownRequests} requests to models were of an unknown kind`;
  issues.push(driveIssue('CAPTURE_PART', `${why}: the run is partial`));
  return { ...asked, partial: true };
}

/** What MCP servers heard, alone: the agent may have other tools. */
function partOf(observed: Trace | null): Trace | null {
  return observed === null ? null : { ...observed, partial: true };
}

function join(reported: Trace, observed: Trace): Trace {
  const calls = joinCalls(reported.calls, observed.calls);
  const { fault, ...rest } = reported;
  // Spans that lack the answers of the model leave what servers heard as a part of the run.
  const isPart = fault?.code.startsWith('READ_ANSWER_') === true && calls.length > 0;
  return {
    ...(isPart ? { ...rest, error: null, partial: true } : reported),
    calls,
    offered: joinTools(reported.offered, observed.offered, calls),
    metadata: { ...observed.metadata, ...reported.metadata },
  };
}

function nothingCaught(hasSpans: boolean): DriveError {
  const message = hasSpans
    ? 'spans were caught, but none of an agent, a model or a tool'
    : 'nothing was caught: the program asked no model through us, exported no spans and used no MCP server of ours';
  return new DriveError('CAPTURE_NOTHING', message, {
    hint: 'it must read the address of its model from OPENAI_BASE_URL, ANTHROPIC_BASE_URL or GOOGLE_GEMINI_BASE_URL, export OpenTelemetry over OTLP/HTTP, or read its MCP servers from WHICHTOOL_MCP_CONFIG or {mcp_config}',
  });
}
