import type { Issue } from '#core';
import { driveIssue } from '../codes.ts';

const MAX_EXAMPLES = 5;

interface Oddity {
  count: number;
  readonly examples: string[];
}

/** What one server did that it should not have, by kind: how often, with the first five examples. */
export class ProtocolWarnings {
  readonly #server: string;
  readonly #kinds = new Map<ProtocolWarningCode, Oddity>();

  constructor(server: string) {
    this.#server = server;
  }

  /** `example` is fit for printing. */
  note(code: ProtocolWarningCode, example: string): void {
    const kind = this.#kinds.get(code) ?? { count: 0, examples: [] };
    kind.count += 1;
    if (kind.examples.length < MAX_EXAMPLES) kind.examples.push(example);
    this.#kinds.set(code, kind);
  }

  /** How often each kind was seen until now. */
  counts(): ReadonlyMap<ProtocolWarningCode, number> {
    return new Map([...this.#kinds].map(([code, { count }]) => [code, count]));
  }

  /** What was seen since `before`. */
  since(before: ReadonlyMap<ProtocolWarningCode, number>): Issue[] {
    const issues: Issue[] = [];
    for (const [code, { count, examples }] of this.#kinds) {
      const seen = before.get(code) ?? 0;
      if (count === seen) continue;
      const times = count - seen === 1 ? 'once' : `${count - seen} times`;
      const fresh = seen < examples.length ? examples.slice(seen) : examples;
      const message = `server "${this.#server}" ${WORDS[code]} (${times}): ${fresh.join(', ')}`;
      issues.push(driveIssue(code, message));
    }
    return issues;
  }
}

/** The kinds of protocol warnings, which are codes of issues. */
export type ProtocolWarningCode = keyof typeof WORDS;

const WORDS = {
  MCP_STDOUT_NOISE: 'printed lines to stdout that are not protocol messages, which were skipped',
  MCP_UNEXPECTED: 'sent something unexpected, which was ignored',
  MCP_LIST_CHANGED: 'changed its list of tools; this run keeps the list it began with',
  MCP_REQUEST_DECLINED: 'asked the client for something, which was declined',
  MCP_TOOL_SKIPPED: 'lists tools that cannot be offered',
  MCP_RESULT_CUT: 'gave a result that is too long for a model, which was cut',
  MCP_NOT_ENDED: 'left processes behind that could not be ended',
} as const;
