// Reports banned words: in names of the code, in comments, and in the prose of the docs. Reports long lines and paragraphs
// of pages, and long changelog entries.
// `node scripts/check-wording.mjs [folder]` exits 1 where there is one. docs/contributing/conventions.md has the rules.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { layoutFaults } from './markdown-layout.mjs';
import {
  COMMENT_WORDS,
  MAX_ENTRY_WORDS,
  NAMES,
  NOT_CHECKED_YET,
  NOT_WRAPPED_YET,
  VALUE_NAMES,
  WORDS,
} from './wording-rules.mjs';

const ROOT = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const SKIPPED = /(?:^|\/)(?:node_modules|dist|\.[^/]+|vectors|peers)$|\.generated\.ts$/;
const TEST = /\.test\.tsx?$|^(?:test|bench|wasm)\/|\/fixtures\//;
const CODE = /\.(?:tsx?|mjs|cjs|js)$/;
// Guides are recorded with the labels that were made by them.
const DATA = /^examples\/.*\/(?:guide|SKILL)\.md$/;
// The two files that must name what they ban.
const RULES = new Set(['scripts/wording-rules.mjs', 'test/check-wording.test.ts']);

// Comments that are lines of their own, and those at the end of a line of code.
const COMMENT = /^[ \t]*\/\*[\s\S]*?\*\/|(?:^|[ \t])\/\/.*$/gm;
// What a page shows is not its prose.
const SHOWN = /^```[\s\S]*?^```$|`[^`\n]*`/gm;

function isBelow(path, folders) {
  return folders.some((start) => path === start || path.startsWith(`${start}/`));
}

function* filesBelow(folder) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (SKIPPED.test(path) || RULES.has(path)) continue;
    if (isBelow(path, NOT_CHECKED_YET)) continue;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (CODE.test(path) || path.endsWith('.md')) yield path;
  }
}

/** The text with everything else as blanks, so that places stay what they are. */
function keepOnly(pattern, text) {
  let kept = '';
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    kept += blank(text.slice(end, index)) + match;
    end = index + match.length;
  }
  return kept + blank(text.slice(end));
}

function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}

/** The breaches of a text, as `line: what → instead`. */
function* breaches(text, rules) {
  for (const { ban, write } of rules)
    for (const { 0: match, index } of text.matchAll(ban)) {
      const line = text.slice(0, index).split('\n').length;
      yield { line, message: `"${match.replace(/\s+/g, ' ').trim()}": write ${write}` };
    }
}

/** The entries of a changelog that are too long. */
function* longEntries(text) {
  for (const { 0: entry, index } of text.matchAll(/^- .*(?:\n {2}.*)*/gm)) {
    const words = entry.slice(2).split(/\s+/).length;
    const line = text.slice(0, index).split('\n').length;
    if (words > MAX_ENTRY_WORDS)
      yield { line, message: `"${words} words": write at most ${MAX_ENTRY_WORDS}` };
  }
}

let count = 0;
for (const path of filesBelow('')) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const faults = CODE.test(path)
    ? [
        ...breaches(text, TEST.test(path) ? NAMES : [...NAMES, ...VALUE_NAMES]),
        ...breaches(keepOnly(COMMENT, text), [...WORDS, ...COMMENT_WORDS]),
      ]
    : [...breaches(text.replace(SHOWN, blank), WORDS)];
  if (path.endsWith('.md') && !DATA.test(path) && !NOT_WRAPPED_YET.includes(path))
    faults.push(...layoutFaults(text));
  if (path === 'CHANGELOG.md') faults.push(...longEntries(text));
  for (const { line, message } of faults.sort((a, b) => a.line - b.line)) {
    console.error(`${path}:${line} ${message}`);
    count += 1;
  }
}
if (count > 0) {
  console.error(`${count} faults of wording; see docs/contributing/conventions.md#words`);
  process.exitCode = 1;
}
