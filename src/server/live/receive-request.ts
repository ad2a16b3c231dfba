import { type Json, stringifyJson } from '#core';
import { isJsonType, readOtlpRequest, type Signal } from '#platform';
import type { ArrivedLine } from '#store';
import { Problem } from '../http/problem.ts';
import { readLimited } from '../http/read-limited.ts';
import { type SplitRequest, splitRequest } from './split-request.ts';

/** Limits for a single export request. The batches of SDKs have 512 spans. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
const MAX_RECORDS = 20_000;

/** An export request as lines for the store. */
export interface ReceivedRequest {
  readonly lines: readonly ArrivedLine[];
  readonly records: number;
  readonly rejected: number;
}

/** Reads an export request. Throws a `Problem` for one that cannot be taken: it would fail again. */
export async function receiveRequest(
  request: Request,
  signal: Signal,
  nowMs: number,
): Promise<ReceivedRequest> {
  const type = request.headers.get('Content-Type') ?? '';
  const encoding = request.headers.get('Content-Encoding') ?? 'identity';
  if (!isJsonType(type) && !/^application\/(?:x-)?protobuf\s*(?:;|$)/i.test(type))
    throw new Problem(415, 'the content type must be application/x-protobuf or application/json');
  if (encoding !== 'gzip' && encoding !== 'identity')
    throw new Problem(415, 'the content encoding must be gzip or identity');
  const body = await readLimited(request, MAX_BODY_BYTES);
  const { parts, records, rejected } = split(await decode(body, signal, { type, encoding }));
  if (records > MAX_RECORDS)
    throw new Problem(413, `the request has more than ${MAX_RECORDS} spans or log records`);
  const lines = parts.map(({ trace, request: part, records: count, hasRoot }) => ({
    trace,
    receivedMs: nowMs,
    records: count,
    hasRoot,
    members: stringifyJson(part).slice(1, -1),
  }));
  return { lines, records, rejected };
}

async function decode(
  body: Buffer,
  signal: Signal,
  headers: { readonly type: string; readonly encoding: string },
): Promise<Json> {
  try {
    return await readOtlpRequest(body, signal, headers, MAX_UNPACKED_BYTES);
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw new Problem(413, `the body unpacks to more than ${MAX_UNPACKED_BYTES} bytes`);
    throw notOtlp(error);
  }
}

function split(request: Json): SplitRequest {
  try {
    return splitRequest(request);
  } catch (error) {
    throw notOtlp(error);
  }
}

function notOtlp(error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  return new Problem(400, `this is not an export request of OTLP: ${why}`);
}
