import type { IncomingHttpHeaders } from 'node:http';
import type { Decision, WireName } from './server.mjs';

/** What a request says, as far as it is read. */
export interface AgentAsk {
  readonly model: string;
  /** The names of the tools that are offered. */
  readonly tools: readonly string[];
  /** How many calls the request repeats. */
  readonly calls: number;
  readonly body: { readonly [key: string]: unknown };
}

export interface AgentModel {
  readonly url: string;
  readonly requests: readonly {
    readonly wire: WireName | null;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: { readonly [key: string]: unknown } | null;
  }[];
  close(): Promise<void>;
}

/** Starts a model for real coding agents, which takes whatever they send and streams. */
export function startAgentModel(options: {
  readonly decide: (ask: AgentAsk) => Decision;
  /** Whether the answer to the request of this number breaks off. */
  readonly cuts?: (count: number) => boolean;
}): Promise<AgentModel>;
