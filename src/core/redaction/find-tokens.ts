import {
  ALPHANUMERIC_CHARS,
  hasRun,
  isIn,
  KEY_CHARS,
  PEM_CHARS,
  Runs,
  UPPER_CHARS,
  WORD_CHARS,
} from './char-class.ts';
import type { Span } from './replace-spans.ts';

/** Prefixes of keys that vendors give out, with the least number of characters behind them. */
const PREFIXES: readonly (readonly [source: string, least: number])[] = [
  ['github_pat_', 20],
  ['gh[opusr]_', 20],
  ['glpat-', 16],
  ['npm_', 30],
  ['hf_', 20],
  ['xox[a-z]-', 10],
  ['xapp-', 10],
  ['AIza', 30],
  ['lsv2_[a-z]{2}_', 16],
  ['pk-lf-', 16],
  ['sk-', 16],
  ['(?:sk|rk|pk)_(?:live|test)_', 16],
  ['whsec_', 16],
  ['gsk_', 20],
  ['xai-', 20],
  ['pplx-', 20],
  ['tvly-', 16],
  ['nvapi-', 20],
  ['r8_', 20],
  ['dop_v1_', 20],
  ['shp(?:at|ca|pa|ss)_', 20],
  ['ya29\\.', 20],
];
const PREFIX = new RegExp(
  `(?<!\\w)(?:${PREFIXES.map(([source]) => `(${source})`).join('|')})`,
  'g',
);
const AWS = /(?<!\w)(?:AKIA|ASIA)/g;
const DOTTED = /(?<!\w)(?:eyJ|SG\.)/g;
const PEM_BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
const PEM_END = /-----END [A-Z ]{0,40}PRIVATE KEY-----/g;
const MAX_PEM = 20_000;

/** Keys that are known by their form, in the order of their places. */
export function findTokens(text: string): readonly Span[] {
  const keys = new Runs(text, KEY_CHARS);
  const spans: Span[] = [...findPem(text)];
  for (const match of text.matchAll(PREFIX)) {
    const least = PREFIXES[match.findIndex((group, i) => i > 0 && group !== undefined) - 1]?.[1];
    const end = keys.endAt(match.index + match[0].length);
    if (end - match.index - match[0].length >= (least ?? 0)) spans.push([match.index, end]);
  }
  for (const { index } of text.matchAll(AWS)) {
    const end = index + 20;
    let at = index + 4;
    while (at < end && isIn(UPPER_CHARS, text.charCodeAt(at))) at++;
    if (at === end && !isIn(WORD_CHARS, text.charCodeAt(end))) spans.push([index, end]);
  }
  for (const match of text.matchAll(DOTTED)) {
    const end =
      match[0] === 'SG.' ? endOfSendGrid(match.index, keys) : endOfJwt(text, match.index, keys);
    if (end !== null) spans.push([match.index, end]);
  }
  return spans.sort(([a, b], [c, d]) => a - c || d - b);
}

const LONG_RUN = /[A-Za-z0-9]{16,200}/g;
const SURE_RUN = 16;

/** Whether a JSON text may contain a key that cannot be a name: false is certain. */
export function mayHoldSureToken(json: string): boolean {
  return hasRun(json, ALPHANUMERIC_CHARS, SURE_RUN);
}

/** Shorter than any key with its prefix. */
export const MIN_SURE = 18;

/** Keys that cannot be names: a name such as `sk-learn-train-model-2` has short words behind its prefix. */
export function* findSureTokens(text: string): Generator<Span> {
  if (text.length < MIN_SURE || !mayHoldSureToken(text)) return;
  for (const [start, end] of findTokens(text)) {
    const token = text.slice(start, Math.min(end, start + 1000));
    if ([...token.matchAll(LONG_RUN)].some(([run]) => /\d/.test(run))) yield [start, end];
  }
}

/** `eyJ….eyJ….…`: header, payload and signature. */
function endOfJwt(text: string, start: number, keys: Runs): number | null {
  const header = keys.endAt(start);
  if (header - start < 11 || !text.startsWith('.eyJ', header)) return null;
  const payload = keys.endAt(header + 1);
  if (payload - header < 12 || text[payload] !== '.') return null;
  return keys.endAt(payload + 1);
}

/** `SG.….…`. */
function endOfSendGrid(start: number, keys: Runs): number | null {
  const first = keys.endAt(start + 3);
  if (first - start < 19) return null;
  const end = keys.endAt(first + 1);
  return end - first < 17 ? null : end;
}

/** Private keys in PEM; of one that was cut, everything that can belong to it. */
function* findPem(text: string): Generator<Span> {
  let done = 0;
  for (const { index, 0: begin } of text.matchAll(PEM_BEGIN)) {
    if (index < done) continue;
    const body = text.slice(index, index + MAX_PEM);
    PEM_END.lastIndex = begin.length;
    const close = PEM_END.exec(body);
    done = index + begin.length;
    if (close !== null) done = index + close.index + close[0].length;
    else while (done < text.length && isIn(PEM_CHARS, text.charCodeAt(done))) done++;
    yield [index, done];
  }
}
