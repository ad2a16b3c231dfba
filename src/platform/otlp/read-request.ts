import { gunzipSync } from 'node:zlib';
import { type Json, parseJson } from '#core';
import { decodeOtlp, type Signal } from './decode-otlp.ts';

/** How the body of an export request is written. */
export interface RequestHeaders {
  readonly type: string;
  readonly encoding: string;
}

/** An export request of OpenTelemetry, in Protobuf or JSON, as OTLP/JSON. Throws where it is not one. */
export async function readOtlpRequest(
  body: Buffer,
  signal: Signal,
  { type, encoding }: RequestHeaders,
  maxBytes: number,
): Promise<Json> {
  const bytes = encoding === 'gzip' ? gunzipSync(body, { maxOutputLength: maxBytes }) : body;
  if (!isJsonType(type)) return decodeOtlp(bytes, signal);
  const parsed = parseJson(bytes.toString('utf8'));
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

/** Whether a content type is that of OTLP/JSON; all others are taken for Protobuf. */
export function isJsonType(type: string): boolean {
  return type.startsWith('application/json');
}
