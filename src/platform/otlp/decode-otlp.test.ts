import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeOtlp } from './decode-otlp.ts';

type Write = (writer: BinaryWriter) => unknown;

/** A field that holds bytes, a text or a message. */
const held =
  (field: number, ...parts: readonly Write[]): Write =>
  (writer) => {
    writer.tag(field, WireType.LengthDelimited).fork();
    for (const part of parts) part(writer);
    writer.join();
  };
const text =
  (field: number, value: string): Write =>
  (writer) =>
    writer.tag(field, WireType.LengthDelimited).string(value);
const hex =
  (field: number, value: string): Write =>
  (writer) =>
    writer.tag(field, WireType.LengthDelimited).bytes(Buffer.from(value, 'hex'));

function bytesOf(...parts: readonly Write[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const part of parts) part(writer);
  return writer.finish();
}

const SPAN = held(
  2,
  hex(1, '0af7651916cd43dd8448eb211c80319c'),
  hex(2, 'b7ad6b7169203331'),
  text(5, 'execute_tool find'),
  (writer) => writer.tag(6, WireType.Varint).int32(3),
  (writer) => writer.tag(7, WireType.Bit64).fixed64('1790000000123456789'),
  held(9, text(1, 'a'), held(2, text(1, ''))),
  held(
    9,
    text(1, 'b'),
    held(2, (writer) => writer.tag(2, WireType.Varint).bool(false)),
  ),
  held(
    9,
    text(1, 'c'),
    held(2, (writer) => writer.tag(3, WireType.Varint).int64('-9007199254740993')),
  ),
  held(
    9,
    text(1, 'd'),
    held(2, (writer) => writer.tag(4, WireType.Bit64).double(0.5)),
  ),
  held(9, text(1, 'e'), held(2, held(5, held(1, text(1, 'x'))))),
  held(9, text(1, 'f'), held(2, held(6, held(1, text(1, 'k'), held(2, text(1, 'v')))))),
  held(11, text(2, 'event')),
  // A field of a later version.
  text(4321, 'unknown'),
  held(15, text(2, 'bad'), (writer) => writer.tag(3, WireType.Varint).int32(2)),
);
const REQUEST = bytesOf(held(1, held(1, held(1, text(1, 'service.name'))), held(2, SPAN)));

it('reads spans as OTLP/JSON writes them', async () => {
  expect(await decodeOtlp(REQUEST, 'traces')).toEqual({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name' }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId: '0af7651916cd43dd8448eb211c80319c',
                spanId: 'b7ad6b7169203331',
                name: 'execute_tool find',
                kind: 3,
                startTimeUnixNano: '1790000000123456789',
                attributes: [
                  { key: 'a', value: { stringValue: '' } },
                  { key: 'b', value: { boolValue: false } },
                  { key: 'c', value: { intValue: '-9007199254740993' } },
                  { key: 'd', value: { doubleValue: 0.5 } },
                  { key: 'e', value: { arrayValue: { values: [{ stringValue: 'x' }] } } },
                  {
                    key: 'f',
                    value: {
                      kvlistValue: { values: [{ key: 'k', value: { stringValue: 'v' } }] },
                    },
                  },
                ],
                events: [{ name: 'event' }],
                status: { message: 'bad', code: 2 },
              },
            ],
          },
        ],
      },
    ],
  });
});

it('reads log records', async () => {
  const record = held(2, hex(9, 'ab'), text(12, 'gen_ai.choice'), held(5, text(1, 'body')));
  expect(await decodeOtlp(bytesOf(held(1, held(2, record))), 'logs')).toEqual({
    resourceLogs: [
      {
        scopeLogs: [
          {
            logRecords: [
              { traceId: 'ab', eventName: 'gen_ai.choice', body: { stringValue: 'body' } },
            ],
          },
        ],
      },
    ],
  });
});

it('refuses a request that is cut off anywhere', async () => {
  for (let length = 1; length < REQUEST.length; length++) {
    await expect(decodeOtlp(REQUEST.subarray(0, length), 'traces')).rejects.toBeInstanceOf(
      RangeError,
    );
  }
});

it('refuses values nested without end', async () => {
  let value = text(1, 'x');
  for (let depth = 0; depth < 200; depth++) {
    const inner = value;
    value = held(5, held(1, inner));
  }
  const span = held(2, held(9, text(1, 'a'), held(2, value)));
  await expect(decodeOtlp(bytesOf(held(1, held(2, span))), 'traces')).rejects.toThrow('too deep');
});

it('reads or refuses any bytes, and always ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const decoded = await decodeOtlp(bytes, 'traces').catch((error: unknown) => error);
      expect(decoded).toBeTypeOf('object');
    }),
  );
});
