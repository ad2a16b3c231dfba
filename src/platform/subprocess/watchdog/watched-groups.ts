import { signalGroup } from '../signal-group.ts';

/** The process groups that end with the command: `+id` adds one, `-id` removes one, a line each. */
export class WatchedGroups {
  readonly #ids = new Set<number>();
  #rest = '';

  /** The next part of the input; a line may be split between two. */
  read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const id = Number(line.slice(1));
      if (line.startsWith('+')) this.#ids.add(id);
      else this.#ids.delete(id);
    }
  }

  /** Sends a signal to all groups and removes those that have ended. Whether any is left. */
  signal(signal: 'SIGTERM' | 'SIGKILL', send: typeof signalGroup = signalGroup): boolean {
    for (const id of this.#ids) if (!send(id, signal)) this.#ids.delete(id);
    return this.#ids.size > 0;
  }
}
