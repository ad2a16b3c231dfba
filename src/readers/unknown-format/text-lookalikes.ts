// What lines that are not JSON may be.
import type { Lookalike } from './lookalikes.ts';

/** JSON that is damaged begins like this; its place says more than what it looks like. */
const JSON_START = /^[{[]\s*["{[\]}]/;
const CONTROL_START = /^\p{Cc}/u;

/** Whether a line was never meant to be a JSON record. */
export function isForeignLine(line: string): boolean {
  const text = line.trimStart();
  return text !== '' && !JSON_START.test(text) && !CONTROL_START.test(text);
}

/** Whether a line opens a document that goes on behind it. */
export function opensDocument(line: string): boolean {
  return ['{', '['].includes(line.trim());
}

const SEPARATORS = [
  [',', 'CSV'],
  ['\t', 'tab-separated values'],
  [';', 'CSV with semicolons'],
] as const;

/** What lines are, by their first characters. */
export function lookalikeOfText(lines: readonly string[]): Lookalike {
  const [first = ''] = lines;
  const start = first.trim();
  if (opensDocument(first)) {
    return {
      name: 'JSON over several lines in a file of lines',
      hint: 'end the name of the file in .json, or write one record per line',
    };
  }
  if (/^[{[(]\s*'|^\w+\(/.test(start)) {
    return { name: 'the text of Python objects', hint: 'write them with json.dumps' };
  }
  if (/^(?:data|event|id|retry):/.test(start)) {
    return {
      name: 'a stream of server-sent events',
      hint: 'keep the JSON after `data:`, one event per line',
    };
  }
  if (/^<(?:[?!]|\w)/.test(start)) return { name: 'XML or HTML' };
  const table = SEPARATORS.find(([separator]) => isTable(lines, separator));
  if (table !== undefined) {
    return { name: table[1], hint: 'only datasets may be CSV; write traces as JSON lines' };
  }
  if (/^(?:---|[\w-]+:(?:\s|$))/.test(start)) {
    return {
      name: 'YAML',
      hint: 'suites are YAML, and `whichtool run` takes them; traces are JSON',
    };
  }
  return {
    name: 'text, such as the log of a program',
    hint: 'write the calls of each run into a file of their own, as JSON lines',
  };
}

/** Lines with the same number of separators, or one line that names columns. */
function isTable(lines: readonly string[], separator: string): boolean {
  const counts = lines.map((line) => line.split(separator).length);
  const [columns = 1] = counts;
  if (columns < 2) return false;
  return lines.length === 1
    ? lines[0]!.split(separator).every((cell) => /^\s*"?[\w ]{1,40}"?\s*$/.test(cell))
    : counts.every((count) => count === columns);
}
