import type { Line } from './line.ts';

/** The lines of the conversation as it ended, and what was left aside. */
export interface Branch {
  readonly lines: readonly Line[];
  /** How many messages are on abandoned branches. */
  readonly leftOut: number;
  /** Parents that are in no file. */
  readonly orphans: readonly Line[];
}

/**
 * A transcript is a tree: rewinding or retrying leaves a branch behind. Follows the parents from the last message, and
 * adds what belongs to the same answers. The calls of an answer are on several lines, and each result is a child of its
 * call.
 */
export function followBranch(lines: readonly Line[], isKnown: (uuid: string) => boolean): Branch {
  let at = lines.findLastIndex(
    (line) => line.isLinked && (line.message !== null || line.kind === 'failure'),
  );
  if (at < 0) return { lines, leftOut: 0, orphans: [] };
  const places = new Map<string | null, number>();
  lines.forEach(({ isLinked, uuid }, place) => isLinked && places.set(uuid, place));
  const orphans: Line[] = [];
  const kept = lines.map((line) => !line.isLinked);
  for (let line = lines[at]; line !== undefined && !kept[at]; line = lines[at]) {
    kept[at] = true;
    if (line.parent === null) at = line.isCompaction ? at - 1 : -1;
    else {
      const parent = places.get(line.parent);
      if (parent === undefined && !isKnown(line.parent)) {
        orphans.push(line);
        at -= 1;
      } else at = parent ?? -1;
    }
  }
  if (kept.every(Boolean)) return { lines, leftOut: 0, orphans };
  widen(lines, kept);
  const leftOut = lines.filter(
    (candidate, place) => candidate.message !== null && !kept[place],
  ).length;
  return { lines: lines.filter((_, place) => kept[place]), leftOut, orphans };
}

/** Adds the other lines of kept answers, and the results of their calls. */
function widen(lines: readonly Line[], kept: boolean[]): void {
  const answers = new Set<string>();
  lines.forEach(({ messageId }, at) => kept[at] && messageId !== null && answers.add(messageId));
  const calls = new Set<string | null>();
  lines.forEach(({ messageId, message }, at) => {
    if (messageId !== null && answers.has(messageId)) kept[at] = true;
    if (kept[at]) for (const { id } of message?.calls ?? []) calls.add(id);
  });
  lines.forEach(({ message }, at) => {
    if (message?.results.some(({ id }) => calls.has(id)) === true) kept[at] = true;
  });
}
