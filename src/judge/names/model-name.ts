const PROVIDERS = new Set(['openai', 'openai-compatible', 'anthropic', 'google', 'module']);

/** A model as it is named, taken apart. */
export interface ModelName {
  /** Null where a bare id was given. */
  readonly provider: string | null;
  /** What is before the last slash: who offers the model. */
  readonly owner: string;
  /** In small letters. */
  readonly id: string;
}

/** The parts of `provider:model` or of a bare id; ids may have slashes and colons of their own. */
export function splitModelName(label: string): ModelName {
  const colon = label.indexOf(':');
  const first = label.slice(0, Math.max(0, colon));
  const isProvider = PROVIDERS.has(first);
  const model = (isProvider ? label.slice(colon + 1) : label).toLowerCase();
  const slash = model.lastIndexOf('/');
  return {
    provider: isProvider ? first : null,
    owner: model.slice(0, Math.max(0, slash)),
    id: model.slice(slash + 1),
  };
}

/** The version of a Claude model by its id, times 100: 407 for `claude-opus-4-7`; null for others. */
export function claudeVersion(id: string): number | null {
  const [, major, minor = '0'] =
    /(?:^|\.)claude-[a-z]+-(\d{1,2})(?:[-.](\d{1,2}))?(?![\d.])/.exec(id) ?? [];
  return major === undefined ? null : Number(major) * 100 + Number(minor);
}
