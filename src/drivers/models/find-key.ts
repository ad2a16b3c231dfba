import { KEY_VARIABLES, type ModelOptions, type ModelProvider } from './model-options.ts';

/** Where to look for a key. */
export interface KeySource {
  /** The variable that the suite names; null: the vendor's usual one. */
  readonly named: string | null;
  readonly baseUrl: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The key of a model, null where the environment has none. A vendor's usual one does not go to another address. */
export function findKey(
  provider: ModelProvider,
  { named, baseUrl, environment }: KeySource,
): Required<Pick<ModelOptions, 'apiKey' | 'keyVariable'>> {
  const keyVariable = named ?? (baseUrl === null ? KEY_VARIABLES[provider] : null);
  return { apiKey: keyVariable === null ? null : environment[keyVariable] || null, keyVariable };
}
