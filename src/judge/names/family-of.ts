import { splitModelName } from './model-name.ts';

/** First words of model names, without their numbers, by the family they belong to. */
const FAMILIES: { readonly [family: string]: readonly string[] } = {
  openai: ['gpt', 'chatgpt', 'o', 'codex', 'davinci', 'openai'],
  anthropic: ['claude', 'anthropic'],
  google: ['gemini', 'gemma', 'medgemma', 'palm', 'bison', 'google'],
  llama: ['llama', 'codellama', 'meta'],
  mistral: [
    'mistral',
    'mixtral',
    'ministral',
    'magistral',
    'codestral',
    'devstral',
    'pixtral',
    'mistralai',
  ],
  qwen: ['qwen', 'qwq', 'qvq'],
  deepseek: ['deepseek'],
  xai: ['grok', 'xai'],
  cohere: ['command', 'aya', 'cohere'],
  amazon: ['nova', 'titan', 'amazon'],
  microsoft: ['phi', 'mai', 'microsoft'],
  nvidia: ['nemotron', 'nvidia'],
  moonshot: ['kimi', 'moonshot', 'moonshotai'],
  zhipu: ['glm', 'chatglm', 'zai'],
  minimax: ['minimax'],
  ibm: ['granite', 'ibm'],
  ai21: ['jamba', 'ai21'],
  perplexity: ['sonar', 'perplexity'],
};
const BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(FAMILIES).flatMap(([family, words]) => words.map((word) => [word, family])),
);
const SOLE_VENDORS = new Set(['openai', 'anthropic', 'google']);

/**
 * The family of a model by its name: judges tend to favour their own. A model trained from another one's answers or
 * weights belongs to the family that its name begins with. Null where the name does not say.
 */
export function familyOf(model: string): string | null {
  const { provider, owner, id } = splitModelName(model);
  const byName = firstFamily(id) ?? firstFamily(owner);
  if (byName !== null) return byName;
  return provider !== null && SOLE_VENDORS.has(provider) ? provider : null;
}

function firstFamily(name: string): string | null {
  for (const word of name.split(/[^a-z\d]+/)) {
    const [, letters = ''] = /^([a-z]+)\d*/.exec(word) ?? [];
    // `o3` is a model, `o` alone is a letter.
    const family = word === 'o' ? undefined : (BY_WORD.get(word) ?? BY_WORD.get(letters));
    if (family !== undefined) return family;
  }
  return null;
}
