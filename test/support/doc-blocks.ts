import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT: string = resolve(import.meta.dirname, '../..');

/** A fenced block of a page: `kind` is its language and first word, such as `yaml suite`. */
export interface Block {
  readonly page: string;
  readonly line: number;
  readonly kind: string;
  /** The words after the kind. */
  readonly words: readonly string[];
  readonly text: string;
  /** The `text output` block that follows, when nothing but blank lines is between. */
  readonly output: string | null;
}

/** Every Markdown page of the project. */
export function listPages(): readonly string[] {
  const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'bench/README.md'];
  return [...pages, ...['docs', 'examples'].flatMap(pagesBelow)].sort();
}

function pagesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

const FENCE = /^```(.*)\n([\s\S]*?)^```$/gm;
const OUTPUT = /^\n*```text output\n([\s\S]*?)^```$/m;

/** The fenced blocks of a page, in order. */
export function readBlocks(page: string): readonly Block[] {
  const source = readFileSync(join(ROOT, page), 'utf8');
  return [...source.matchAll(FENCE)].map((match) => {
    const [whole, info = '', text = ''] = match;
    const [language = '', word = '', ...words] = info.trim().split(/\s+/);
    const output = OUTPUT.exec(source.slice(match.index + whole.length));
    return {
      page,
      line: source.slice(0, match.index).split('\n').length,
      kind: `${language} ${word}`.trim(),
      words,
      text,
      output: output?.index === 0 ? (output[1] ?? '') : null,
    };
  });
}

/** Replaces the output that a page shows below a block. */
export function pasteOutput({ page, text, output }: Block, printed: string): void {
  if (output === null || output === printed) return;
  const path = join(ROOT, page);
  const source = readFileSync(path, 'utf8');
  const fence = '```text output\n';
  const at = source.indexOf(fence + output, source.indexOf(text));
  if (at === -1) return;
  const start = at + fence.length;
  writeFileSync(path, source.slice(0, start) + printed + source.slice(start + output.length));
}
