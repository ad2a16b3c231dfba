import { explainNearMiss, nameSkeleton } from './near-miss.ts';
import type { Remark } from '../scoring/scorer.ts';
import { formatPattern, type ToolPattern, toolOfPattern } from './tool-pattern.ts';
import { formatTool, type ToolRef } from '../trace/trace.ts';

const NOTHING: readonly Remark[] = [];
const MAX_KNOWN = 5000;

/**
 * Calls that a list of forbidden tools does not match though they may be meant: another spelling, a server that was not
 * recorded, or a server written into the name. They are remarks beside the gate, and never count.
 */
export class ForbiddenNearMisses {
  readonly #patterns: readonly ToolPattern[];
  /** By tool as it is printed: each is compared once. */
  readonly #known = new Map<string, Remark | null>();

  constructor(patterns: readonly ToolPattern[]) {
    this.#patterns = patterns;
  }

  /** The remarks on calls that no pattern matches. */
  remarks(calls: readonly ToolRef[]): readonly Remark[] {
    let remarks: Remark[] | null = null;
    for (const call of calls) {
      const remark = this.#remarkOn(call);
      if (remark !== null) (remarks ??= []).push(remark);
    }
    return remarks ?? NOTHING;
  }

  #remarkOn(call: ToolRef): Remark | null {
    const tool = formatTool(call);
    let remark = this.#known.get(tool);
    if (remark === undefined) {
      remark = this.#compare(call, tool);
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(tool, remark);
    }
    return remark;
  }

  #compare(call: ToolRef, tool: string): Remark | null {
    for (const pattern of this.#patterns) {
      const why = explainPattern(call, pattern);
      if (why === null) continue;
      const text = `a call of \`${tool}\` is not matched by forbidden \`${formatPattern(pattern)}\`: ${why}`;
      return { about: tool, text: () => text };
    }
    return null;
  }
}

/** Why a call that a pattern does not match may still be of its tool; null where it is another tool. */
function explainPattern(call: ToolRef, pattern: ToolPattern): string | null {
  const { server, name } = toolOfPattern(pattern);
  // The same name on another server is another tool.
  const isElsewhere =
    server !== null && call.server !== null && nameSkeleton(server) !== nameSkeleton(call.server);
  if (isElsewhere && name === call.name) return null;
  const why = explainNearMiss(call, [pattern]);
  if (why !== null) return why;
  const skeleton = nameSkeleton(name);
  const called = nameSkeleton(call.name);
  if (server !== null && call.server === null && called === skeleton)
    return 'the name is spelled differently, and the server was not recorded';
  return server === null && called.endsWith(`_${skeleton}`) ? 'the name has a prefix' : null;
}
