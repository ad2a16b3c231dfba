import type { Json, Place } from '#core';
import { AgentSessions } from '../agent-events/agent-sessions.ts';
import { count } from '../draft/count.ts';
import type { Assembler, TraceOutput } from '../trace-format.ts';
import { compareOrders, type RunOrder } from '../spill/run-order.ts';
import { SkippedRuns } from '../spill/skipped-runs.ts';
import { orFallback } from './answer.ts';
import { Conversation } from './conversation.ts';
import { unpack } from './envelope.ts';
import { badSpan, isOfModel, keyOfTrace } from './partition-spans.ts';
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
  readonly #agents: AgentSessions;
  #arrived = 0;
  /** Whether there were metrics, or logs of programs. They are not runs, but a file of them alone is a mistake. */
  #hasOthers = false;

  readonly #skipped: SkippedRuns;
  /** The programs of log events, where this is a part. */
  #services: ReadonlySet<string> | null = null;
  #hasEndedSessions = false;
  readonly #isPart: boolean;

  /** `skipped` is that of the assembler that this is a part of. */
  constructor(
    output: TraceOutput,
    { isOneRun }: { readonly isOneRun: boolean },
    skipped: SkippedRuns | null = null,
  ) {
    this.#output = output;
    this.#shared = isOneRun ? new Conversation() : null;
    this.#agents = new AgentSessions(isOneRun);
    this.#skipped = skipped ?? new SkippedRuns();
    this.#isPart = skipped !== null;
  }

  add(record: Json, where: Place): void {
    unpack(record, {
      span: (span) => this.#addSpan(this.#gathering(span, where), span),
      log: (log) => {
        if (this.#agents.add(log, where)) this.#hasOthers = true;
        else if (isOfModel(log)) this.#addLog(this.#gathering(log, where), log);
        else this.#hasOthers = true;
      },
      other: () => {
        this.#hasOthers = true;
      },
      bad: (pointer, message) => this.#output.error(badSpan(where, pointer, message)),
    });
  }

  *end(): Generator<void> {
    const gatherings = [...this.#traces.values(), ...this.#byFile.values()];
    this.#traces.clear();
    this.#byFile.clear();
    for (const gathering of gatherings) this.#joinLogs(gathering);
    this.#skipped.waited += gatherings.length;
    yield* this.#endSessions();
    const services = this.#services ?? this.#agents.services;
    const inTime = inOrder(gatherings.filter((gathering) => !isRepeat(gathering, services)));
    for (const { gathering, order } of this.#shared === null ? inTime : joinTraces(inTime)) {
      const { id, where, nodes, conversation } = gathering;
      const trace = runFromSpans(id, [...nodes.values()], conversation, where);
      if (trace === null) this.#skipped.note(where, order);
      else this.#output.trace(trace, where, undefined, order);
      nodes.clear();
      yield;
    }
    if (this.#isPart) return;
    if (this.#skipped.count > 0) this.#warnSkipped(count(this.#skipped.count, 'trace', 'traces'));
    else if (this.#hasOthers && this.#skipped.waited === 0) this.#warnSkipped('all records');
  }

  divide(parts: number, indexOf: (key: string) => number): SpanAssembler[] {
    // Sessions depend on the events of all parts, and come before all other runs.
    for (const _ of this.#endSessions());
    const services = this.#services ?? this.#agents.services;
    const assemblers = Array.from({ length: parts }, () => {
      const part = new SpanAssembler(this.#output, { isOneRun: false }, this.#skipped);
      part.#arrived = this.#arrived;
      part.#services = services;
      return part;
    });
    for (const [id, gathering] of this.#traces)
      assemblers[indexOf(keyOfTrace(id, undefined))]!.#traces.set(id, gathering);
    for (const [file, gathering] of this.#byFile)
      assemblers[indexOf(keyOfTrace(null, file))]!.#byFile.set(file, gathering);
    this.#traces.clear();
    this.#byFile.clear();
    return assemblers;
  }

  /** Emits the runs of log events, once. */
  *#endSessions(): Generator<void> {
    if (this.#hasEndedSessions) return;
    this.#hasEndedSessions = true;
    for (const { trace, where } of this.#agents.traces()) {
      this.#skipped.waited += 1;
      this.#output.trace(trace, where);
      yield;
    }
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

/** Whether all spans of a trace are of programs whose log events were read: both record the same calls. */
function isRepeat({ nodes }: Gathering, services: ReadonlySet<string>): boolean {
  if (services.size === 0 || nodes.size === 0) return false;
  return [...nodes.values()].every(({ service }) => service !== null && services.has(service));
}

/** A single run of all traces with a model, a tool or an agent; other traces belong to the program around it. */
function joinTraces(gatherings: readonly Ordered[]): Ordered[] {
  const [first, ...rest] = gatherings.filter(({ gathering }) => isRun(gathering.nodes.values()));
  if (first === undefined) return [];
  const { nodes } = first.gathering;
  for (const { gathering } of rest)
    for (const node of gathering.nodes.values()) nodes.set(`#${node.arrival}`, node);
  return [{ ...first, gathering: { ...first.gathering, id: null } }];
}

interface Ordered {
  readonly gathering: Gathering;
  readonly order: RunOrder;
}

/** By their start, then by their id. */
function inOrder(gatherings: readonly Gathering[]): Ordered[] {
  const ordered = gatherings.map((gathering) => {
    let start = Infinity;
    for (const { startMs } of gathering.nodes.values())
      start = Math.min(start, startMs ?? Infinity);
    return {
      gathering,
      order: { start: start === Infinity ? 0 : start, id: gathering.id ?? '' },
    };
  });
  return ordered.sort((a, b) => compareOrders(a.order, b.order));
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
