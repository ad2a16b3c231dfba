import { errorCode, isJsonType, type Signal } from '#platform';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { LiveTraces } from './live-traces.ts';
import { failureAnswer, successAnswer } from './otlp-answer.ts';
import { type ReceivedRequest, receiveRequest } from './receive-request.ts';

const PATHS: Readonly<Record<Signal, string>> = { traces: '/v1/traces', logs: '/v1/logs' };

/** How many requests are read at once: each may take as much memory as the largest request. */
const MAX_READ_AT_ONCE = 16;
const RETRY_AFTER_SECONDS = 1;

/** The routes that programs send spans and log records to. Nothing is acknowledged that is not on disk. */
export function intakeRoutes(live: LiveTraces): readonly Route[] {
  let reading = 0;
  const receive = async (raw: Request, signal: Signal): Promise<ReceivedRequest> => {
    if (reading >= MAX_READ_AT_ONCE || (await live.isFull())) {
      await raw.body?.cancel();
      throw new Problem(429, 'too much at once');
    }
    reading += 1;
    try {
      return await receiveRequest(raw, signal, Date.now());
    } finally {
      reading -= 1;
    }
  };
  return Object.entries(PATHS).map(([name, path]) => ({
    method: 'POST',
    path,
    access: 'intake',
    handle: async ({ raw }) => {
      const signal = name as Signal;
      const isJson = isJsonType(raw.headers.get('Content-Type') ?? '');
      try {
        return await store(live, await receive(raw, signal), signal, isJson);
      } catch (error) {
        live.counters.refused += 1;
        return refuse(live, error, isJson);
      }
    },
  }));
}

async function store(
  live: LiveTraces,
  { lines, records, rejected }: ReceivedRequest,
  signal: Signal,
  isJson: boolean,
): Promise<Response> {
  await live.add(lines);
  const { counters } = live;
  counters.requests += 1;
  counters.rejected += rejected;
  if (signal === 'traces') counters.spans += records - rejected;
  else counters.logs += records - rejected;
  const message = `${rejected} of ${records} have no trace id of 32 hexadecimal digits`;
  return successAnswer(signal, isJson, rejected === 0 ? null : { records: rejected, message });
}

const FULL_DISK: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'a file may not become that large',
};

function refuse(live: LiveTraces, error: unknown, isJson: boolean): Promise<Response> {
  if (error instanceof Problem) {
    const retryAfter = error.status === 429 ? RETRY_AFTER_SECONDS : null;
    return failureAnswer(error.status, error.message, isJson, retryAfter);
  }
  // A full disk, or a store that cannot be opened: the sender keeps the spans and tries again.
  const reason = FULL_DISK[errorCode(error)];
  if (reason === undefined) live.report(error);
  const message = `the spans could not be stored${reason === undefined ? '' : `: ${reason}`}`;
  return failureAnswer(503, message, isJson, RETRY_AFTER_SECONDS);
}
