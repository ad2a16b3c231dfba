import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { LabelSheet, SheetRow } from './sheet.ts';
import { sheetCsv } from './sheet-csv.ts';

const ROW: SheetRow = {
  id: 'c1',
  caseHash: 'h1',
  input: {
    messages: [
      { role: 'user', content: 'Where is it?\n\nIt is "D81".' },
      { role: 'assistant', content: '', tool_calls: [{ name: 'status', arguments: { id: 1 } }] },
    ],
  },
  before: [],
  tools: [{ name: 'status', description: null, schema: null }],
  rated: null,
  opinions: [],
  answer: null,
  rationale: null,
  isUnsure: false,
  labelledAt: null,
};

function read(row: Partial<SheetRow>): Record<string, string> {
  const sheet: LabelSheet = {
    dataset: 'orders',
    task: 'label',
    reviewer: 'ann',
    isDecision: false,
    guide: null,
    guideHash: null,
    rows: [{ ...ROW, ...row }],
  };
  const text = [...sheetCsv(sheet)].join('');
  expect(text.startsWith('\ufeffid,case_hash,')).toBe(true);
  const [found] = parse<Record<string, string>>(text, { columns: true, bom: true });
  return found ?? {};
}

it('writes conversations with real lines, and none of them as an escape', () => {
  const { input } = read({});
  expect(input).toBe('user: Where is it?\n\nIt is "D81".\nassistant calls status {"id":1}');
});

it('cuts what a spreadsheet would cut without a word, but no answer', () => {
  const long = 'x'.repeat(50_000);
  const { input, expected_args: args } = read({
    input: long,
    answer: { expected_tool: 'status', expected_args: { text: long } },
  });
  expect(input).toHaveLength(
    31_999 + '\n… 18001 more characters: the html sheet has all of it'.length,
  );
  expect(input).toMatch(/more characters: the html sheet has all of it$/);
  expect(args?.length).toBeGreaterThan(50_000);
});

it('says in words what others said', () => {
  const opinions = [
    {
      expected_tool: 'status',
      expected_args: { id: 'D81' },
      unsure: true,
      rationale: 'asks\nwhere',
    },
    { expected_tool: null },
  ];
  const { opinion_1: first, opinion_2: second } = read({ opinions });
  expect([first, second]).toEqual(['status (id: D81)\nunsure\nasks\nwhere', 'no tool']);
});
