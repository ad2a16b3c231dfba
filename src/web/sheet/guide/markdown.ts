/** A block of Markdown. Text in it is parsed by `parseInline`. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'rule' };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)])([ \t]+|$)(.*)$/;
const QUOTE = /^ {0,3}>[ \t]?(.*)$/;
const TABLE_RULE = /^ {0,3}\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/;
const MAX_DEPTH = 8;

/** Parses the part of Markdown that guides use: headings, paragraphs, lists, quotes, tables, code. HTML stays text. */
export function parseMarkdown(text: string): readonly Block[] {
  return parseBlocks(text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'), 0);
}

function parseBlocks(lines: readonly string[], depth: number): readonly Block[] {
  if (depth > MAX_DEPTH) return [{ kind: 'paragraph', text: lines.join(' ').trim() }];
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const [block, next] = takeBlock(lines, at, depth);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

/** The block that begins at a line, and the line after it. */
function takeBlock(
  lines: readonly string[],
  at: number,
  depth: number,
): readonly [block: Block, next: number] {
  const line = lines[at] ?? '';
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const text = (heading[2] ?? '').replace(/[ \t]+#+[ \t]*$/, '').trim();
    return [{ kind: 'heading', level: heading[1]?.length ?? 1, text }, at + 1];
  }
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return takeCode(lines, at, fence);
  if (RULE.test(line)) return [{ kind: 'rule' }, at + 1];
  if (QUOTE.test(line)) {
    const end = endOf(lines, at, (next) => QUOTE.test(next));
    const inner = lines.slice(at, end).map((next) => QUOTE.exec(next)?.[1] ?? '');
    return [{ kind: 'quote', blocks: parseBlocks(inner, depth + 1) }, end];
  }
  if (ITEM.test(line)) return takeList(lines, at, depth);
  if (line.includes('|') && TABLE_RULE.test(lines[at + 1] ?? '')) {
    const end = endOf(lines, at, (next) => next.includes('|'));
    const rows = lines.slice(at, end).toSpliced(1, 1).map(cellsOf);
    return [{ kind: 'table', rows }, end];
  }
  const end = endOf(lines, at, isParagraph);
  const text = lines.slice(at, end).map((next) => next.trim());
  return [{ kind: 'paragraph', text: text.join(' ') }, end];
}

function takeCode(
  lines: readonly string[],
  at: number,
  fence: string,
): readonly [block: Block, next: number] {
  const closed = lines.findIndex((line, i) => i > at && line.trim().startsWith(fence));
  const end = closed < 0 ? lines.length : closed;
  return [{ kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end + 1];
}

function takeList(
  lines: readonly string[],
  at: number,
  depth: number,
): readonly [block: Block, next: number] {
  const first = ITEM.exec(lines[at] ?? '');
  const isOrdered = first?.[3] !== undefined;
  const items: string[][] = [];
  let indent = 0;
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? '';
    const item = ITEM.exec(line);
    const isInside = /^ */.exec(line)?.[0].length ?? 0;
    if (line.trim() === '') {
      const following = lines[next + 1] ?? '';
      if (!ITEM.test(following) && !following.startsWith(' '.repeat(Math.max(1, indent)))) break;
      items.at(-1)?.push('');
    } else if (items.length > 0 && isInside >= indent) {
      items.at(-1)?.push(line.slice(indent));
    } else if (item !== null && (item[3] !== undefined) === isOrdered && !RULE.test(line)) {
      indent = line.length - (item[5]?.length ?? 0);
      items.push([item[5] ?? '']);
    } else if (items.length > 0 && isParagraph(line) && lines[next - 1]?.trim() !== '') {
      items.at(-1)?.push(line.trim());
    } else break;
  }
  const start = Number(first?.[3] ?? 1);
  const parsed = items.map((item) => parseBlocks(item, depth + 1));
  return [{ kind: 'list', isOrdered, start, items: parsed }, next];
}

/** The first line from `at` that does not go on with the block; blank lines end it. */
function endOf(lines: readonly string[], at: number, goesOn: (line: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && lines[end]?.trim() !== '' && goesOn(lines[end] ?? '')) end += 1;
  return end;
}

function isParagraph(line: string): boolean {
  return ![HEADING, FENCE, RULE, QUOTE, ITEM].some((pattern) => pattern.test(line));
}

function cellsOf(line: string): readonly string[] {
  const row = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return row.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
