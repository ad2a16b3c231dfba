import { describe, expect, test } from 'vitest';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
  toNativeTrace,
  type Trace,
} from '#core';
import { readContent, type ReaderFixture } from '../../fixtures/reader-case.ts';
import { readerCase as openInference } from '../../formats/openinference/fixtures/index.ts';
import { readerCase as otlp } from '../../formats/otlp/fixtures/index.ts';
import { unpack } from '../../spans/envelope.ts';
import { objectsIn } from '../../draft/json-parts.ts';
import type { Span } from '../../spans/span.ts';
import { loadStoreFormat } from '../load-store-format.ts';
import { runByRun } from '../run-by-run.ts';
import { otelMapStore } from './otel.ts';

/** The spans of a fixture; null where it has something that the exporter does not write as a row of spans. */
function spansOf({ content, file }: ReaderFixture): readonly Span[] | null {
  if (typeof content !== 'string' || !/\.jsonl?$/.test(file)) return null;
  const spans: Span[] = [];
  let isWhole = true;
  const fail = (): void => {
    isWhole = false;
  };
  try {
    const texts = file.endsWith('.jsonl') ? content.split('\n').filter(Boolean) : [content];
    for (const text of texts)
      unpack(JSON.parse(text) as Json, {
        span: (span) => spans.push(span),
        log: fail,
        other: fail,
        bad: fail,
      });
  } catch {
    return null;
  }
  const isExported = ({ traceId, spanId, startMs, endMs, outcome, attributes }: Span): boolean =>
    [traceId, spanId, startMs, endMs, outcome].every((value) => value !== null) &&
    // An attribute of OpenTelemetry is a scalar or a list of scalars; other programs nest them.
    ![...attributes.values()].some((value) => isJsonObject(value) || objectsIn(value).length > 0);
  return isWhole && spans.every(isExported) ? spans : null;
}

const CODES: ReadonlyMap<string | null, string> = new Map([
  ['ok', 'Ok'],
  ['error', 'Error'],
]);

/** A row as the exporter writes it: every value of an attribute is text. */
function rowOf(span: Span): JsonObject {
  const micros = Math.round(span.startMs! * 1000);
  const second = new Date(Math.floor(micros / 1e6) * 1000).toISOString().slice(0, 19);
  return {
    TraceId: span.traceId,
    SpanId: span.spanId,
    ParentSpanId: span.parentId ?? '',
    Timestamp: `${second}.${String(micros % 1e6).padStart(6, '0')}000Z`,
    Duration: String(Math.round(span.endMs! * 1000 - micros) * 1000),
    SpanName: span.name,
    SpanKind: span.isServer ? 'Server' : 'Internal',
    ServiceName: span.service ?? '',
    ScopeName: span.scope ?? '',
    SpanAttributes: textsOf(span.attributes),
    StatusCode: CODES.get(span.outcome) ?? 'Unset',
    StatusMessage: span.failure ?? '',
    'Events.Name': span.events.map(({ name }) => name),
    'Events.Attributes': span.events.map(({ attributes }) => textsOf(attributes)),
  };
}

function textsOf(attributes: ReadonlyMap<string, Json>): JsonObject {
  return Object.fromEntries(
    [...attributes].map(([key, value]) => [
      key,
      typeof value === 'string' ? value : stringifyJson(value),
    ]),
  );
}

/** Traces by id, as native traces. A list in the attributes is text in the table, so tags are not compared. */
function sorted(traces: readonly Trace[]): unknown {
  const natives = traces.map((trace) => {
    const { metadata, ...rest } = toNativeTrace(trace);
    const { tags: _, ...others } = metadata ?? {};
    return { ...rest, metadata: others };
  });
  return natives.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
}

const FIXTURES = [...otlp.fixtures, ...openInference.fixtures].flatMap((fixture) => {
  const spans = spansOf(fixture);
  return spans === null || spans.length === 0 ? [] : [{ name: fixture.name, fixture, spans }];
});

describe('rows of the OpenTelemetry exporter are the runs of the same spans in a file', () => {
  test('many fixtures are exported', () => {
    expect(FIXTURES.length).toBeGreaterThan(15);
  });

  test.each(FIXTURES)('$name', async ({ fixture, spans }) => {
    const format = runByRun(await loadStoreFormat(otelMapStore), 'otlp');
    const traces: Trace[] = [];
    const assembler = format.open({
      trace: (trace) => traces.push(trace),
      error: () => {},
      warn: () => {},
    });
    const key = ({ traceId, startMs, spanId }: Span): string =>
      `${traceId} ${String(startMs).padStart(20, '0')} ${spanId}`;
    for (const span of spans.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)))
      assembler.add(otelMapStore.toRecord(rowOf(span), span.traceId!), {
        file: `?run=${span.traceId}`,
      });
    for (const _ of assembler.end() ?? []);
    const direct = await readContent(fixture.file, String(fixture.content), null);
    const expected = direct.flatMap((record) => (record.kind === 'trace' ? [record.trace] : []));
    expect(sorted(traces)).toEqual(sorted(expected));
  });
});
