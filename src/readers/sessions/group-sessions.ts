/** A session, and the session that started it. */
interface Linked {
  readonly id: string | null;
  readonly parent: string | null;
}

/** Groups sessions by the session that started them all; a session whose parent is not there starts its own group. */
export function groupSessions<T>(
  sessions: readonly T[],
  linkOf: (session: T) => Linked,
): ReadonlyMap<T, readonly T[]> {
  const byId = new Map<string, T>();
  for (const session of sessions) {
    const { id } = linkOf(session);
    if (id !== null) byId.set(id, session);
  }
  const groups = new Map<T, T[]>();
  for (const session of sessions) {
    const root = rootOf(session, byId, linkOf);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [session]);
    else group.push(session);
  }
  return groups;
}

/** A circle of parents ends where it began. */
function rootOf<T>(session: T, byId: ReadonlyMap<string, T>, linkOf: (session: T) => Linked): T {
  const seen = new Set<T>([session]);
  let root = session;
  for (;;) {
    const parent = byId.get(linkOf(root).parent ?? '');
    if (parent === undefined || seen.has(parent)) return root;
    seen.add(parent);
    root = parent;
  }
}
