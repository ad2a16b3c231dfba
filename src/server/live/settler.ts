import type { Json } from '#core';
import type { TraceScorer } from '#run';
import type { LiveSummary } from '#schema';
import type { LiveStore, Settlement, StoredTrace } from '#store';
import { assembleTrace } from './assemble-trace.ts';
import type { Candidate, LabelQueue } from './queue-rule.ts';
import type { RecentRuns } from './recent-runs.ts';
import { summariseOther, summariseRun } from './summarise-trace.ts';

/** Where results go beside the store. */
interface SettlerOptions {
  readonly recent: RecentRuns;
  readonly queue: LabelQueue;
  readonly report: (error: unknown) => void;
}

const TICK_MS = 100;
/** How long at a time: requests and pages are served in between. */
const SLICE_MS = 50;
const BATCH = 50;
const PAUSE_MS = 2000;
/** Spans of one program arrive together: after the root and this silence the trace is complete, until more comes. */
const ENDED_MS = 250;
/** Without a root, for it may be in a program that does not report here. */
const QUIET_MS = 10_000;
const MAX_TRACE_BYTES = 16 * 1024 * 1024;

interface Settled extends Settlement {
  readonly candidate: Candidate | null;
}

/** Assembles and scores traces when they are complete as far as can be known; again when more of them comes. */
export class Settler {
  readonly #store: LiveStore;
  #scorer: TraceScorer;
  readonly #options: SettlerOptions;
  readonly #timer: NodeJS.Timeout;
  #working: Promise<void> | null = null;
  #pausedTo = 0;
  #fault = '';

  constructor(store: LiveStore, scorer: TraceScorer, options: SettlerOptions) {
    this.#store = store;
    this.#scorer = scorer;
    this.#options = options;
    this.#timer = setInterval(() => {
      if (performance.now() < this.#pausedTo) return;
      this.#working ??= this.#work()
        .catch((error: unknown) => this.#pause(error))
        .finally(() => (this.#working = null));
    }, TICK_MS);
    this.#timer.unref();
  }

  /** Scores by another suite from now on. */
  use(scorer: TraceScorer): void {
    this.#scorer = scorer;
  }

  /** Ends after what it is doing. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
  }

  /** What fails now, such as writing to a full disk, fails in a moment, too: it is reported once. */
  #pause(error: unknown): void {
    this.#pausedTo = performance.now() + PAUSE_MS;
    const fault = String(error);
    if (fault !== this.#fault) this.#options.report(error);
    this.#fault = fault;
  }

  async #work(): Promise<void> {
    const end = performance.now() + SLICE_MS;
    do {
      const now = Date.now();
      const waiting = this.#store.index.waiting(now - QUIET_MS, now - ENDED_MS, BATCH);
      if (waiting.length === 0) return;
      const settled = waiting.map((trace) => this.#trySettle(trace));
      // Written before the trace is settled: after a crash in between, the same cases come again and change nothing.
      await this.#options.queue.add(settled.flatMap(({ candidate }) => candidate ?? []));
      this.#store.index.settle(settled);
      this.#fault = '';
      for (const { trace, outcome, verdict, summary } of settled)
        if (outcome === 'run')
          this.#options.recent.add(trace.id, {
            arrivedMs: trace.lastMs,
            verdict,
            summary: summary as unknown as LiveSummary,
          });
    } while (performance.now() < end);
  }

  /** A trace that breaks a reader or a scorer is a fault of ours, and must not hold up the others. */
  #trySettle(trace: StoredTrace): Settled {
    try {
      return this.#settle(trace);
    } catch (error) {
      this.#options.report(error);
      return plain(
        trace,
        'unreadable',
        'a fault of whichtool; its terminal says more',
        trace.records,
      );
    }
  }

  #settle(trace: StoredTrace): Settled {
    if (trace.bytes > MAX_TRACE_BYTES)
      return plain(trace, 'unreadable', `it has more than ${MAX_TRACE_BYTES} bytes`, trace.records);
    const assembled = assembleTrace(this.#store.linesOf(trace));
    if (assembled.kind === 'other') return plain(trace, 'other', null, assembled.spans);
    if (assembled.kind === 'unreadable')
      return plain(trace, 'unreadable', assembled.why, assembled.spans);
    const { trace: run, spans } = assembled;
    const score = this.#scorer.score(run);
    const summary = summariseRun(run, score, spans);
    const { id } = trace;
    const isFailed =
      score.verdict === 'fail' || run.error !== null || summary.findings.failed !== undefined;
    return {
      trace,
      outcome: 'run',
      verdict: score.verdict,
      tools: summary.tools,
      summary: summary as unknown as Json,
      words: searchText(id, summary),
      // A run that grows later is not drawn a second time.
      candidate: trace.outcome === 'run' ? null : { id, trace: run, summary, isFailed },
    };
  }
}

function plain(
  trace: StoredTrace,
  outcome: 'other' | 'unreadable',
  why: string | null,
  spans: number,
): Settled {
  const summary = summariseOther(why, spans);
  return {
    trace,
    outcome,
    verdict: null,
    tools: [],
    summary: summary as unknown as Json,
    words: searchText(trace.id, summary),
    candidate: null,
  };
}

/** What a search of the list looks at, without secrets. */
function searchText(id: string, { question, tools, agent, model, test, why }: LiveSummary): string {
  return [id, question, agent, model, test, why, ...tools]
    .filter((part) => part !== null)
    .join('\n');
}
