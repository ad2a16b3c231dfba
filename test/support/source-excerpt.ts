import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, ROOT } from './doc-blocks.ts';

/** The lines of an excerpt that are not in the file which exports its name; `// …` marks an omission. */
export function linesNotInSource({ text, words: [name = ''] }: Block): readonly string[] {
  const source = new Set(sourceOf(name).split('\n'));
  return text.split('\n').filter((line) => !line.trim().startsWith('// …') && !source.has(line));
}

/** The text of the file that exports a name, wherever it is in `src/`. */
function sourceOf(name: string): string {
  const declaration = new RegExp(`^export (?:const|class|function) ${name}\\b`, 'm');
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => path.endsWith('.ts'))) {
    const source = readFileSync(join(ROOT, 'src', file), 'utf8');
    if (declaration.test(source)) return source;
  }
  return '';
}
