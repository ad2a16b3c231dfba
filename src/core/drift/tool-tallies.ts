import type { ToolRef } from '../trace/trace.ts';
import { ToolTally } from './tool-tally.ts';

/** The tallies of all tools, by server, then by name: a dotted spelling could mean two tools. */
export class ToolTallies {
  readonly #byServer = new Map<string | null, Map<string, ToolTally>>();

  of({ server, name }: ToolRef): ToolTally {
    let byName = this.#byServer.get(server);
    if (byName === undefined) this.#byServer.set(server, (byName = new Map()));
    let tally = byName.get(name);
    if (tally === undefined) byName.set(name, (tally = new ToolTally({ server, name })));
    return tally;
  }

  /** The tally of a tool that was met. */
  find({ server, name }: ToolRef): ToolTally | null {
    return this.#byServer.get(server)?.get(name) ?? null;
  }

  *all(): Iterable<ToolTally> {
    for (const byName of this.#byServer.values()) yield* byName.values();
  }

  merge(other: ToolTallies): void {
    for (const tally of other.all()) this.of(tally.tool).merge(tally);
  }
}
