import type { BinaryReader } from '@bufbuild/protobuf/wire';
import type { Json, JsonObject } from '#core';

/** What is exported and caught. */
export type Signal = 'traces' | 'logs';

/** How a field of a message is written, and what OTLP/JSON calls it. */
type Field = readonly [name: string, read: Read, isRepeated?: 'list'];
type Read = (reader: BinaryReader, depth: number) => Json;
type Message = ReadonlyMap<number, Field>;

const DEEPEST = 100;

const text: Read = (reader) => reader.string();
const bool: Read = (reader) => reader.bool();
const small: Read = (reader) => reader.int32();
// Whole numbers of 64 bits are texts in JSON, so that none is rounded.
const int64: Read = (reader) => String(reader.int64());
const fixed64: Read = (reader) => String(reader.fixed64());
const double: Read = (reader) => {
  const value = reader.double();
  return Number.isFinite(value) ? value : String(value);
};
const hex: Read = (reader) => Buffer.from(reader.bytes()).toString('hex');
const base64: Read = (reader) => Buffer.from(reader.bytes()).toString('base64');

/** A message inside another one; looked up late, for values hold values. */
const message =
  (fields: () => Message): Read =>
  (reader, depth) =>
    readMessage(reader, fields(), reader.uint32(), depth + 1);

const VALUE: Message = new Map<number, Field>([
  [1, ['stringValue', text]],
  [2, ['boolValue', bool]],
  [3, ['intValue', int64]],
  [4, ['doubleValue', double]],
  [5, ['arrayValue', message(() => VALUES)]],
  [6, ['kvlistValue', message(() => PAIRS)]],
  [7, ['bytesValue', base64]],
]);
const VALUES: Message = new Map([[1, ['values', message(() => VALUE), 'list']]]);
const PAIR: Message = new Map<number, Field>([
  [1, ['key', text]],
  [2, ['value', message(() => VALUE)]],
]);
const PAIRS: Message = new Map([[1, ['values', message(() => PAIR), 'list']]]);
const attributes: Field = ['attributes', message(() => PAIR), 'list'];
const RESOURCE: Message = new Map([[1, attributes]]);
const SCOPE: Message = new Map<number, Field>([
  [1, ['name', text]],
  [2, ['version', text]],
  [3, attributes],
]);
const EVENT: Message = new Map<number, Field>([
  [1, ['timeUnixNano', fixed64]],
  [2, ['name', text]],
  [3, attributes],
]);
const STATUS: Message = new Map<number, Field>([
  [2, ['message', text]],
  [3, ['code', small]],
]);
const LINK: Message = new Map<number, Field>([
  [1, ['traceId', hex]],
  [2, ['spanId', hex]],
  [4, attributes],
]);
const SPAN: Message = new Map<number, Field>([
  [1, ['traceId', hex]],
  [2, ['spanId', hex]],
  [4, ['parentSpanId', hex]],
  [5, ['name', text]],
  [6, ['kind', small]],
  [7, ['startTimeUnixNano', fixed64]],
  [8, ['endTimeUnixNano', fixed64]],
  [9, attributes],
  [11, ['events', message(() => EVENT), 'list']],
  [13, ['links', message(() => LINK), 'list']],
  [15, ['status', message(() => STATUS)]],
]);
const LOG_RECORD: Message = new Map<number, Field>([
  [1, ['timeUnixNano', fixed64]],
  [5, ['body', message(() => VALUE)]],
  [6, attributes],
  [9, ['traceId', hex]],
  [10, ['spanId', hex]],
  [11, ['observedTimeUnixNano', fixed64]],
  [12, ['eventName', text]],
]);
const scopes = (inner: string, items: Message): Message =>
  new Map<number, Field>([
    [1, ['scope', message(() => SCOPE)]],
    [2, [inner, message(() => items), 'list']],
  ]);
const resources = (outer: string, scope: string, items: Message): Message => {
  const resource: Message = new Map<number, Field>([
    [1, ['resource', message(() => RESOURCE)]],
    [2, [scope, message(() => items), 'list']],
  ]);
  return new Map([[1, [outer, message(() => resource), 'list']]]);
};
const REQUESTS: Readonly<Record<Signal, Message>> = {
  traces: resources('resourceSpans', 'scopeSpans', scopes('spans', SPAN)),
  logs: resources('resourceLogs', 'scopeLogs', scopes('logRecords', LOG_RECORD)),
};

/** An export request in Protobuf as OTLP/JSON writes it. Throws where the bytes are not such a request. */
export async function decodeOtlp(bytes: Uint8Array, signal: Signal): Promise<JsonObject> {
  const { BinaryReader: Reader } = await import('@bufbuild/protobuf/wire');
  return readMessage(new Reader(bytes), REQUESTS[signal], bytes.length, 0);
}

function readMessage(
  reader: BinaryReader,
  fields: Message,
  length: number,
  depth: number,
): JsonObject {
  const end = reader.pos + length;
  if (end > reader.len || depth > DEEPEST)
    throw new RangeError('the message is cut off or too deep');
  const members = new Map<string, Json>();
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const field = fields.get(number);
    if (field === undefined) {
      reader.skip(wireType, number);
      continue;
    }
    const [name, read, isRepeated] = field;
    const value = read(reader, depth);
    const held = members.get(name);
    if (isRepeated === undefined) members.set(name, value);
    else if (held === undefined) members.set(name, [value]);
    else (held as Json[]).push(value);
  }
  if (reader.pos !== end) throw new RangeError('a field reaches beyond its message');
  return Object.fromEntries(members);
}
