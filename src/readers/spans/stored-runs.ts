import type { Place } from '#core';
import { count } from '../draft/count.ts';
import type { RunDraft } from '../draft/run-draft.ts';
import { readIssue } from '../records/read-codes.ts';
import type { TraceOutput } from '../trace-format.ts';
import { Conversation } from './conversation.ts';
import { runFromSpans } from './run-from-spans.ts';
import type { SpanNode } from './span-node.ts';
import { condenseStored, showsChoices, type StoredSpan, withoutJudges } from './stored-span.ts';

/** Spans of a trace of a store. */
export interface StoredTrace {
  readonly id: string | null;
  readonly spans: readonly StoredSpan[];
}

/** What has arrived of a trace. */
export interface Gathering {
  readonly id: string | null;
  readonly where: Place;
  readonly nodes: Map<string, SpanNode>;
  readonly types: Set<string>;
  readonly conversation: Conversation;
}

/** Makes runs of the spans of stores. */
export class StoredRuns {
  readonly #output: TraceOutput;
  #arrived = 0;
  #skipped = 0;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  /** Begins a trace whose spans may lie scattered. */
  gather(id: string | null, where: Place): Gathering {
    return { id, where, nodes: new Map(), types: new Set(), conversation: new Conversation() };
  }

  addSpans({ nodes, types, conversation }: Gathering, spans: readonly StoredSpan[]): void {
    for (const span of spans) {
      this.#arrived += 1;
      const node = condenseStored(span, this.#arrived, conversation);
      const key = span.spanId ?? `#${this.#arrived}`;
      const existing = nodes.get(key);
      // Of two states of a span the later contains more.
      if (existing === undefined || (node.endMs ?? 0) >= (existing.endMs ?? 0))
        nodes.set(key, node);
      if (span.unknownType !== null) types.add(span.unknownType);
    }
  }

  /** Emits the run of a trace of which everything is there. */
  emitTrace({ id, spans }: StoredTrace, where: Place): void {
    const gathering = this.gather(id, where);
    this.addSpans(gathering, withoutJudges(spans));
    this.emit(gathering);
  }

  emit({ id, where, nodes, types, conversation }: Gathering): void {
    const spans = [...nodes.values()];
    const note = (draft: RunDraft): void => {
      draft.rejectTypes('span', [...types]);
      if (!showsChoices(spans))
        draft.missAnswer('READ_ANSWER_MISSING', 'the trace has no answer of a model, and no tool');
    };
    const trace = runFromSpans(id, spans, conversation, where, note);
    if (trace !== null) this.#output.trace(trace, where);
    // A span of an unknown type may be the only span that matters.
    else if (types.size > 0) this.#refuse([...types], where);
    else this.#skipped += 1;
  }

  /** Reports the traces that are not runs. */
  end(): void {
    if (this.#skipped === 0) return;
    const traces = count(this.#skipped, 'trace', 'traces');
    const message = `${traces} without a span of an agent, a model or a tool left out`;
    this.#output.warn(readIssue('READ_RUN_SKIPPED', message));
  }

  #refuse(types: readonly string[], where: Place): void {
    const names = types.slice(0, 5).map((type) => JSON.stringify(type.slice(0, 80)));
    const message = `the trace has only spans of types that are not known: ${names.join(', ')}`;
    this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
  }
}
