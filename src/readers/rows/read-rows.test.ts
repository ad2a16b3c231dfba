import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CsvReader } from './csv-reader.ts';
import type { RowRecord } from '../reader.ts';
import { readRows } from './read-rows.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-rows-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function read(name: string, content: string | Buffer): Promise<RowRecord[]> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const records: RowRecord[] = [];
  for await (const batch of readRows({ path, displayName: name })) records.push(...batch);
  return records;
}

/** Rows as their values, errors as `code line`. */
async function values(name: string, content: string | Buffer): Promise<unknown[]> {
  const records = await read(name, content);
  return records.map((record) =>
    record.kind === 'row'
      ? record.value
      : `${record.issue.code} ${record.issue.where?.line ?? record.issue.where?.offset ?? '-'}`,
  );
}

describe('the rows of a dataset', () => {
  it('come from lines or from a list', async () => {
    expect(await values('a.jsonl', '{"id":"1"}\n{"id":"2"}\n')).toEqual([{ id: '1' }, { id: '2' }]);
    expect(await values('a.json', '[{"id":"1"},{"id":"2"}]')).toEqual([{ id: '1' }, { id: '2' }]);
  });

  it('may have a column called traces', async () => {
    expect(await values('b.json', '{"traces":[1]}\n{"traces":[2]}\n')).toEqual([
      { traces: [1] },
      { traces: [2] },
    ]);
  });

  it('must be objects', async () => {
    expect(await values('c.jsonl', '{"id":"1"}\n[1]\nx\n')).toEqual([
      { id: '1' },
      'ROW_NOT_OBJECT 2',
      'TRACE_BAD_LINE 3',
    ]);
    expect(await values('d.jsonl', '')).toEqual(['NO_RECORDS -']);
  });
});

describe('the rows of a CSV file', () => {
  it('may be divided as spreadsheets of other languages do it', async () => {
    const rows = [{ id: '1', text: 'a, "b"\nc' }];
    expect(await values('semi.csv', '\ufeffid;text\r\n1;"a, ""b""\nc"\r\n')).toEqual(rows);
    expect(await values('tab.csv', 'id\ttext\n1\t"a, ""b""\nc"\n')).toEqual(rows);
    expect(await values('comma.csv', '"i;d",text\n1;2,x\n')).toEqual([{ 'i;d': '1;2', text: 'x' }]);
  });

  it('have the columns of the header, and JSON where it is JSON', async () => {
    const csv = [
      'id,input,tool_calls,expected_tool,function_calls,note',
      '1,"a, b","[{""name"":""search""}]",search,"[""search""]",[1]',
      '2,"two\nlines",[],12,not json,{broken',
      '3,,,,,',
      '4,"{""a"":1}",[],null,"""x""",true',
    ].join('\n');
    expect(await values('a.csv', csv)).toEqual([
      {
        id: '1',
        input: 'a, b',
        tool_calls: [{ name: 'search' }],
        expected_tool: 'search',
        function_calls: ['search'],
        note: [1],
      },
      {
        id: '2',
        input: 'two\nlines',
        tool_calls: [],
        expected_tool: '12',
        function_calls: 'not json',
        note: '{broken',
      },
      { id: '3', input: '', note: '' },
      {
        id: '4',
        input: { a: 1 },
        tool_calls: [],
        expected_tool: null,
        function_calls: 'x',
        note: 'true',
      },
    ]);
  });

  it('know their line and offset, whatever the line ends', async () => {
    const records = await read('b.csv', '\uFEFFid,n\r\n1,ü\r\n\r\n2,y\n3,z');
    expect(records).toMatchObject([
      { kind: 'row', value: { id: '1', n: 'ü' }, where: { file: 'b.csv', line: 2, offset: 9 } },
      { kind: 'row', value: { id: '2', n: 'y' }, where: { file: 'b.csv', line: 4 } },
      { kind: 'row', value: { id: '3', n: 'z' }, where: { file: 'b.csv', line: 5 } },
    ]);
  });

  it.each(['\n', '\r\n'])(
    'stand in the line in which they begin, with breaks %j in cells',
    async (end) => {
      const lines = ['id,n', '1,"a', 'b', 'c"', '2,"d', 'e"', '3,f', ''];
      const records = await read('b.csv', lines.join(end));
      expect(records.map((record) => (record.kind === 'row' ? record.where.line : null))).toEqual([
        2, 5, 7,
      ]);
    },
  );

  it('take hostile column names as data', async () => {
    const [record] = await read('c.csv', '__proto__,constructor\nx,y\n');
    const row = record?.kind === 'row' ? record.value : {};
    expect(Object.entries(row)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('that do not fit the header are errors, and the others are read', async () => {
    expect(await values('d.csv', 'id,n\n1\n2,y,z\n3,ok\n')).toEqual([
      'CSV_ROW 2',
      'CSV_ROW 3',
      { id: '3', n: 'ok' },
    ]);
  });

  it('with hostile JSON are errors', async () => {
    expect(await values('e.csv', 'id,trace\n1,"{""a"":1,""a"":2}"\n2,{}\n')).toEqual([
      'JSON_DUPLICATE_KEY 2',
      { id: '2', trace: {} },
    ]);
  });

  it('are read up to a broken quote, which is reported', async () => {
    expect(await values('f.csv', 'id,n\n1,a\n2,"x"y\n3,b\n')).toEqual([
      { id: '1', n: 'a' },
      'CSV_ROW 3',
    ]);
    expect(await values('g.csv', 'id,n\n1,a\n2,"never closed\n')).toEqual([
      { id: '1', n: 'a' },
      'CSV_ROW 3',
    ]);
  });

  it('need a usable header and at least one row', async () => {
    expect(await values('h.csv', 'id,id\n1,2\n')).toEqual(['CSV_HEADER 1']);
    expect(await values('i.csv', 'id,\n1,2\n')).toEqual(['CSV_HEADER 1']);
    expect(await values('j.csv', 'id,n\n')).toEqual(['NO_RECORDS -']);
    expect(await values('k.csv', '')).toEqual(['NO_RECORDS -']);
  });

  it('must be UTF-8', async () => {
    const bad = Buffer.concat([Buffer.from('id\nü\n'), Buffer.from([0xff, 0x0a])]);
    expect(await values('l.csv', bad)).toEqual(['ENCODING_INVALID 6']);
    expect(await values('m.csv', Buffer.from([0x69, 0x64, 0x0a, 0xc3]))).toEqual([
      'ENCODING_INVALID 3',
    ]);
    expect(await values('n.csv', Buffer.from([0x1f, 0x8b, 0x08, 0x00]))).toEqual([
      'PACK_CORRUPT 4',
    ]);
    expect(await values('o.csv', Buffer.from([0xff, 0xfe, 0x69, 0x00]))).toEqual([
      'ENCODING_UNSUPPORTED 0',
    ]);
  });

  it('do not depend on the size of chunks', async () => {
    const text = '\uFEFFid,n\r\n1,"ü ""q""\n\u{1F600}"\r\n2,"[1]"\r\n';
    await readInChunks(Buffer.from(text));
    await readInChunks(Buffer.from(text.replaceAll(',', ';')));
  });

  async function readInChunks(bytes: Buffer): Promise<void> {
    for (let size = 1; size <= bytes.length; size++) {
      const reader = await CsvReader.open('x.csv');
      for (let at = 0; at < bytes.length; at += size) {
        expect(reader.push(bytes.subarray(at, at + size))).toBeNull();
      }
      expect(await reader.end()).toBeNull();
      expect(reader.take()).toMatchObject([
        { value: { id: '1', n: 'ü "q"\n\u{1F600}' } },
        { value: { id: '2', n: [1] } },
      ]);
    }
  }
});
