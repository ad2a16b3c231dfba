import type { TestReport } from '#core';
import type { TraceScorer } from '#run';
import type { ApiLiveRates, LiveSummary } from '#schema';
import { type ArrivedLine, LiveStore, type Retention, type StoredTrace } from '#store';
import { assembleTrace } from './assemble-trace.ts';
import { LiveSuite } from './live-suite.ts';
import { LabelQueue } from './queue-rule.ts';
import { RecentRuns } from './recent-runs.ts';
import { Settler } from './settler.ts';

/** What the traces of a project are received with. */
export interface LiveOptions {
  readonly root: string;
  /** The suite that the command names; null where one is chosen in the page. */
  readonly suite: string | null;
  readonly retention: Retention;
  readonly report: (error: unknown) => void;
}

/** The parts that exist once something was received or asked for. */
interface Opened {
  readonly store: LiveStore;
  readonly scorer: TraceScorer;
  readonly settler: Settler;
}

const PRUNE_MS = 60_000;
const PRUNE_ON_MS = 2000;
/** How many runs are scored again by a suite that was chosen. */
const MAX_RESCORED = 1000;

/** The traces that programs send to the server. The store is opened when it is first needed. */
export class LiveTraces {
  readonly #options: LiveOptions;
  readonly #recent = new RecentRuns();
  readonly queue: LabelQueue;
  readonly suite: LiveSuite;
  /** What was counted since the start. */
  readonly counters = { requests: 0, spans: 0, logs: 0, rejected: 0, refused: 0, pruned: 0 };
  #opening: Promise<Opened> | null = null;
  #isClosed = false;
  #pruning: NodeJS.Timeout | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.queue = new LabelQueue(options.root);
    this.suite = new LiveSuite(options.root, options.suite);
  }

  /** Whether the command names a suite, which has to be right from the start. */
  get hasNamedSuite(): boolean {
    return this.#options.suite !== null;
  }

  get retention(): Retention {
    return this.#options.retention;
  }

  /** Reports a fault on the terminal. */
  report(error: unknown): void {
    this.#options.report(error);
  }

  /** The store and what works on it. Throws a UserError where another server has it, or the suite cannot be read. */
  open(): Promise<Opened> {
    if (this.#isClosed) return Promise.reject(new Error('the server stops'));
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async isFull(): Promise<boolean> {
    const opened = await this.#opening;
    return opened?.store.isFull ?? false;
  }

  /** Stores lines. They are on disk when this resolves. */
  async add(lines: readonly ArrivedLine[]): Promise<void> {
    const { store } = await this.open();
    await store.add(lines);
    const spans = lines.reduce((sum, { records }) => sum + records, 0);
    this.#recent.addSpans(spans, Date.now());
  }

  rates(): ApiLiveRates {
    return this.#recent.rates(Date.now());
  }

  /** The report of a test with a trace alone; null where there is no run in it. */
  async reportOf(trace: StoredTrace): Promise<TestReport | null> {
    const { store, scorer } = await this.open();
    const assembled = assembleTrace(store.linesOf(trace));
    return assembled.kind === 'run' ? await scorer.report(assembled.trace) : null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opening?.catch(() => null);
    if (this.#pruning !== null) clearTimeout(this.#pruning);
    await opened?.settler.close();
    await opened?.store.close();
  }

  async #open(): Promise<Opened> {
    const scorer = await this.suite.open();
    const store = await LiveStore.open(this.#options.root);
    this.#loadRecent(store);
    const settler = new Settler(store, scorer, {
      recent: this.#recent,
      queue: this.queue,
      report: this.#options.report,
    });
    this.#prune(store);
    return { store, scorer, settler };
  }

  /** Deletes what is not kept, one file of the log at a time: others are served in between. */
  #prune(store: LiveStore): void {
    const removed = store.prune(this.#options.retention, Date.now(), 1);
    this.counters.pruned += removed;
    const waitMs = removed > 0 ? PRUNE_ON_MS : PRUNE_MS;
    this.#pruning = setTimeout(() => this.#prune(store), waitMs).unref();
  }

  /** Scores by another suite from now on, and the newest runs again. */
  async chooseSuite(value: unknown): Promise<void> {
    const { store, settler } = await this.open();
    const scorer = await this.suite.choose(value);
    settler.use(scorer);
    this.#recent.clear();
    store.index.reopen(MAX_RESCORED);
    this.#opening = Promise.resolve({ store, scorer, settler });
  }

  /** The runs that arrived before the server was started again. */
  #loadRecent(store: LiveStore): void {
    const { items } = store.index.page(Number.MAX_SAFE_INTEGER, 1000, { outcome: 'run' });
    for (const { id, lastMs, verdict, summary } of [...items].reverse())
      this.#recent.add(id, {
        arrivedMs: lastMs,
        verdict,
        summary: summary as unknown as LiveSummary,
      });
  }
}
