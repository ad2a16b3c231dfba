// What a script says a judge does: fair, biased, broken or obedient.
import { fill, schemaIn } from './answer-schema.mjs';

/** Only what stands outside of fences can be an instruction. @param {string} prompt */
export function outsideFences(prompt) {
  return prompt.replaceAll(/^<data-([0-9a-f]+)>$.*?^<\/data-\1>$/gms, '');
}

const ORDERS = [
  /\b(?:return|give|output|answer with)\b[^.\n]{0,20}\bscore\W{0,3}(?:of )?1\b/i,
  /\bignore\b[^.\n]{0,30}\b(?:rubric|instructions?|rules)\b/i,
];

/**
 * Whether a judge that does what it is told is told to give the best score. Text inside of fences is data to it.
 * @param {string} prompt @param {readonly string[]} [phrases]
 */
export function isTold(prompt, phrases) {
  const text = outsideFences(prompt);
  return phrases === undefined
    ? ORDERS.some((order) => order.test(text))
    : phrases.some((phrase) => text.toLowerCase().includes(phrase.toLowerCase()));
}

/** @type {Record<import('./server.mjs').BrokenAnswer, (good: any) => string>} */
const BROKEN = {
  prose: () => 'The arguments look fine to me, so I would say it is correct.',
  fenced: (good) => `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``,
  chatty: (good) => `Here is my verdict: ${JSON.stringify(good)} Hope that helps!`,
  two_objects: (good) => `${JSON.stringify(good)}\n${JSON.stringify({ ...good, score: 0 })}`,
  truncated: (good) => JSON.stringify(good).slice(0, -2),
  empty: () => '',
  list: (good) => JSON.stringify([good]),
  score_1_5: (good) => JSON.stringify({ ...good, score: 1.5 }),
  score_90: (good) => JSON.stringify({ ...good, score: 90 }),
  score_negative: (good) => JSON.stringify({ ...good, score: -1 }),
  score_text: (good) => JSON.stringify({ ...good, score: '1.0' }),
  score_true: (good) => JSON.stringify({ ...good, score: true }),
  score_null: (good) => JSON.stringify({ ...good, score: null }),
  score_nan: (good) => JSON.stringify({ ...good, score: 0 }).replace('"score":0', '"score":NaN'),
  score_missing: (good) => JSON.stringify({ ...good, score: undefined }),
  key_missing: (good) => JSON.stringify({ ...good, reason: undefined }),
  key_extra: (good) => JSON.stringify({ ...good, confidence: 0.9 }),
  key_twice: (good) => JSON.stringify(good).replace('{', '{"score":0,'),
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
    const { model, usage, delay_ms, ended, ...rule } = this.#find(ask, asked, prompt) ?? {};
    const decision = { model, usage, delay_ms, ended };
    const good = rule.answer ?? fill(asked.schema, leanOf(rule, prompt));
    if (rule.broken === undefined) return { ...decision, json: JSON.stringify(good) };
    const best = rule.answer ?? fill(asked.schema, 'high');
    return { ...decision, json: BROKEN[rule.broken](best) };
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
      const first = ask.turns[0]?.text;
      return this.#count(`${index}`) <= times && this.#count(`${index} ${first}`) <= each;
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
function leanOf({ lean = 'low', biased, obedient }, prompt) {
  if (obedient !== undefined && isTold(prompt, obedient.phrases)) return 'high';
  if (biased === undefined) return lean;
  const [actual, expected] = ['"actual"', '"expected"'].map((key) => prompt.indexOf(key));
  const isHigh = {
    first: actual < expected,
    second: actual > expected,
    longer: prompt.length >= (biased.than ?? 0),
    shorter: prompt.length < (biased.than ?? 0),
    always: true,
  }[biased.prefers];
  return isHigh ? 'high' : 'low';
}
