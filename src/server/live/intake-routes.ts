import { isJsonType, type Signal } from '#platform';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { LiveTraces } from './live-traces.ts';
import { failureAnswer, successAnswer } from './otlp-answer.ts';
import { receiveRequest } from './receive-request.ts';

const PATHS: Readonly<Record<Signal, string>> = { traces: '/v1/traces', logs: '/v1/logs' };

/** How many requests are read at once: each may take as much memory as the largest request. */
const MAX_REQUESTS = 16;
const RETRY_AFTER_SECONDS = 1;

/** The routes that programs send spans and log records to. Nothing is acknowledged that is not on disk. */
export function intakeRoutes(live: LiveTraces): readonly Route[] {
  let running = 0;
  return Object.entries(PATHS).map(([name, path]) => ({
    method: 'POST',
    path,
    access: 'intake',
    handle: async ({ raw }) => {
      const signal = name as Signal;
      const isJson = isJsonType(raw.headers.get('Content-Type') ?? '');
      if (running >= MAX_REQUESTS || (await live.isFull())) {
        live.counters.refused += 1;
        await raw.body?.cancel();
        return failureAnswer(429, 'too much at once', isJson, RETRY_AFTER_SECONDS);
      }
      running += 1;
      try {
        return await take(live, raw, signal, isJson);
      } catch (error) {
        live.counters.refused += 1;
        if (error instanceof Problem) return failureAnswer(error.status, error.message, isJson);
        // A full disk, or a store that cannot be opened: the sender keeps the spans and tries again.
        live.report(error);
        return failureAnswer(503, 'the spans could not be stored', isJson, RETRY_AFTER_SECONDS);
      } finally {
        running -= 1;
      }
    },
  }));
}

async function take(
  live: LiveTraces,
  raw: Request,
  signal: Signal,
  isJson: boolean,
): Promise<Response> {
  const { lines, records, rejected } = await receiveRequest(raw, signal, Date.now());
  await live.add(lines);
  const { counters } = live;
  counters.requests += 1;
  counters.rejected += rejected;
  if (signal === 'traces') counters.spans += records - rejected;
  else counters.logs += records - rejected;
  const message = `${rejected} of ${records} have no trace id of 32 hexadecimal digits`;
  return successAnswer(signal, isJson, rejected === 0 ? null : { records: rejected, message });
}
