import type { Signal } from '#platform';

/** How much of a request was not taken, and why. */
export interface Rejection {
  readonly records: number;
  readonly message: string;
}

const REJECTED: Readonly<Record<Signal, string>> = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
};

/** The answer to a request that was stored, in the encoding of the request. Absent rejections are a full success. */
export async function successAnswer(
  signal: Signal,
  isJson: boolean,
  rejection: Rejection | null,
): Promise<Response> {
  if (isJson) {
    const partial =
      rejection === null
        ? {}
        : {
            partialSuccess: {
              [REJECTED[signal]]: String(rejection.records),
              errorMessage: rejection.message,
            },
          };
    return answer(200, JSON.stringify(partial), isJson);
  }
  const { BinaryWriter } = await import('@bufbuild/protobuf/wire');
  const writer = new BinaryWriter();
  if (rejection !== null)
    writer
      .tag(1, LENGTH_DELIMITED)
      .fork()
      .tag(1, VARINT)
      .int64(rejection.records)
      .tag(2, LENGTH_DELIMITED)
      .string(rejection.message)
      .join();
  return answer(200, writer.finish(), isJson);
}

/** The answer to a request that was not stored: a `Status`, as the protocol says. */
export async function failureAnswer(
  status: number,
  message: string,
  isJson: boolean,
  retryAfterSeconds: number | null = null,
): Promise<Response> {
  const headers = retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) };
  if (isJson) return answer(status, JSON.stringify({ message }), isJson, headers);
  const { BinaryWriter } = await import('@bufbuild/protobuf/wire');
  const body = new BinaryWriter().tag(2, LENGTH_DELIMITED).string(message).finish();
  return answer(status, body, isJson, headers);
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;

function answer(
  status: number,
  body: string | Uint8Array,
  isJson: boolean,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const type = isJson ? 'application/json' : 'application/x-protobuf';
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  return new Response(bytes, { status, headers: { 'Content-Type': type, ...headers } });
}
