import type { Json, Place } from '#core';
import { count } from '../draft/count.ts';
import type { Assembler, TraceOutput } from '../trace-format.ts';
import { orFallback } from './answer.ts';
import { Conversation } from './conversation.ts';
import { unpack } from './envelope.ts';
import { isRun, runFromSpans } from './run-from-spans.ts';
import type { Span } from './span.ts';
import { condense, type SpanNode } from './span-node.ts';
import { readIssue } from '../records/read-codes.ts';

/** What has arrived of a trace. */
interface Gathering {
  readonly id: string | null;
  readonly where: Place;
  /** By id where they have one, so that a span that was exported twice counts once. */
  readonly nodes: Map<string, SpanNode>;
  /** Log records by their span; null without any. */
  logs: Map<string, Span[]> | null;
  readonly conversation: Conversation;
}

/**
 * Collects spans and log records, in any order and from any file, into one run per trace. `isOneRun` makes a single run
 * of all traces: a program without a span around its work begins a trace with every request.
 */
export class SpanAssembler implements Assembler {
  readonly #output: TraceOutput;
  /** The conversation of all traces where they are a single run. */
  readonly #shared: Conversation | null;
  readonly #traces = new Map<string, Gathering>();
  /** Spans without a trace id belong with all the others of their file. */
  readonly #byFile = new Map<string | undefined, Gathering>();
  #arrived = 0;
  /** Whether there were metrics, or logs of programs. They are not runs, but a file of them alone is a mistake. */
  #hasOthers = false;

  constructor(output: TraceOutput, { isOneRun }: { readonly isOneRun: boolean }) {
    this.#output = output;
    this.#shared = isOneRun ? new Conversation() : null;
  }

  add(record: Json, where: Place): void {
    unpack(record, {
      span: (span) => this.#addSpan(this.#gathering(span, where), span),
      log: (log) => {
        if (isOfModel(log)) this.#addLog(this.#gathering(log, where), log);
        else this.#hasOthers = true;
      },
      other: () => {
        this.#hasOthers = true;
      },
      bad: (pointer, message) => {
        const place = { ...where, pointer: (where.pointer ?? '') + pointer };
        this.#output.error(readIssue('TRACE_SCHEMA', message, { where: place }));
      },
    });
  }

  *end(): Generator<void> {
    const gatherings = [...this.#traces.values(), ...this.#byFile.values()];
    this.#traces.clear();
    this.#byFile.clear();
    for (const gathering of gatherings) this.#joinLogs(gathering);
    const inTime = inOrder(gatherings);
    let skipped = 0;
    for (const { id, where, nodes, conversation } of this.#shared === null
      ? inTime
      : joinTraces(inTime)) {
      const trace = runFromSpans(id, [...nodes.values()], conversation, where);
      if (trace === null) skipped += 1;
      else this.#output.trace(trace, where);
      nodes.clear();
      yield;
    }
    if (skipped > 0) this.#warnSkipped(count(skipped, 'trace', 'traces'));
    else if (this.#hasOthers && gatherings.length === 0) this.#warnSkipped('all records');
  }

  #warnSkipped(what: string): void {
    this.#output.warn(
      readIssue(
        'READ_RUN_SKIPPED',
        `${what} without a span of an agent, a model or a tool left out`,
      ),
    );
  }

  #gathering({ traceId }: Span, where: Place): Gathering {
    const existing = traceId === null ? this.#byFile.get(where.file) : this.#traces.get(traceId);
    if (existing !== undefined) return existing;
    const gathering: Gathering = {
      id: traceId,
      where,
      nodes: new Map(),
      logs: null,
      conversation: this.#shared ?? new Conversation(),
    };
    if (traceId === null) this.#byFile.set(where.file, gathering);
    else this.#traces.set(traceId, gathering);
    return gathering;
  }

  #addSpan({ nodes, conversation }: Gathering, span: Span): void {
    const node = this.#condense(span, conversation);
    const key = span.spanId ?? `#${node.arrival}`;
    const existing = nodes.get(key);
    // Of two states of a span the later contains more.
    if (existing === undefined || (node.endMs ?? 0) > (existing.endMs ?? 0)) nodes.set(key, node);
  }

  #condense(span: Span, conversation: Conversation): SpanNode {
    this.#arrived += 1;
    return condense(span, this.#arrived, conversation);
  }

  #addLog(gathering: Gathering, log: Span): void {
    const key = log.spanId ?? '';
    const logs = (gathering.logs ??= new Map());
    const others = logs.get(key);
    if (others === undefined) logs.set(key, [log]);
    else others.push(log);
  }

  /** Log records contain what a model's span lacks, and replace it where it is missing. */
  #joinLogs({ nodes, logs, conversation }: Gathering): void {
    for (const [spanId, records] of logs ?? []) {
      records.sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0));
      const attributes = new Map(records.flatMap((log) => [...log.attributes]));
      const events = records.flatMap((log) => log.events);
      const logged = this.#condense({ ...records[0]!, attributes, events }, conversation);
      const existing = nodes.get(spanId);
      nodes.set(spanId, existing === undefined ? asModel(logged) : complete(existing, logged));
    }
  }
}

/** A single run of all traces with a model, a tool or an agent; other traces belong to the program around it. */
function joinTraces(gatherings: readonly Gathering[]): Gathering[] {
  const [first, ...rest] = gatherings.filter(({ nodes }) => isRun(nodes.values()));
  if (first === undefined) return [];
  for (const { nodes } of rest)
    for (const node of nodes.values()) first.nodes.set(`#${node.arrival}`, node);
  return [{ ...first, id: null }];
}

/** By their start, then by their id. */
function inOrder(gatherings: readonly Gathering[]): Gathering[] {
  const starts = new Map(
    gatherings.map((gathering) => {
      let start = Infinity;
      for (const { startMs } of gathering.nodes.values())
        start = Math.min(start, startMs ?? Infinity);
      return [gathering, start === Infinity ? 0 : start];
    }),
  );
  return [...gatherings].sort((a, b) => {
    const time = starts.get(a)! - starts.get(b)!;
    if (time !== 0) return time;
    const [idA, idB] = [a.id ?? '', b.id ?? ''];
    return idA < idB ? -1 : idA > idB ? 1 : 0;
  });
}

/** Whether a log record belongs to the conventions, and not to the program. */
function isOfModel({ events, attributes }: Span): boolean {
  return (
    events.some(({ name }) => name.startsWith('gen_ai.')) ||
    attributes.has('gen_ai.output.messages')
  );
}

function asModel(node: SpanNode): SpanNode {
  return { ...node, facts: { ...node.facts, kind: 'model' } };
}

function complete(node: SpanNode, logged: SpanNode): SpanNode {
  const { output, tools, finishReason } = node.facts;
  return {
    ...node,
    facts: {
      ...node.facts,
      output: orFallback(output, logged.facts.output),
      tools: tools ?? logged.facts.tools,
      finishReason: finishReason ?? logged.facts.finishReason,
    },
    question: node.question ?? logged.question,
    earlierAnswers: Math.max(node.earlierAnswers, logged.earlierAnswers),
  };
}
