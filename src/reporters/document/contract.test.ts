import { expect, test } from 'vitest';
import { documentPart } from '../fixtures/document-part.ts';
import { DOCUMENTS, WITH_TEXT } from '../fixtures/documents.ts';
import { evidenceReport } from '../fixtures/evidence-report.ts';
import { PAYLOADS } from '../fixtures/payloads.ts';
import { loadReporter } from '../index.ts';
import { markdown } from '../markdown/index.ts';
import { staticPage } from '../static-page/index.ts';
import { terminal } from '../terminal/index.ts';
import { textWidth } from '../terminal/width.ts';
import type { Block, Document, Sink } from './index.ts';
import { isShown } from './shape.ts';

const SINKS: Readonly<Record<string, Sink>> = { terminal, markdown, html: staticPage };
const KINDS = Object.keys(DOCUMENTS);

/** Each kind with each sink. */
function pairsOf(kinds: readonly string[]): readonly (readonly [kind: string, sink: string])[] {
  return kinds.flatMap((kind) => Object.keys(SINKS).map((sink) => [kind, sink] as const));
}

function documentOf(kind: string, text: string): Document {
  return (DOCUMENTS[kind] as (text: string) => Document)(text);
}

function show(kind: string, sink: string, text: string, width = 100): string {
  return [...(SINKS[sink] as Sink)(documentOf(kind, text), { color: false, width })].join('');
}

test.each(pairsOf(Object.keys(WITH_TEXT)))('%s as %s lets no text out', (kind, sink) => {
  const elements = (html: string): Set<string> => new Set(documentPart(html).match(/<[a-z]\w*/gi));
  const harmless = elements(show(kind, sink, 'harmless'));
  for (const payload of PAYLOADS) {
    const text = show(kind, sink, payload);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(text).not.toMatch(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/);
    expect(text.isWellFormed()).toBe(true);
    const commands = text.split('\n').filter((line) => /^\s*(?:::|##(?!#? [^[]))/.test(line));
    expect(commands).toEqual([]);
    if (sink === 'html')
      expect([...elements(text)].filter((tag) => !harmless.has(tag))).toEqual([]);
  }
});

test.each(pairsOf(KINDS))('%s as %s has every word and number of ours', (kind, sink) => {
  const density = sink === 'terminal' ? 'brief' : 'full';
  const page = wordsOf(plain(show(kind, sink, 'outside', 160)));
  const words = new Set(ours(documentOf(kind, 'outside'), density).flatMap(wordsOf));
  expect([...words].filter((word) => !page.includes(word))).toEqual([]);
  expect(words.size).toBeGreaterThan(5);
});

test.each(KINDS)('%s keeps to the width of the window', (kind) => {
  for (const width of [60, 80, 120]) {
    const code = new Set(codeLines(documentOf(kind, 'some_tool_of_a_server')));
    const lines = show(kind, 'terminal', 'some_tool_of_a_server', width).split('\n');
    const long = lines.filter(
      (line) => textWidth(line) > width && !code.has(line.replace(/^ *│ /, '')),
    );
    expect(long).toEqual([]);
  }
});

/** The facts of a run with evidence that every sink for people has to show: the verdict, gates, and the cases that say most. */
const FACTS = [
  '2 of 3 gates did not hold',
  '38 of 300 cases failed, most often get_order_history for get_order_status (18)',
  "“where's my package?” → get_order_history (expected get_order_status)",
  'traces/prod.jsonl:1',
  '“when will it be here” → get_order_status (expected get_shipping_eta)',
  'traces/prod.jsonl:19',
  '“what about order A-33?” → order_id: "A-1" (expected "A-33") in get_order_status',
  'traces/prod.jsonl:33',
  '“thanks!” → get_order_status (expected no call)',
  'traces/prod.jsonl:28',
  '“thanks!” → no call (expected get_order_status)',
  'traces/prod.jsonl:32',
];

test.each(['terminal', 'markdown', 'github', 'junit'] as const)(
  'a run as %s has the same facts as in all others',
  async (name) => {
    const reporter = await loadReporter(name);
    const text = [...reporter(evidenceReport(), { color: false, width: 160 })].join('');
    const shown = plain(text.replaceAll('&apos;', "'").replaceAll('%25', '%'));
    const missing = FACTS.filter((fact) => !oneBlank(shown).includes(oneBlank(plain(fact))));
    // The verdict of a testsuite is not in its XML, and a gate is a testcase.
    expect(missing).toEqual(name === 'junit' ? FACTS.slice(0, 2) : []);
    for (const figure of ['89.33 %', '68.97 %', '>= 95 %']) expect(shown).toContain(figure);
  },
);

test.each(['csv', 'jsonl'] as const)(
  'the evidence of every case is a record of %s',
  async (name) => {
    const report = evidenceReport();
    const reporter = await loadReporter(name);
    const text = [...reporter(report, { color: false, width: 80 })].join('');
    const failing = report.evals[0]!.cases.filter(({ verdict }) => verdict === 'fail');
    const lines = text.split('\n').filter((line) => line.includes('traces/prod.jsonl:'));
    expect(lines).toHaveLength(failing.length);
    for (const [i, { evidence }] of failing.entries()) {
      expect(lines[i]).toContain(evidence!.where);
      expect(lines[i]).toContain(JSON.stringify(evidence!.question).slice(1, -1));
      for (const { tool } of [...evidence!.calls!, ...evidence!.expected!.calls])
        expect(lines[i]).toContain(tool);
    }
  },
);

function oneBlank(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,:”)])/g, '$1')
    .replaceAll(/([“(]) /g, '$1');
}

/** A page without its markup. */
function plain(text: string): string {
  return text
    .replaceAll(/<(style|script)>.*?<\/\1>/gs, '')
    .replaceAll('\\<', '&lt;')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\\`*|│]/g, ' ');
}

function wordsOf(text: string): readonly string[] {
  return text
    .split(/[^\p{L}\p{N}.,%]+/u)
    .flatMap((word) => word.replace(/^[.,]+|[.,]+$/g, '') || []);
}

function codeLines({ blocks }: Document): string[] {
  return walk(blocks, 'brief').flatMap((block) =>
    block.kind === 'code' ? block.lines.map((line) => strings(line, true).join('')) : [],
  );
}

/** All words and numbers of ours in the blocks that such a sink shows, as far as lists are not cut. */
function ours({ blocks }: Document, density: 'brief' | 'full'): string[] {
  return walk(blocks, density).flatMap((block) => {
    if (block.kind === 'matrix')
      return block.counts
        .flat()
        .filter((n) => n > 0)
        .map(String);
    if (block.kind === 'group') return strings([block.title, block.place ?? '']);
    if (block.kind === 'series') return [];
    if (block.kind === 'headline')
      return strings([block.isVerdictLast === true ? '' : (block.verdict ?? ''), block.parts]);
    if (block.kind === 'table') {
      const rows = block.rows
        .slice(0, block.cap?.[density])
        .map(({ cells, note }) => [cells, note]);
      const heads =
        density === 'brief' && block.isHeadless === true
          ? []
          : block.columns.map((column) => column.name);
      return strings([...heads, ...rows]);
    }
    if (block.kind === 'list')
      return strings([block.title, block.items.slice(0, block.cap?.[density])]);
    if (block.kind === 'cases') {
      const entries = block.entries.slice(0, block.cap[density]);
      // A brief sink has a line for each, Markdown more of those that are open.
      const open = density === 'full' && block.isOpen ? entries.slice(0, block.cap.brief) : [];
      const lines = entries.map(({ question = '', id, outcome, where = '' }) => [
        question === '' ? id : question,
        outcome,
        where,
      ]);
      return strings([block.title, lines, open.map(({ details }) => details)]);
    }
    if (block.kind === 'facts') return strings([block.lead, block.parts]);
    if (block.kind === 'fields') return strings(block.rows.map(({ name, text }) => [name, text]));
    return strings(block.kind === 'code' ? [block.title, block.lines] : block.text);
  });
}

function walk(blocks: Iterable<Block>, density: 'brief' | 'full'): Block[] {
  return [...blocks].flatMap((block) => {
    if (block.kind !== 'headline' && !isShown(block, density)) return [];
    const inner =
      block.kind === 'group' ? block.blocks : block.kind === 'series' ? block.groups : [];
    return [block, ...walk(inner, density)];
  });
}

/** Our strings in a value; tones and marks are not shown as words. */
function strings(value: unknown, withForeign = false): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((each) => strings(each, withForeign));
  if (typeof value !== 'object' || value === null) return [];
  if ('foreign' in value) return withForeign ? [String(value.foreign)] : [];
  const shown = ['text', 'label', 'aside', 'details', 'note'] as const;
  return shown.flatMap((key) =>
    key in value ? strings((value as Record<string, unknown>)[key]) : [],
  );
}
