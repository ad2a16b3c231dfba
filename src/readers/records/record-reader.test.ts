import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPlace, type Issue, type Json, type Place, stringifyJson } from '#core';
import { RecordReader } from './record-reader.ts';

interface Found {
  /** Records as compact JSON, errors as their codes, in file order. */
  readonly list: string[];
  readonly places: Place[];
  readonly issues: Issue[];
}

/** Reads bytes in chunks of the same size, as the file `name`. */
function read(content: string | Buffer, name = 'x.jsonl', chunkBytes = 1 << 16): Found {
  const output: Found = { list: [], places: [], issues: [] };
  const reader = new RecordReader(
    name,
    { key: 'traces', except: 'tool_calls' },
    {
      file: name,
      value: (value: Json, where) => {
        output.list.push(stringifyJson(value));
        output.places.push(where);
      },
      error: (issue) => {
        output.list.push(issue.code);
        output.issues.push(issue);
      },
    },
  );
  const bytes = Buffer.from(content);
  // As with real files, the same memory is used for every chunk.
  const memory = Buffer.alloc(Math.min(chunkBytes, bytes.length));
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const length = bytes.copy(memory, 0, at, at + chunkBytes);
    reader.push(memory.subarray(0, length));
    memory.fill(0x58);
  }
  reader.end();
  return output;
}

const list = (content: string | Buffer, name?: string): string[] => read(content, name).list;

describe('lines', () => {
  it('are records with their line and offset', () => {
    expect(read('{"a":1}\n\n  \t\n{"b":"ü"}\n{"c":3}')).toEqual({
      list: ['{"a":1}', '{"b":"ü"}', '{"c":3}'],
      places: [
        { file: 'x.jsonl', line: 1, offset: 0 },
        { file: 'x.jsonl', line: 4, offset: 13 },
        { file: 'x.jsonl', line: 5, offset: 24 },
      ],
      issues: [],
    });
  });

  it('end at line feeds alone', () => {
    expect(list('{"a":1}\r\n{"b":2}\r\n')).toEqual(['{"a":1}', '{"b":2}']);
    expect(list('{"a":1}\r\n{"b":2}\n\r\n')).toEqual(['{"a":1}', '{"b":2}']);
    expect(list('{"a":1}\r{"b":2}\n')).toEqual(['TRACE_BAD_LINE']);
    expect(list('{"a":\r1}\n')).toEqual(['{"a":1}']);
    expect(list('{"a":"x\u2028y\u2029z\u0085"}\n')).toEqual(['{"a":"x\u2028y\u2029z\u0085"}']);
  });

  it('may begin with one byte order mark', () => {
    expect(read('\uFEFF{"a":1}\n')).toMatchObject({ list: ['{"a":1}'], places: [{ offset: 3 }] });
    expect(list('\uFEFF\uFEFF{"a":1}\n')).toEqual(['TRACE_BAD_LINE']);
    expect(list('{"a":1}\n\uFEFF{"a":1}\n')).toEqual(['{"a":1}', 'TRACE_BAD_LINE']);
  });

  it('that are not JSON are reported with line, column and byte offset, and reading goes on', () => {
    expect(read('{"ü":1}\n{"ü":}\n{"c":3}\n')).toEqual({
      list: ['{"ü":1}', 'TRACE_BAD_LINE', '{"c":3}'],
      places: [
        { file: 'x.jsonl', line: 1, offset: 0 },
        { file: 'x.jsonl', line: 3, offset: 17 },
      ],
      issues: [
        {
          code: 'TRACE_BAD_LINE',
          severity: 'error',
          message: 'this line is not JSON: unexpected "}" where a value should be',
          where: { file: 'x.jsonl', line: 2, column: 6, offset: 15 },
        },
      ],
    });
  });

  it('keep the codes of JSON that we refuse', () => {
    const deep = '['.repeat(129) + ']'.repeat(129);
    expect(list(`{"a":1,"a":2}\n${deep}\n[1e400]\n{"ok":9007199254740993}\n`)).toEqual([
      'JSON_DUPLICATE_KEY',
      'JSON_DEPTH',
      'NUMBER_RANGE',
      '{"ok":9007199254740993}',
    ]);
  });

  it('that were never written are explained', () => {
    const nul = '\0'.repeat(10);
    expect(read(`{"a":1}\n${nul}\n{"b":2}\n`)).toMatchObject({
      list: ['{"a":1}', 'TRACE_BAD_LINE', '{"b":2}'],
      issues: [{ hint: 'the file was extended but not written, as after a crash' }],
    });
    expect(list(`{"a":1}\n${nul}{"b":2}\n`)).toEqual(['{"a":1}', 'TRACE_BAD_LINE']);
    expect(list(`{"a":1}\n${nul}`)).toEqual(['{"a":1}', 'TRACE_TORN_TAIL']);
    expect(read('{"a":1}{"b":2}\n').issues[0]?.hint).toContain('two records on one line');
  });

  it('that are not UTF-8 are errors at the byte, never replaced', () => {
    const bad = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d, 0x0a]);
    expect(read(Buffer.concat([Buffer.from('{"ü":1}\n'), bad, Buffer.from('{"b":2}\n')]))).toEqual({
      list: ['{"ü":1}', 'ENCODING_INVALID', '{"b":2}'],
      places: [
        { file: 'x.jsonl', line: 1, offset: 0 },
        { file: 'x.jsonl', line: 3, offset: 19 },
      ],
      issues: [
        {
          code: 'ENCODING_INVALID',
          severity: 'error',
          message: 'the text from byte 15 is not UTF-8',
          where: { file: 'x.jsonl', line: 2, offset: 15 },
          hint: 'save the file as UTF-8',
        },
      ],
    });
  });

  it('report garbage wherever it is', () => {
    const lines = Array.from({ length: 8 }, (_, index) => `{"n":${index}}`);
    for (let at = 0; at < lines.length; at++) {
      const damaged = lines.with(at, 'garbage');
      const output = read(`${damaged.join('\n')}\n`);
      expect(output.list).toEqual(lines.with(at, 'TRACE_BAD_LINE'));
      expect(output.issues[0]?.where).toEqual({
        file: 'x.jsonl',
        line: at + 1,
        column: 1,
        offset: 8 * at,
      });
    }
  });
});

describe('a file cut at any byte', () => {
  const lines = ['{"a":"ü","b":[1,true]}', '{"c":{"d":null}}', '{"e":"\u{1F600}"}'];
  it('gives the lines before the cut and one torn one', () => {
    const golden = Buffer.from(lines.join('\n'));
    const ends = [Buffer.byteLength(lines[0] ?? ''), 0, golden.length];
    ends[1] = (ends[0] ?? 0) + 1 + Buffer.byteLength(lines[1] ?? '');
    for (let cut = 1; cut <= golden.length; cut++) {
      const whole = ends.filter((end) => end <= cut).length;
      const start = whole === 0 ? 0 : (ends[whole - 1] ?? 0) + 1;
      const isTorn = start < cut && whole < 3;
      const output = read(golden.subarray(0, cut));
      expect(output.list).toEqual([
        ...lines.slice(0, whole),
        ...(isTorn ? ['TRACE_TORN_TAIL'] : []),
      ]);
      expect(output.issues.map((issue) => issue.where)).toEqual(
        isTorn ? [{ file: 'x.jsonl', line: whole + 1, offset: start }] : [],
      );
    }
  });

  it('is never taken for whole when it is a list or a document', () => {
    const records = '[{"a":"ü"},{"b":[1]},\n{"c":{}}]';
    for (const golden of [records, `{"x":{"y":[]},\n"traces":${records},"z":1}`]) {
      const bytes = Buffer.from(golden);
      for (let cut = 1; cut < bytes.length; cut++) {
        const list = read(bytes.subarray(0, cut), 'x.json').list;
        expect(list.at(-1)).toBe('TRACE_TORN_TAIL');
        expect(['{"a":"ü"}', '{"b":[1]}', '{"c":{}}'].slice(0, list.length - 1)).toEqual(
          list.slice(0, -1),
        );
      }
    }
  });
});

describe('a file whose name does not say lines', () => {
  it('is a list of records when it begins with a bracket', () => {
    expect(read(' \n[ {"a":[1,2]} ,{"b":"]\\""},\n7,"x",null,[] ]\n', 'x.json')).toEqual({
      list: ['{"a":[1,2]}', '{"b":"]\\""}', '7', '"x"', 'null', '[]'],
      places: [4, 17, 30, 32, 36, 41].map((offset, index) => ({
        file: 'x.json',
        startLine: index < 2 ? 2 : 3,
        offset,
        pointer: `/${index}`,
      })),
      issues: [],
    });
  });

  it('is lines when its first object ends on its first line', () => {
    expect(list('{"a":1}\n{"b":2}', '-')).toEqual(['{"a":1}', '{"b":2}']);
    expect(list('\n\n{"a":1}  \r\n{"b":2}\n', 'x.json')).toEqual(['{"a":1}', '{"b":2}']);
    expect(read('\n\n{"a":1}\n', 'x.json').places).toEqual([
      { file: 'x.json', line: 3, offset: 2 },
    ]);
    expect(list('{"a":1}{"b":2}\n{"c":3}\n', 'x.json')).toEqual(['TRACE_BAD_LINE', '{"c":3}']);
    expect(list('not json\n{"c":3}\n', 'x.json')).toEqual(['TRACE_BAD_LINE', '{"c":3}']);
  });

  it('is one record when its first object goes over several lines', () => {
    expect(read('{\n "a": 1\n}\n', 'x.json')).toEqual({
      list: ['{"a":1}'],
      places: [{ file: 'x.json', startLine: 1, offset: 0 }],
      issues: [],
    });
    expect(read('{\n "a": 1\n}\n{\n "b": 2\n}\n', 'x.json')).toMatchObject({
      list: ['{"a":1}', 'JSON_SYNTAX'],
      issues: [{ where: { file: 'x.json', offset: 12 } }],
    });
  });

  it('is a document of records when its first object holds some', () => {
    expect(read('{"v":1,"traces":[{"a":1},{"b":2}],"w":[3]}', 'x.json')).toEqual({
      list: ['{"a":1}', '{"b":2}'],
      places: [
        { file: 'x.json', startLine: 1, offset: 17, pointer: '/traces/0' },
        { file: 'x.json', startLine: 1, offset: 25, pointer: '/traces/1' },
      ],
      issues: [],
    });
    expect(list('{ "traces" : [ ] }', 'x.json')).toEqual([]);
    expect(list('{"x":["traces",{"traces":[1]}],"traces":[2]}', 'x.json')).toEqual(['2']);
    expect(list('{"x":"traces","y":[1]}', 'x.json')).toEqual(['{"x":"traces","y":[1]}']);
  });

  it('has the line where each record begins, however its bytes are split', () => {
    const text =
      '\n{\n "v": "a\\nb",\n "traces": [\n  {\n   "a": 1\n  },\n\n  {"b":\n 2}, 3 ]\n}\n';
    for (const size of [1, 2, 7, text.length])
      expect(read(text, 'x.json', size).places.map(({ startLine }) => startLine)).toEqual([
        5, 9, 10,
      ]);
  });

  it('names the line and column of a fault behind the first line of its record, else the byte', () => {
    const text = '[{\n "a": 1,\n  "ü": x\n},\n{"b":}]';
    expect(read(text, 'x.json').issues.map(({ where }) => formatPlace(where))).toEqual([
      'x.json:3:8 /0',
      'x.json byte 30 /1',
    ]);
  });

  it('is one record when its object says so before it holds others', () => {
    const record = '{"tool_calls":[],"traces":[1]}';
    expect(list(record, 'x.json')).toEqual([record]);
    expect(list('{"traces":[1],"tool_calls":[]}', 'x.json')).toEqual(['1', 'TRACE_SCHEMA']);
  });

  it('must be JSON around its records too', () => {
    expect(list('{"traces":[1],"traces":[2]}', 'x.json')).toEqual(['1', 'JSON_DUPLICATE_KEY']);
    expect(list('{"traces":[1] "x":2}', 'x.json')).toEqual(['1', 'JSON_SYNTAX']);
    expect(list('{"traces":[1]} x', 'x.json')).toEqual(['1', 'JSON_SYNTAX']);
    expect(list('[1] [2]', 'x.json')).toEqual(['1', 'JSON_SYNTAX']);
    expect(list('[,1]', 'x.json')).toEqual(['JSON_SYNTAX', '1']);
    expect(list('[1,]', 'x.json')).toEqual(['1', 'JSON_SYNTAX']);
    expect(list('[1 2,,3]', 'x.json')).toEqual(['1', 'JSON_SYNTAX', '2', 'JSON_SYNTAX', '3']);
    expect(list('[:,}]', 'x.json')).toEqual(['JSON_SYNTAX', 'JSON_SYNTAX']);
    expect(list('[{"a":1,"a":2},{"b":}]', 'x.json')).toEqual(['JSON_DUPLICATE_KEY', 'JSON_SYNTAX']);
    expect(list('{"a":1]}\n', 'x.json')).toEqual(['TRACE_BAD_LINE']);
    expect(list('{]\n{"b":2}\n', 'x.json')).toEqual(['TRACE_TORN_TAIL']);
  });
});

describe('a file that holds nothing', () => {
  it.each(['', ' ', '\n\r\n\t', '\uFEFF', '[]', '[ \n ]', '{"traces":[]}'])(
    '%j has no records',
    (text) => {
      expect(read(text, 'x.json').list).toEqual([]);
    },
  );
});

describe('a file in another encoding', () => {
  it.each([
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
    ['UTF-16', [0xfe, 0xff, 0x00, 0x7b]],
    ['UTF-16', [0x7b, 0x00, 0x22, 0x00]],
    ['UTF-16', [0x00, 0x5b, 0x00, 0x5d]],
    ['UTF-16', [0x0a, 0x00, 0x7b, 0x00]],
    ['UTF-16', [0x00, 0x20, 0x00, 0x7b]],
    ['UTF-32', [0x7b, 0x00, 0x00, 0x00]],
    ['UTF-32', [0x00, 0x00, 0x00, 0x7b]],
    ['UTF-32', [0xff, 0xfe, 0x00, 0x00, 0x7b]],
    ['UTF-32', [0x00, 0x00, 0xfe, 0xff]],
    ['gzip', [0x1f, 0x8b, 0x08, 0x00]],
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd, 0x0a]],
    ['zip', [0x50, 0x4b, 0x03, 0x04]],
    ['UTF-16', [0xff, 0xfe]],
  ])('is recognised as %s and told once', (name, bytes) => {
    const output = read(Buffer.from([...bytes, 0x0a, 0x0a]), 'x.jsonl', 1);
    expect(output.list).toEqual(['ENCODING_UNSUPPORTED']);
    expect(output.issues[0]?.message).toBe(`this is ${name}, not UTF-8 text`);
  });
});

describe('a record that is too long', () => {
  const long = `"${'x'.repeat(16 * 1024 * 1024)}"`;
  it.each([
    ['lines', `{"a":1}\n${long}\n{"b":2}\n`, 'x.jsonl'],
    ['a list', `[{"a":1},${long},{"b":2}]`, 'x.json'],
    ['a document', `{"traces":[{"a":1},${long},{"b":2}]}`, 'x.json'],
  ])('among %s is dropped and the next ones are read', (_, text, name) => {
    expect(list(text, name)).toEqual(['{"a":1}', 'TRACE_TOO_LONG', '{"b":2}']);
  });

  it('may be the first one', () => {
    expect(list(`{"a":${long}}\n{"b":2}\n`, 'x.log')).toEqual(['TRACE_TOO_LONG', '{"b":2}']);
    expect(list(`{"a":${long},"traces":[1]}`, 'x.log')).toEqual(['1', 'TRACE_TOO_LONG']);
  });

  it('is not a document, which may be longer, by its lines or by the name of the file', () => {
    const lengths = (text: string, name: string): number[] =>
      list(text, name).map((record) => record.length);
    const size = long.length + 6;
    expect(lengths(`{"a":\n${long}}\n`, 'x.log')).toEqual([size]);
    expect(lengths(`{"a":${long}}`, 'x.json')).toEqual([size]);
    expect(lengths(`{"a":${long}}\n{"b":2}\n`, 'x.json')).toEqual([size, 7]);
    expect(list(`{"b":2}\n{"a":${long}}\n`, 'x.json')).toEqual(['{"b":2}', 'TRACE_TOO_LONG']);
  });
});

describe('the size of chunks', () => {
  const record = fc.constantFrom(
    '{"a":1}',
    '{"name":"ü\u{1F600}\\"\\\\","b":[{"c":[]}]}',
    '{"traces":[]}',
    '{"a":"},{]["}',
    '{"a":1,"a":1}',
    '[1,2]',
    '12',
    'nul',
    '"x',
    '{"\\u00',
    '\0\0',
    '',
  );
  const shape = fc.constantFrom(
    (all: string[]) => all.join('\n'),
    (all: string[]) => `\uFEFF${all.join('\r\n')}\r\n`,
    (all: string[]) => `[${all.join(',')}]`,
    (all: string[]) => `{"v":"\\"[","traces":[${all.join(' ,\n')}], "w":{}}`,
    (all: string[]) => `{\n"x":[${all.join(',')}]}`,
  );

  it('changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 6 }),
        shape,
        fc.constantFrom('x.jsonl', 'x.json'),
        fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 1 << 16 })),
        fc.boolean(),
        (records, write, name, chunkBytes, isLatin) => {
          const bytes = Buffer.from(write(records), isLatin ? 'latin1' : 'utf8');
          expect(read(bytes, name, chunkBytes)).toEqual(read(bytes, name));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('changes nothing for arbitrary bytes either', () => {
    const byte = fc.oneof(
      fc.constantFrom(...Buffer.from('{}[],:"\\\n\r a1')),
      fc.integer({ min: 0, max: 255 }),
    );
    fc.assert(
      fc.property(
        fc.array(byte, { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (bytes, size) => {
          const content = Buffer.from(bytes);
          expect(read(content, 'x.json', size)).toEqual(read(content, 'x.json'));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
