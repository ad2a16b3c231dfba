// Puts the figures of a run into bench/README.md, between their two marks.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './places.mjs';

const BEGIN = '<!-- figures: npm run bench -- --docs -->\n';
const END = '<!-- end of figures -->';

export function writeDocs(figures) {
  const file = join(ROOT, 'bench/README.md');
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`${file} has no place for figures`);
  writeFileSync(file, `${text.slice(0, begin)}${BEGIN}\n${figures}\n\n${text.slice(end)}`);
}
