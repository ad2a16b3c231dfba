import type { Line } from './line.ts';

/** The lines of the conversation as it ended, and what was left aside. */
export interface Branch {
  readonly lines: readonly Line[];
  /** How many messages stand on branches that were given up. */
  readonly leftOut: number;
  /** Parents that are in no file. */
  readonly orphans: readonly Line[];
}

/**
 * A transcript is a tree: who rewinds or retries leaves a branch behind. Follows the parents from the last message, and
 * takes along what belongs to the same answers: the calls of one answer stand on several lines, and each result hangs on
 * its own call.
 */
export function followBranch(lines: readonly Line[], isKnown: (uuid: string) => boolean): Branch {
  const last = lines.findLast(
    (line) => line.isLinked && (line.message !== null || line.kind === 'failure'),
  );
  if (last === undefined) return { lines, leftOut: 0, orphans: [] };
  const byUuid = new Map(lines.filter(({ isLinked }) => isLinked).map((line) => [line.uuid, line]));
  const positions = new Map(lines.map((line, index) => [line, index]));
  const orphans: Line[] = [];
  const kept = new Set<Line>(lines.filter((line) => !line.isLinked));
  let line: Line | undefined = last;
  while (line !== undefined && !kept.has(line)) {
    kept.add(line);
    const before: Line | undefined = lines[positions.get(line)! - 1];
    if (line.parent === null) line = line.isCompaction ? before : undefined;
    else {
      const parent = byUuid.get(line.parent);
      if (parent === undefined && !isKnown(line.parent)) {
        orphans.push(line);
        line = before;
      } else line = parent;
    }
  }
  widen(lines, kept);
  const leftOut = lines.filter((one) => one.message !== null && !kept.has(one)).length;
  return { lines: lines.filter((one) => kept.has(one)), leftOut, orphans };
}

/** Adds the other lines of kept answers, and the results of their calls. */
function widen(lines: readonly Line[], kept: Set<Line>): void {
  const answers = new Set<string>();
  for (const { messageId } of kept) if (messageId !== null) answers.add(messageId);
  const calls = new Set<string | null>();
  for (const line of lines) {
    if (line.messageId !== null && answers.has(line.messageId)) kept.add(line);
    if (kept.has(line)) for (const { id } of line.message?.calls ?? []) calls.add(id);
  }
  for (const line of lines)
    if (line.message?.results.some(({ id }) => calls.has(id)) === true) kept.add(line);
}
