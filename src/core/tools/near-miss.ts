import { formatPattern, type ToolPattern } from './tool-pattern.ts';
import { formatTool, type ToolRef } from '../trace/trace.ts';

/** Letters of other scripts that look like a Latin one: the ones seen in tool names, not all of Unicode. */
const LOOK_ALIKES = new Map(
  'аa вb сc ԁd еe һh іi јj кk ӏl мm нh оo рp ѕs тt υu ѵv ԝw хx уy αa οo ρp νv ιi κk ıi'
    .split(' ')
    .map(([other = '', latin = '']) => [other, latin]),
);

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const SEPARATORS = /[\s._:/-]+/g;

/** Letters that every supported runtime folds alike: a hint is part of the report's bytes. */
const FOLDABLE = /^[\0-\u052f\u1e00-\u206f\uff01-\uff5e\ufeff]*$/;

/** Skeletons of the names met last: a run asks for the same few again and again. */
const KNOWN = new Map<string, string>();
const KNOWN_AT_MOST = 5000;

/** What is left of a name when case, blanks, separators, invisible and look-alike letters are taken away. */
export function nameSkeleton(text: string): string {
  let skeleton = KNOWN.get(text);
  if (skeleton === undefined) {
    skeleton = FOLDABLE.test(text) ? fold(text) : text;
    if (KNOWN.size >= KNOWN_AT_MOST) KNOWN.clear();
    KNOWN.set(text, skeleton);
  }
  return skeleton;
}

function fold(text: string): string {
  let out = '';
  for (const char of text.normalize('NFC').replace(INVISIBLE, '').toLowerCase()) {
    const code = char.codePointAt(0) ?? 0;
    const narrow = code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : char;
    out += LOOK_ALIKES.get(narrow) ?? narrow.toLowerCase();
  }
  return out.replace(SEPARATORS, '_').replace(/^_|_$/g, '');
}

/** Why a tool that matched nothing may be meant for one of the patterns; null when it is not close to any. */
export function explainNearMiss(tool: ToolRef, patterns: readonly ToolPattern[]): string | null {
  const sameName = patterns.find((pattern) => isOnServer(pattern, tool.name));
  if (sameName !== undefined && tool.server === null) {
    return `the server was not recorded, so this is not known to be ${formatPattern(sameName)}`;
  }
  const names = [tool.name, formatTool(tool)];
  const skeletons = new Set(names.map(nameSkeleton));
  for (const pattern of patterns) {
    const spelled = formatPattern(pattern);
    if (!skeletons.has(nameSkeleton(spelled))) continue;
    const why = names
      .map((name) => explainDifference(name, spelled))
      .find((reason) => reason !== null);
    return `looks like ${spelled}, but ${why ?? 'some letters only look alike'}`;
  }
  return sameName === undefined
    ? null
    : `same name as ${formatPattern(sameName)}, on another server`;
}

/** Near misses of the same patterns: each tool is explained once. */
export class NearMisses {
  readonly #patterns: readonly ToolPattern[];
  /** By server and name. Only evidence is explained, so these stay few. */
  readonly #known = new Map<string | null, Map<string, string | null>>();

  constructor(patterns: readonly ToolPattern[]) {
    this.#patterns = patterns;
  }

  explain(tool: ToolRef): string | null {
    let ofServer = this.#known.get(tool.server);
    if (ofServer === undefined) this.#known.set(tool.server, (ofServer = new Map()));
    let why = ofServer.get(tool.name);
    if (why === undefined) ofServer.set(tool.name, (why = explainNearMiss(tool, this.#patterns)));
    return why;
  }
}

/** Whether a pattern asks for this name on a certain server. */
function isOnServer(pattern: ToolPattern, name: string): boolean {
  if (typeof pattern === 'string') return pattern.endsWith(`.${name}`);
  return pattern.server !== undefined && pattern.tool === name;
}

/** The one kind of difference that makes these two names unequal; null when there is more to it. */
function explainDifference(name: string, spelled: string): string | null {
  const equalBy = (fold: (text: string) => string): boolean => fold(name) === fold(spelled);
  if (equalBy((text) => text.toLowerCase())) return 'the case differs';
  if (equalBy((text) => text.trim())) return 'the blanks differ';
  if (equalBy((text) => text.normalize('NFC'))) return 'the Unicode form differs';
  if (equalBy((text) => text.replace(INVISIBLE, ''))) return 'an invisible character differs';
  if (equalBy((text) => text.replace(SEPARATORS, '_'))) return 'the separators differ';
  return null;
}
