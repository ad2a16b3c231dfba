import type { Span } from './span.ts';

/** The ancestors of a span that matter. */
export interface SpanContext {
  /** The first agent from the top, and the nearest agent. */
  readonly outer: Span | null;
  readonly agent: Span | null;
  readonly inWorkflow: boolean;
  /** A judge at work: what it does is not the agent's doing. */
  readonly inScorer: boolean;
  readonly tool: Span | null;
}

const TOP: SpanContext = {
  outer: null,
  agent: null,
  inWorkflow: false,
  inScorer: false,
  tool: null,
};

/** Finds the ancestors of each span of a trace. Climbs each path once, and stops at cycles. */
export class SpanContexts {
  readonly #spans: ReadonlyMap<string, Span>;
  readonly #below = new Map<string, SpanContext>();

  constructor(spans: ReadonlyMap<string, Span>) {
    this.#spans = spans;
  }

  above(span: Span): SpanContext {
    const path: Span[] = [];
    const seen = new Set<string>([span.id]);
    let at = this.#parent(span);
    while (at !== undefined && !this.#below.has(at.id) && !seen.has(at.id)) {
      path.push(at);
      seen.add(at.id);
      at = this.#parent(at);
    }
    let context = (at === undefined ? undefined : this.#below.get(at.id)) ?? TOP;
    for (const ancestor of path.reverse()) {
      context = extend(context, ancestor);
      this.#below.set(ancestor.id, context);
    }
    return context;
  }

  #parent({ parentId }: Span): Span | undefined {
    return parentId === null ? undefined : this.#spans.get(parentId);
  }
}

function extend(context: SpanContext, span: Span): SpanContext {
  switch (span.type) {
    case 'agent_run':
      return { ...context, outer: context.outer ?? span, agent: span };
    case 'workflow_run':
      return { ...context, inWorkflow: true };
    case 'scorer_run':
      return { ...context, inScorer: true };
    default:
      return isTool(span) ? { ...context, tool: span } : context;
  }
}

/** Whether a span is a call. */
export function isTool({ type }: Span): boolean {
  return type === 'tool_call' || /^(?:mcp|client|provider)_tool_call$/.test(type);
}
