import type { ApiLiveTrace } from '#schema';
import type { LiveTraces } from './live-traces.ts';
import { figuresOf, toApiTrace } from './live-facts.ts';

const STEP_MS = 200;
const FIGURES_MS = 1000;
const MAX_AT_ONCE = 500;
/** A page that is further behind reads its list again. */
const MAX_BEHIND = 2000;

/**
 * Changes of traces as server-sent events, from a change on, and the figures once a second. A page that reads slowly
 * gets fewer and larger steps: nothing is collected for it.
 */
export function eventStream(live: LiveTraces, after: number, onEnd: () => void): ReadableStream {
  const encoder = new TextEncoder();
  let last = after;
  let figuresAtMs = 0;
  let timer: NodeJS.Timeout | null = null;
  const stop = (): void => {
    if (timer === null) return;
    clearInterval(timer);
    timer = null;
    onEnd();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const step = async (): Promise<void> => {
        if (timer === null || (controller.desiredSize ?? 0) <= 0) return;
        const { store } = await live.open();
        const text: string[] = [];
        if (store.index.change - last > MAX_BEHIND || last > store.index.change) {
          last = store.index.change;
          text.push(formatEvent('reset', {}, last));
        } else {
          const changed = store.index.changedSince(last, MAX_AT_ONCE);
          last = changed.at(-1)?.change ?? last;
          const traces: readonly ApiLiveTrace[] = changed.map(toApiTrace);
          if (traces.length > 0) text.push(formatEvent('traces', traces, last));
        }
        if (performance.now() - figuresAtMs >= FIGURES_MS) {
          figuresAtMs = performance.now();
          text.push(formatEvent('figures', figuresOf(live, store), last));
        }
        if (text.length > 0 && timer !== null) controller.enqueue(encoder.encode(text.join('')));
      };
      timer = setInterval(() => {
        step().catch((error: unknown) => {
          stop();
          controller.error(error);
        });
      }, STEP_MS);
      timer.unref();
    },
    cancel: stop,
  });
}

/** JSON has no line breaks, so that an event is one line of data. */
function formatEvent(name: string, data: unknown, id: number): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
