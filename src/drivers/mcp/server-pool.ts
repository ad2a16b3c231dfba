import type { PriorDiscovery } from '@modelcontextprotocol/client';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';
import type { ProtocolWarningCode } from './protocol-warnings.ts';
import type { ServerDeadlines, ServerSpec } from './server-spec.ts';

/** One instance of a server. */
interface Instance {
  readonly test: string;
  readonly starting: Promise<Connection>;
  readonly cancel: AbortController;
  /** Null until it has started. */
  connection: Connection | null;
  ending: Promise<void> | null;
  users: number;
}

/** An instance for one run. */
export interface Lease {
  readonly connection: Connection;
  /** What it had done before this run, or when its issues were taken last. */
  seen: ReadonlyMap<ProtocolWarningCode, number>;
  release(): Promise<void>;
}

/** The instances of one server, shared as its `restart` says. */
export class ServerPool {
  readonly #name: string;
  readonly #spec: ServerSpec;
  readonly #deadlines: ServerDeadlines;
  readonly #instances = new Set<Instance>();
  #era: PriorDiscovery | null = null;

  constructor(name: string, spec: ServerSpec, deadlines: ServerDeadlines) {
    this.#name = name;
    this.#spec = spec;
    this.#deadlines = deadlines;
  }

  /** An instance for a run of this test, started where none may be shared. */
  async acquire(test: string): Promise<Lease> {
    const shared = this.#findShared(test);
    const instance = shared ?? this.#start(test);
    instance.users += 1;
    for (const other of this.#instances) {
      if (other.users === 0 && !this.#serves(other, test)) void this.#end(other);
    }
    const release = async (): Promise<void> => {
      instance.users -= 1;
      if (instance.users === 0 && !this.#serves(instance, test)) await this.#end(instance);
    };
    try {
      const connection = await instance.starting;
      const seen =
        shared === null
          ? new Map<ProtocolWarningCode, number>()
          : connection.protocolWarnings.counts();
      return { connection, seen, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#instances].map((instance) => this.#end(instance)));
  }

  #findShared(test: string): Instance | null {
    for (const instance of this.#instances) if (this.#serves(instance, test)) return instance;
    return null;
  }

  /** Whether another run of this test may use it. */
  #serves({ connection, test: ofTest, cancel }: Instance, test: string): boolean {
    if (cancel.signal.aborted || connection?.isUsable === false) return false;
    return this.#spec.restart === 'never' || (this.#spec.restart === 'per_test' && ofTest === test);
  }

  #start(test: string): Instance {
    const cancel = new AbortController();
    const starting = connect({
      name: this.#name,
      spec: this.#spec,
      deadlines: this.#deadlines,
      era: this.#era,
      signal: cancel.signal,
    });
    const instance: Instance = { test, starting, cancel, connection: null, ending: null, users: 0 };
    this.#instances.add(instance);
    starting.then(
      (connection) => {
        instance.connection = connection;
        this.#era = connection.era;
      },
      // Its waiting callers get the error; no other caller may use it.
      () => cancel.abort(),
    );
    return instance;
  }

  #end(instance: Instance): Promise<void> {
    instance.ending ??= this.#close(instance);
    return instance.ending;
  }

  async #close(instance: Instance): Promise<void> {
    instance.cancel.abort(new Error(`server "${this.#name}" was closed`));
    const connection = await instance.starting.catch(() => null);
    await connection?.close();
    this.#instances.delete(instance);
  }
}
