import type { ToolSpec, Trace, Usage } from '#core';

/** The traces of the turns of one session as one run: calls in order, and the words of the last. */
export function joinTurns(traces: readonly [Trace, ...Trace[]] | readonly Trace[]): Trace {
  const [first, ...others] = traces;
  if (first === undefined) throw new Error('a session has at least one turn');
  return others.reduce(joinTwo, first);
}

function joinTwo(before: Trace, next: Trace): Trace {
  const turns = Math.max(0, ...before.calls.map(({ turn = 0 }) => turn));
  const later = next.calls.map((call) =>
    call.turn === undefined ? call : { ...call, turn: call.turn + turns },
  );
  const { fault = next.fault } = before;
  const { answers: _answers, said: _said, ...rest } = before;
  return {
    ...rest,
    calls: [...before.calls, ...later],
    offered: joinOffered(before.offered, next.offered),
    output: next.output ?? before.output,
    usage: addUsage(before.usage, next.usage),
    error: before.error ?? next.error,
    ...(fault === undefined ? {} : { fault }),
    ...(before.partial === true || next.partial === true ? { partial: true } : {}),
    issues: [...before.issues, ...next.issues],
  };
}

function joinOffered(
  a: readonly ToolSpec[] | null,
  b: readonly ToolSpec[] | null,
): readonly ToolSpec[] | null {
  if (a === null || b === null) return a ?? b;
  const known = new Set(a.map(({ server, name }) => JSON.stringify([server, name])));
  return [...a, ...b.filter(({ server, name }) => !known.has(JSON.stringify([server, name])))];
}

/** Null where one is unknown: a sum of some would be wrong. */
export function addUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (a === null || b === null) return null;
  const add = (x: number | null, y: number | null): number | null =>
    x === null || y === null ? null : x + y;
  return {
    inputTokens: add(a.inputTokens, b.inputTokens),
    outputTokens: add(a.outputTokens, b.outputTokens),
    cost: add(a.cost, b.cost),
  };
}
