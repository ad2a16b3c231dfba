import { wrapLine } from './wrap-line.ts';

/** Fewer columns than this are too narrow for a second column. */
const MIN_WIDTH = 20;

/** Wraps help to a width: the second column of an example, or the line where it has one column. */
export function wrapHelp(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => (line.length <= width ? line : wrapColumns(line, width)))
    .join('\n');
}

function wrapColumns(line: string, width: number): string {
  const [, first, gap, second] = /^( *\S.*?)( {2,})(\S.*)$/.exec(line) ?? [];
  if (first === undefined || gap === undefined || second === undefined)
    return wrapLine(line, width);
  const start = first.length + gap.length;
  if (width - start < MIN_WIDTH) return `${first}\n${wrapLine(`      ${second}`, width)}`;
  const [top = '', ...rest] = wrapWords(second, width - start);
  return [`${first}${gap}${top}`, ...rest.map((words) => ' '.repeat(start) + words)].join('\n');
}

function wrapWords(text: string, width: number): string[] {
  return wrapLine(text, width - 2)
    .split('\n')
    .map((words) => words.trim());
}
