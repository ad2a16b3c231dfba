import { type JsonObject, parseJson, stringifyJson, type Trace } from '#core';
import { assembleOtlp } from '#readers';
import { recordsOf } from './otlp-records.ts';

/** What a trace is, once all that has arrived of it is put together. */
export type Assembled =
  | { readonly kind: 'run'; readonly trace: Trace; readonly spans: number }
  | { readonly kind: 'other'; readonly spans: number }
  | { readonly kind: 'unreadable'; readonly why: string; readonly spans: number };

/** A span or a log record as a request of its own. */
interface Unit {
  readonly order: string;
  readonly request: JsonObject;
}

/**
 * Makes a run of the lines of a trace, by the reader that reads files of OTLP. Neither the order of the lines, nor how
 * spans are spread over them, nor a span that came twice changes it.
 */
export function assembleTrace(lines: readonly string[]): Assembled {
  const units = new Map<string, Unit>();
  for (const line of lines) {
    const parsed = parseJson(line);
    if (!parsed.ok) return { kind: 'unreadable', why: parsed.message, spans: units.size };
    for (const { outer, record, hold } of recordsOf(parsed.value)) {
      const request = { [outer]: [hold([record])] };
      const text = stringifyJson(request);
      units.set(text, { order: `${timeOf(record)} ${text}`, request });
    }
  }
  const ordered = [...units.values()].sort((a, b) => (a.order < b.order ? -1 : 1));
  const { traces, failures } = assembleOtlp(ordered.map(({ request }) => request));
  const spans = units.size;
  const [failure] = failures;
  if (failure !== undefined)
    return { kind: 'unreadable', why: `${failure.message} [${failure.code}]`, spans };
  const [trace] = traces;
  return trace === undefined ? { kind: 'other', spans } : { kind: 'run', trace, spans };
}

/** Nanoseconds since 1970 as a text that sorts like the number. */
function timeOf({ startTimeUnixNano, timeUnixNano }: JsonObject): string {
  const time = startTimeUnixNano ?? timeUnixNano;
  return (typeof time === 'string' || typeof time === 'number' ? `${time}` : '').padStart(24, '0');
}
