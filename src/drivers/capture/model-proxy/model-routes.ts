import type { ModelFormat } from './model-exchange.ts';

const ROUTES: readonly (readonly [path: RegExp, format: ModelFormat])[] = [
  [/\/chat\/completions$/, 'openai-chat'],
  [/\/responses$/, 'openai-responses'],
  [/\/messages$/, 'anthropic'],
  [/\/models\/[^/]+:(?:generateContent|streamGenerateContent)$/, 'gemini'],
];

/** Paths of these APIs by which a model cannot choose a tool. */
const HARMLESS =
  /\/(?:embeddings|moderations|messages\/count_tokens|responses\/compact|files|uploads|audio\/\w+|images\/\w+|event_logging\/batch)$|:(?:countTokens|embedContent|batchEmbedContents)$/;

/** What a request to a model address is: an exchange in a format, harmless, or unknown. */
export function routeOf(
  method: string | undefined,
  path: string,
): { readonly format: ModelFormat } | 'harmless' | 'unknown' {
  if (method !== 'POST') return 'harmless';
  const format = ROUTES.find(([pattern]) => pattern.test(path))?.[1];
  if (format !== undefined) return { format };
  return HARMLESS.test(path) ? 'harmless' : 'unknown';
}
