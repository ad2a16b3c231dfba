import { compareText } from '../../draft/compare-text.ts';
import type { Line } from './line.ts';

/**
 * A resumed session starts with a copy of another session's lines. Assigns each line to a single session: the session
 * that first continued from their common lines, whatever the reading order.
 */
export function assignLines(sessions: ReadonlyMap<string, readonly Line[]>): {
  /** The lines of each session, in the order of `sessions`; sessions without lines are left out. */
  readonly sessions: readonly (readonly Line[])[];
  /** Whether some session has the line. */
  readonly isKnown: (uuid: string) => boolean;
} {
  const holders = new Register();
  for (const [session, lines] of sessions) for (const line of lines) holders.note(line, session);
  const isShared = (line: Line): boolean => holders.isShared(line);
  const starts = [...sessions].map(([session, lines]) => ({
    session,
    lines,
    wentOnAt: lines.find((line) => line.message !== null && !isShared(line))?.time ?? '',
  }));
  starts.sort((a, b) => compareText(a.wentOnAt, b.wentOnAt) || compareText(a.session, b.session));
  const owners = new Register();
  const claimed = new Map<string, Line[]>();
  for (const { session, lines } of starts)
    claimed.set(session, claim(session, lines, owners, isShared));
  return {
    sessions: [...sessions.keys()]
      .map((key) => claimed.get(key) ?? [])
      .filter(({ length }) => length > 0),
    isKnown: (uuid) => holders.lines.has(uuid),
  };
}

/** The lines that no other session has claimed, each of them once. */
function claim(
  session: string,
  lines: readonly Line[],
  owners: Register,
  isShared: (line: Line) => boolean,
): Line[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    // A repeated line of a stream does no harm; in a transcript it would look like a branch.
    if (line.isLinked && line.uuid !== null && seen.has(line.uuid)) return false;
    if (isShared(line)) {
      if (owners.isOfOther(line, session)) return false;
      owners.note(line, session);
    }
    if (line.uuid !== null) seen.add(line.uuid);
    return true;
  });
}

/** Which session has a line, by what a copy has in common with its original: at times only the id of the answer. */
class Register {
  /** By the id of the line, and by that of the answer; null where several have it. */
  readonly lines = new Map<string, string | null>();
  readonly #answers = new Map<string, string | null>();
  /** Whether several sessions have anything in common; mostly nothing is looked up. */
  #hasShared = false;

  note({ uuid, messageId }: Line, session: string): void {
    if (uuid !== null) this.#note(this.lines, uuid, session);
    if (messageId !== null) this.#note(this.#answers, messageId, session);
  }

  #note(holders: Map<string, string | null>, key: string, session: string): void {
    const holder = holders.get(key);
    if (holder === undefined) holders.set(key, session);
    else if (holder !== session) {
      holders.set(key, null);
      this.#hasShared = true;
    }
  }

  isShared({ uuid, messageId }: Line): boolean {
    if (!this.#hasShared) return false;
    return (
      (uuid !== null && this.lines.get(uuid) === null) ||
      (messageId !== null && this.#answers.get(messageId) === null)
    );
  }

  isOfOther({ uuid, messageId }: Line, session: string): boolean {
    return (
      (uuid !== null && (this.lines.get(uuid) ?? session) !== session) ||
      (messageId !== null && (this.#answers.get(messageId) ?? session) !== session)
    );
  }
}
