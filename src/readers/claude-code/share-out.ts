import { compareText } from '../draft/compare-text.ts';
import type { Line } from './line.ts';

/**
 * A session that is resumed starts with a copy of another's lines. Gives each line to one session only: to that which went
 * on first from what they have in common, whatever the order in which they were read.
 */
export function shareOut(sessions: ReadonlyMap<string, readonly Line[]>): {
  /** The lines of each session, in the order of `sessions`; those without any are left out. */
  readonly sessions: readonly (readonly Line[])[];
  /** Whether some session has the line. */
  readonly isKnown: (uuid: string) => boolean;
} {
  const holders = new Map<string, string | null>();
  for (const [session, lines] of sessions)
    for (const key of lines.flatMap(keysOf)) {
      const holder = holders.get(key);
      holders.set(key, holder === undefined || holder === session ? session : null);
    }
  const isShared = (line: Line): boolean => keysOf(line).some((key) => holders.get(key) === null);
  const starts = [...sessions].map(([session, lines]) => ({
    session,
    lines,
    wentOnAt: lines.find((line) => line.message !== null && !isShared(line))?.time ?? '',
  }));
  starts.sort((a, b) => compareText(a.wentOnAt, b.wentOnAt) || compareText(a.session, b.session));
  const owners = new Map<string, string>();
  const own = new Map<string, Line[]>();
  for (const { session, lines } of starts) own.set(session, claim(session, lines, owners));
  return {
    sessions: [...sessions.keys()]
      .map((key) => own.get(key) ?? [])
      .filter(({ length }) => length > 0),
    isKnown: (uuid) => holders.has(`line ${uuid}`),
  };
}

/** The lines that no other session has taken, each once. */
function claim(session: string, lines: readonly Line[], owners: Map<string, string>): Line[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    // Telling a line of a stream twice does no harm; in a transcript it would look like a branch.
    if (line.isLinked && line.uuid !== null && seen.has(line.uuid)) return false;
    if (keysOf(line).some((key) => (owners.get(key) ?? session) !== session)) return false;
    for (const key of keysOf(line)) owners.set(key, session);
    if (line.uuid !== null) seen.add(line.uuid);
    return true;
  });
}

/** What a copy has in common with its original: at times only the id of the answer. */
function keysOf({ uuid, messageId }: Line): string[] {
  return [
    ...(uuid === null ? [] : [`line ${uuid}`]),
    ...(messageId === null ? [] : [`answer ${messageId}`]),
  ];
}
