import { claudeVersion, splitModelName } from './model-name.ts';

const SEPARATORS = /[-_:@\s]+/;
/** Words by which a name says that it moves. */
const FLOATING_WORDS = new Set(['latest', 'auto', 'default', 'router', 'best']);
const UNFINISHED_WORDS = new Set(['preview', 'exp', 'experimental', 'beta', 'stable']);

/** Names of hosted models that move although they have a number, or whose version is not a part of the name. */
const FLOATING_NAMES: readonly RegExp[] = [
  // OpenAI: without its date every name is an alias. The open weights are not.
  /^(?:gpt-(?!oss)|chatgpt|o\d|codex|computer-use)/,
  // Google: stable versions end with three digits, previews with a date.
  /^gemini/,
  // Claude before 4.6 has the date in its id; of those after it the id itself is a snapshot.
  /claude/,
  /^grok/,
  /^deepseek-(?:chat|reasoner|coder|flash)/,
  /^qwen[\d.]*-?(?:max|plus|turbo|flash|long|coder-plus|coder-flash)/,
  /^(?:mistral|ministral|magistral|codestral|devstral|pixtral|voxtral)(?:-(?:tiny|small|medium|large))?(?:-[\d.]+)?$/,
  /^command(?:-[a-z]+)*$/,
];

/** `20250929`, `2024-08-06`, `0613`, `2411`, `05-20`, `09-2025`, `001`. */
const DATED =
  /(?:^|[-_@:.])(?:20\d{6}|20\d\d-\d\d(?:-\d\d)?|(?:0[1-9]|1[0-2])-(?:[0-3]\d|20\d\d)|(?:0[1-9]|1[0-2])[0-3]\d|2[3-9](?:0[1-9]|1[0-2])|\d{3})(?=$|[-_@:.])/;

const FIRST_DATELESS_CLAUDE = 406;

/**
 * Whether a model id names one snapshot, so that the judge of today is that of tomorrow.
 *
 * - A name with `latest` (or `auto`, …) is an alias, whatever else it contains.
 * - A name with a date or a three-digit version is pinned.
 * - Claude ids since 4.6 are pinned without a date, as their vendor says; `claude-sonnet-4-5` is an alias.
 * - Other names that vendors are known to move are aliases: `gpt-4o`, `gemini-2.5-pro`, `grok-4`, `qwen-plus`, …; so
 *   is a preview without a date.
 * - What is left are open weights and deployments. A size or a version is what it says (`llama-3.3-70b-instruct`);
 *   a name without any number says nothing, and is an alias.
 */
export function isPinned(label: string): boolean {
  const { provider, id } = splitModelName(label);
  if (provider === 'module') return false;
  const words = id.split(SEPARATORS);
  if (words.some((word) => FLOATING_WORDS.has(word))) return false;
  if (DATED.test(id)) return true;
  const claude = claudeVersion(id);
  if (claude !== null) return claude >= FIRST_DATELESS_CLAUDE;
  if (FLOATING_NAMES.some((name) => name.test(id))) return false;
  return /\d/.test(id) && !words.some((word) => UNFINISHED_WORDS.has(word));
}
