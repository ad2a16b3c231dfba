import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Block,
  type Cell,
  name,
  nameColumn,
  numberColumn,
  prose,
  proseColumn,
  type Text,
  textColumn,
  type Tone,
} from '../document/index.ts';
import { terminal } from './index.ts';
import { textWidth } from './width.ts';

const WORD = fc.string({ unit: fc.constantFrom('a', 'é', '東', '🍣', '_', ':'), maxLength: 60 });
const SENTENCE = fc.array(WORD, { maxLength: 12 }).map((words) => words.join(' '));
const TONE = fc.constantFrom<Tone>('pass', 'fail', 'error', 'inconclusive', 'warning', 'plain');
const TEXT: fc.Arbitrary<Text> = fc.oneof(
  WORD.map((word) => name(word)),
  SENTENCE.map((sentence) => prose(sentence)),
  fc.tuple(WORD, SENTENCE).map(([word, sentence]) => ['ours ', name(word), ': ', prose(sentence)]),
);
const COLUMN = fc.constantFrom(nameColumn, numberColumn, textColumn, proseColumn);
const CELL: fc.Arbitrary<Cell> = fc.record({ text: TEXT, tone: TONE, isMarked: fc.boolean() });

const TABLE = fc
  .tuple(fc.array(COLUMN, { minLength: 1, maxLength: 7 }), fc.boolean(), fc.boolean())
  .chain(([columns, isHeadless, isSplit]) =>
    fc
      .array(fc.array(CELL, { minLength: columns.length, maxLength: columns.length }), {
        maxLength: 5,
      })
      .map((rows): Block => ({
        kind: 'table',
        isHeadless,
        isSplit,
        columns: columns.map((column) => column('head')),
        rows: rows.map((cells) => ({ cells, note: 'a note of ours' })),
      })),
  );

const ITEM = fc.record(
  {
    text: TEXT,
    aside: TEXT,
    details: fc.array(TEXT, { maxLength: 2 }),
    label: fc.constant('missed'),
  },
  { requiredKeys: ['text'] },
);
const LIST = fc
  .tuple(fc.constantFrom('lines', 'rows', 'inline'), fc.array(ITEM, { maxLength: 5 }), TEXT)
  .map(([layout, items, title]): Block => ({ kind: 'list', layout, items, title }));

const SIMPLE: fc.Arbitrary<Block> = fc.oneof(
  TABLE,
  LIST,
  fc.array(TEXT, { maxLength: 5 }).map((parts): Block => ({ kind: 'facts', lead: 'lead', parts })),
  TEXT.map((text): Block => ({ kind: 'note', text })),
  fc
    .array(fc.record({ name: TEXT, text: TEXT }), { maxLength: 4 })
    .map((rows): Block => ({ kind: 'fields', rows })),
);

const BLOCK: fc.Arbitrary<Block> = fc.oneof(
  SIMPLE,
  fc
    .record({
      tone: TONE,
      isMarked: fc.boolean(),
      title: TEXT,
      place: TEXT,
      blocks: fc.array(SIMPLE, { maxLength: 3 }),
    })
    .map((group): Block => ({ kind: 'group', ...group })),
);

it('keeps every line of every document within the window', () => {
  fc.assert(
    fc.property(
      fc.array(BLOCK, { maxLength: 4 }),
      fc.integer({ min: 40, max: 160 }),
      (blocks, width) => {
        const text = [...terminal({ version: null, blocks }, { color: false, width })].join('');
        for (const line of text.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
    { numRuns: 300 },
  );
});

it('lets no text from outside begin a line', () => {
  fc.assert(
    fc.property(fc.array(BLOCK, { maxLength: 4 }), (blocks) => {
      const text = [...terminal({ version: null, blocks }, { color: false, width: 60 })].join('');
      expect(text.split('\n').filter((line) => /^\s*::/.test(line))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
