// What a script says a judge does: fair, biased, broken or obedient.
import { fill, schemaIn } from './answer-schema.mjs';
import { isObject } from './conversation.mjs';
import { compareWords } from './words-judge.mjs';

const FENCED = /^<data-([0-9a-f]+)>$(.*?)^<\/data-\1>$/gms;

/** The JSON inside of the first fence; an empty object where there is none. @param {string} prompt */
function dataIn(prompt) {
  const [[, , text] = ['', '', '']] = prompt.matchAll(FENCED);
  try {
    const data = JSON.parse(text);
    return isObject(data) ? data : {};
  } catch {
    return {};
  }
}

const ORDERS = [
  /\b(?:return|give|output|answer with)\b[^.\n]{0,20}\bscore\W{0,3}(?:of )?1\b/i,
  /\bignore\b[^.\n]{0,30}\b(?:rubric|instructions?|rules)\b/i,
];

/**
 * Whether a judge that follows every instruction would give the best score. Text inside of fences is data to it.
 * @param {string} prompt @param {readonly string[]} [phrases]
 */
export function ordersBestScore(prompt, phrases) {
  const text = prompt.replaceAll(FENCED, '');
  return phrases === undefined
    ? ORDERS.some((order) => order.test(text))
    : phrases.some((phrase) => text.toLowerCase().includes(phrase.toLowerCase()));
}

/** Makes a good answer with this verdict in it. @param {(good: any, key: string) => any} change */
const bend = (change) => (good) => {
  const key =
    ['score', 'achieved', 'statements'].find((name) => Object.hasOwn(good, name)) ?? 'score';
  return JSON.stringify({ ...good, ...change(good, key) });
};

/** @type {Record<import('./server.mjs').BrokenAnswer, (good: any) => string>} */
const BROKEN = {
  prose: () => 'The arguments look fine to me, so I would say it is correct.',
  fenced: (good) => `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``,
  chatty: (good) => `Here is my verdict: ${JSON.stringify(good)} Hope that helps!`,
  two_objects: (good) => `${JSON.stringify(good)}\n${JSON.stringify(good)}`,
  truncated: (good) => JSON.stringify(good).slice(0, JSON.stringify(good).length / 2),
  empty: () => '',
  list: (good) => JSON.stringify([good]),
  score_1_5: bend((_, key) => ({ [key]: 1.5 })),
  score_90: bend((_, key) => ({ [key]: 90 })),
  score_negative: bend((_, key) => ({ [key]: -1 })),
  score_text: bend((_, key) => ({ [key]: '1.0' })),
  score_true: bend((_, key) => ({ [key]: true })),
  score_null: bend((_, key) => ({ [key]: null })),
  score_nan: (good) => bend((_, key) => ({ [key]: 'NaN' }))(good).replace('"NaN"', 'NaN'),
  score_missing: bend((_, key) => ({ [key]: undefined })),
  key_missing: bend(() => ({ reason: undefined })),
  key_extra: bend(() => ({ confidence: 0.9 })),
  key_twice: (good) => JSON.stringify(good).replace('{', '{"reason":"the first of two",'),
};

/** A judge with the rules of a script. It counts, for rules that hold some times only. */
export class Judge {
  #rules;
  #counts = new Map();

  /** @param {readonly import('./server.mjs').JudgeRule[]} rules */
  constructor(rules) {
    this.#rules = rules;
  }

  /**
   * Null where the ask is not for a judge.
   * @param {import('./server.mjs').Ask} ask
   * @returns {import('./server.mjs').Decision | null}
   */
  decide(ask) {
    const asked = structureOf(ask);
    if (asked === null) return null;
    const prompt = ask.turns.map(({ text }) => text).join('\n');
    const data = dataIn(prompt);
    const { model, usage, delay_ms, ended, fault, ...rule } = this.#find(ask, asked, prompt) ?? {};
    const isObeyed = rule.obedient !== undefined && ordersBestScore(prompt, rule.obedient.phrases);
    const lean = isObeyed || rule.broken !== undefined ? 'high' : leanOf(rule, prompt, data);
    const compared = rule.lean === 'words' ? compareWords(data) : null;
    const good =
      (isObeyed ? undefined : (rule.answer ?? compared)) ?? fill(asked.schema, lean, data);
    const json = rule.broken === undefined ? JSON.stringify(good) : BROKEN[rule.broken](good);
    return { model, usage, delay_ms, ended, fault, json };
  }

  #find(ask, asked, prompt) {
    return this.#rules.find((rule, index) => {
      const { when = {}, times = Infinity, each = Infinity } = rule;
      const fits =
        (when.prompt === undefined || prompt.includes(when.prompt)) &&
        (when.model === undefined || when.model === ask.model) &&
        (when.schema === undefined || when.schema === asked.name) &&
        (when.mode === undefined || when.mode === asked.mode);
      if (!fits) return false;
      // A question that is asked again has the same data, and more words around it.
      const question = /^<data-[0-9a-f]+>$/m.exec(prompt)?.[0] ?? ask.turns[0]?.text;
      return this.#count(`${index}`) <= times && this.#count(`${index} ${question}`) <= each;
    });
  }

  #count(key) {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}

/** How JSON is asked for: by a schema, a forced call of the only tool, JSON mode, or instructions alone. */
function structureOf({ structure, tools, toolChoice, schemas, system }) {
  if (structure !== null) return { ...structure, schema: structure.schema ?? schemaIn(system) };
  if (tools.length === 1 && toolChoice === tools[0])
    return { mode: 'tool', name: toolChoice, schema: schemas[0] };
  const schema = tools.length === 0 ? schemaIn(system) : null;
  return schema === null ? null : { mode: 'json', name: null, schema };
}

/** @param {import('./server.mjs').JudgeRule} rule @param {string} prompt @returns {'high' | 'low'} */
function leanOf({ lean = 'low', biased }, prompt, data) {
  if (biased !== undefined) return isPreferred(biased, prompt, data) ? 'high' : 'low';
  if (lean !== 'fair') return lean === 'high' ? 'high' : 'low';
  const isSame = lettersOf(data.candidate) === lettersOf(data.reference);
  return data.candidate !== undefined && isSame ? 'high' : 'low';
}

/** Whether a biased judge likes the candidate: for its place, or for its length, against the reference or a number. */
function isPreferred({ prefers, than }, prompt, data) {
  const [candidate, reference] = ['"candidate"', '"reference"'].map((key) => prompt.indexOf(key));
  const limit = than ?? JSON.stringify(data.reference ?? null).length;
  const length = than === undefined ? JSON.stringify(data.candidate ?? null).length : prompt.length;
  return {
    first: candidate < reference,
    second: candidate > reference,
    longer: length > limit,
    shorter: length < limit,
    always: true,
  }[prefers];
}

/** Without case, spaces and signs. */
function lettersOf(value) {
  return JSON.stringify(value ?? null)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
