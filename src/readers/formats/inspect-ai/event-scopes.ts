import type { JsonObject } from '#core';
import { textOf } from '../../draft/text-of.ts';

/**
 * Where an event happened: in the agent itself (null), in a sub-agent, or in a scorer, which is not part of the run.
 */
export type Scope =
  | { readonly kind: 'agent'; readonly requester: string | null }
  | { readonly kind: 'scorer' };

const AGENT: Scope = { kind: 'agent', requester: null };
const SCORER: Scope = { kind: 'scorer' };

/** Whether an event opens or closes a step; other events cannot be followed. */
function isStep({ action, type }: JsonObject): boolean {
  const isNamed = type === undefined || type === null || typeof type === 'string';
  return isNamed && (action === 'begin' || action === 'end');
}

interface Span {
  readonly scope: Scope;
  /** Whether a further agent below it is a sub-agent. */
  readonly isWithinAgent: boolean;
}

const TOP: Span = { scope: AGENT, isWithinAgent: false };

/** Follows the spans of a log, and the steps of older logs, to find where each event happened. */
export class EventScopes {
  /** The name of the main agent, where a span records it. */
  agent: string | null = null;
  readonly #spans = new Map<string, Span>();
  readonly #steps: Scope[] = [];

  /** Handles an event that opens or closes a span; returns whether it was such an event. */
  take(event: JsonObject): boolean {
    switch (event.event) {
      case 'span_begin':
        this.#open(event);
        return true;
      case 'step':
        if (!isStep(event)) return false;
        if (event.action === 'begin')
          this.#steps.push(event.type === 'scorer' ? SCORER : (this.#steps.at(-1) ?? AGENT));
        else this.#steps.pop();
        return true;
      default:
        return event.event === 'span_end';
    }
  }

  scopeOf(event: JsonObject): Scope {
    const span = this.#spans.get(textOf(event.span_id) ?? '');
    return span?.scope ?? this.#steps.at(-1) ?? AGENT;
  }

  #open(event: JsonObject): void {
    const id = textOf(event.id);
    if (id === null) return;
    const parent = this.#spans.get(textOf(event.parent_id) ?? '') ?? TOP;
    const type = textOf(event.type);
    const name = textOf(event.name);
    const { scope, isWithinAgent } = parent;
    if (type === 'scorers' || type === 'scorer')
      this.#spans.set(id, { scope: SCORER, isWithinAgent });
    else if (type === 'agent' && isWithinAgent && scope.kind === 'agent')
      this.#spans.set(id, { scope: { kind: 'agent', requester: name }, isWithinAgent });
    else {
      if (type === 'agent' && scope.kind === 'agent') this.agent ??= name;
      const opensAgent = type === 'agent' || type === 'tool' || type === 'handoff';
      this.#spans.set(id, { scope, isWithinAgent: isWithinAgent || opensAgent });
    }
  }
}
