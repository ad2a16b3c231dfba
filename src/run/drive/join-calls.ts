import { equalJson, type Json, type ToolCall } from '#core';
import { matchTool } from './match-tool.ts';

/**
 * Joins the calls that spans record with those that servers observed: what is in both is one call, with its true server.
 * The order is that of the spans; what only a server observed comes where its time puts it.
 */
export function joinCalls(
  reported: readonly ToolCall[],
  observed: readonly ToolCall[],
): readonly ToolCall[] {
  const partners = new Pairing(reported, observed).pair();
  const joined = new Map<number, ToolCall>();
  const after = new Map<number, ToolCall[]>();
  let last = -1;
  for (const [index, call] of observed.entries()) {
    const partner = partners.get(index);
    if (partner !== undefined) {
      joined.set(partner, merge(reported[partner]!, call));
      last = Math.max(last, partner);
      continue;
    }
    while (isEarlier(reported[last + 1], call)) last++;
    const others = after.get(last);
    if (others === undefined) after.set(last, [call]);
    else others.push(call);
  }
  const inOrder = reported.flatMap((call, index) => [
    joined.get(index) ?? call,
    ...(after.get(index) ?? []),
  ]);
  return [...(after.get(-1) ?? []), ...inOrder];
}

function isEarlier(a: ToolCall | undefined, b: ToolCall): boolean {
  if (a?.startedAt === undefined || b.startedAt === undefined) return false;
  return a.startedAt <= b.startedAt;
}

/** Finds for each call that a server observed the one that spans record: first those with the same arguments, then in order. */
class Pairing {
  readonly #reported: readonly ToolCall[];
  readonly #observed: readonly ToolCall[];
  readonly #servers: readonly string[];
  /** The calls that have no partner yet, by the reported tool. */
  readonly #free = new Map<string, number[]>();
  /** Which of those a tool may be, the surest first. */
  readonly #candidates = new Map<string, readonly string[]>();

  constructor(reported: readonly ToolCall[], observed: readonly ToolCall[]) {
    this.#reported = reported;
    this.#observed = observed;
    this.#servers = [...new Set(observed.flatMap(({ server }) => server ?? []))];
    for (const [index, call] of reported.entries()) {
      const key = keyOf(call);
      const others = this.#free.get(key);
      if (others === undefined) this.#free.set(key, [index]);
      else others.push(index);
    }
  }

  pair(): ReadonlyMap<number, number> {
    const partners = new Map<number, number>();
    for (const fits of [passesTheSame, () => true]) {
      for (const [index, call] of this.#observed.entries()) {
        const partner = partners.has(index) ? null : this.#take(call, fits);
        if (partner !== null) partners.set(index, partner);
      }
    }
    return partners;
  }

  #take(call: ToolCall, fits: (reported: ToolCall, observed: ToolCall) => boolean): number | null {
    for (const key of this.#candidatesOf(call)) {
      const free = this.#free.get(key) ?? [];
      const at = free.findIndex((index) => fits(this.#reported[index]!, call));
      if (at !== -1) return free.splice(at, 1)[0] ?? null;
    }
    return null;
  }

  #candidatesOf(call: ToolCall): readonly string[] {
    const key = JSON.stringify([call.server, call.name]);
    const known = this.#candidates.get(key);
    if (known !== undefined) return known;
    const ranked = [...this.#free]
      .map(([name, [index = 0]]) => ({
        name,
        rank: matchTool(this.#reported[index]!, call, this.#servers),
      }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank)
      .map(({ name }) => name);
    this.#candidates.set(key, ranked);
    return ranked;
  }
}

function keyOf({ server, name, rawName }: ToolCall): string {
  return JSON.stringify([server, name, rawName ?? null]);
}

function passesTheSame(a: ToolCall, b: ToolCall): boolean {
  return equalJson(passed(a), passed(b));
}

function passed({ arguments: args }: ToolCall): Json {
  if (args.state === 'absent') return {};
  return args.state === 'parsed' ? args.value : args.text;
}

/** The model's side from the span, the server's side from the wire. */
function merge(reported: ToolCall, observed: ToolCall): ToolCall {
  const raw = reported.rawName ?? reported.name;
  return {
    ...observed,
    ...reported,
    server: observed.server,
    name: observed.name,
    arguments: reported.arguments.state === 'parsed' ? reported.arguments : observed.arguments,
    status: observed.status === 'error' ? 'error' : (reported.status ?? observed.status),
    ...(raw === observed.name ? {} : { rawName: raw }),
  };
}
