import type { Json } from '#core';
import type { Uncounted } from '../chat.ts';

/** A user who reacts to what an agent says, in one run. */
interface UserSession {
  /** What the user says next; null where the user has nothing more to say. */
  next(agentSaid: string, signal: AbortSignal, uncounted?: Uncounted): Promise<string | null>;
  /** Requests and answers of the model behind the user, for people to read. */
  readonly exchanges: readonly Json[];
}

/** Makes a user for one run, who has heard the first words of the user already. */
export type BeginUser = (said: readonly string[]) => UserSession;

/** The turns of a run: those that are written, then what the simulated user says. */
export async function* turnsOf(
  { turns, user }: { readonly turns: readonly string[]; readonly user?: BeginUser },
  lastSaid: () => string,
  signal: AbortSignal,
  uncounted?: Uncounted,
): AsyncGenerator<string> {
  yield* turns;
  const session = user?.(turns);
  if (session === undefined) return;
  for (;;) {
    const next = await session.next(lastSaid(), signal, uncounted);
    if (next === null) return;
    yield next;
  }
}
