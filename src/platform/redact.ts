import {
  ExactNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '#core';

/** What stands where a secret was. */
export const REDACTED = '[redacted]';

/** Counts what was taken out. */
export interface Redaction {
  count: number;
}

// Every pattern runs in linear time: no repetition holds another one.
const TOKENS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\bsk-[\w-]{16,}/g,
  /\b(?:gh[opusr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_\w{30,}|hf_\w{20,})/g,
  /\b(?:xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,})/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{20,}/g,
  /\b(?:lsv2_[a-z]{2}_\w{16,}|pk-lf-[\w-]{16,})/g,
  /\b(?:sk|rk|pk)_(?:live|test)_\w{16,}|\bwhsec_\w{16,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g,
];
/** What follows these words is secret, and the words may stay. */
const AFTER_SCHEME =
  /\b((authorization["']?\s{0,3}[=:]\s{0,3}["']?)?(?:Bearer|Basic)\s+)([\w.~+/=-]{8,})/gi;
/** A word of a language has no digit, and no capital letter after a small one: `Basic Economy.` is no secret. */
const NO_WORD = /\d|[a-z][A-Z]|=$/;
const AFTER_WORDS =
  /((?:password|passwd|passphrase|api[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|client[_-]?secret|secret[_-]?key|private[_-]?key|authorization)["']?\s{0,3}[=:]\s{0,3}["']?)(?!\[redacted\]|Bearer|Basic)[^\s"',;&}]{3,}/gi;
const URL_PASSWORD = /(:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,200}@/g;
const LONG_WORD = /[\w+/=-]{32,}/g;

const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'authorization',
  'proxyauthorization',
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'apikey',
  'xapikey',
  'cookie',
  'setcookie',
  'credentials',
]);
const SECRET_ENDINGS =
  /(?:password|passphrase|apikey|secret|secretkey|privatekey|accesskey|accesstoken|authtoken|refreshtoken|bearertoken|sessiontoken|idtoken|apitoken|securitytoken)$/;

/** A text without what looks like a secret: known prefixes, words such as `password=`, and long random-looking words. */
export function redactText(text: string, found: Redaction = { count: 0 }): string {
  if (text.length < 8) return text;
  let clean = text;
  const mark = (): string => {
    found.count += 1;
    return REDACTED;
  };
  for (const pattern of TOKENS) clean = clean.replace(pattern, mark);
  clean = clean.replace(
    AFTER_SCHEME,
    (all, words: string, header: string | undefined, word: string) =>
      header !== undefined || NO_WORD.test(word) ? `${words}${mark()}` : all,
  );
  clean = clean.replace(AFTER_WORDS, (_all, words: string) => `${words}${mark()}`);
  clean = clean.replace(URL_PASSWORD, (_all, before: string) => `${before}${mark()}@`);
  return clean.replace(LONG_WORD, (word) => (looksRandom(word) ? mark() : word));
}

/** A value without secrets: by the names of its members and by pattern in all of its texts. */
export function redactJson(value: Json, found: Redaction = { count: 0 }): Json {
  if (typeof value === 'string') return redactInside(value, found);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  if (!isJsonObject(value)) return value.map((item) => redactJson(item, found));
  const hidesValue = isNamedSecret(value);
  const members = Object.entries(value).map(([key, held]): [string, Json] => {
    const isSecret = isSecretField(key) || (hidesValue && key.toLowerCase() === 'value');
    return [redactText(key, found), isSecret ? hide(held, found) : redactJson(held, found)];
  });
  // Unlike assignment this makes an own member of any name, `__proto__` too.
  return Object.fromEntries(members);
}

/** What a tool gave back is often JSON as text: there, too, members are known by their names. */
function redactInside(text: string, found: Redaction): string {
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : null;
  if (parsed?.ok !== true) return redactText(text, found);
  const within: Redaction = { count: 0 };
  const clean = redactJson(parsed.value, within);
  found.count += within.count;
  return within.count === 0 ? text : stringifyJson(clean);
}

/** A list of headers or variables names its secrets in a member of its own: `{ name: "Authorization", value: … }`. */
function isNamedSecret(value: JsonObject): boolean {
  return ['name', 'key', 'header'].some((member) => {
    const name = Object.hasOwn(value, member) ? value[member] : null;
    return typeof name === 'string' && isSecretField(name);
  });
}

function isSecretField(name: string): boolean {
  if (name.length > 60) return false;
  const plain = name.toLowerCase().replace(/[\s_.-]+/g, '');
  return SECRET_FIELDS.has(plain) || SECRET_ENDINGS.test(plain);
}

/** Texts and numbers go; what describes them (a schema, a flag, nothing) is looked into. */
function hide(value: Json, found: Redaction): Json {
  if (value === '' || value === REDACTED) return value;
  if (typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber) {
    found.count += 1;
    return REDACTED;
  }
  if (Array.isArray(value)) return value.map((item: Json) => hide(item, found));
  return redactJson(value, found);
}

/** Whether a long word is more like a key than like a name, a path, a number or a hash in hexadecimal. */
function looksRandom(word: string): boolean {
  if (word.includes(REDACTED)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(word)).length;
  if (kinds < 3) return false;
  const counts = new Map<string, number>();
  const start = word.slice(0, 256);
  for (const letter of start) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / start.length) * Math.log2(count / start.length);
  return bits >= 4.2;
}
