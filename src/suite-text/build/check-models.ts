import type { Path, SettingsDocument } from '#schema';
import type { Build } from './build.ts';
import type { AgentModel } from './model-entries.ts';

/** What a model is called: who offers it, and its name there. */
const MODEL = /^(?:lexical|(?:openai|anthropic|google|openai-compatible|module):.+)$/;
/** Members of requests that decide what is measured: they have keys of their own, or are the conversation. */
const RESERVED: ReadonlySet<string> = new Set([
  'contents',
  'input',
  'instructions',
  'messages',
  'model',
  'n',
  'stream',
  'system',
  'systemInstruction',
  'tool_choice',
  'toolConfig',
  'tools',
]);

/** Whether a model says who offers it. */
export function isModelName(model: string): boolean {
  return MODEL.test(model);
}

/** Reports models that cannot be asked as they are written. */
export function checkModels(models: readonly AgentModel[], path: Path, build: Build): void {
  const { problems } = build;
  const labels = new Set<string>();
  for (const { model, label, document, modelPath } of models) {
    const at = [...path, ...modelPath];
    if (!isModelName(model)) {
      const hint =
        'write openai:…, anthropic:…, google:…, openai-compatible:… with base_url, module:./file.ts#name or lexical';
      problems.error('SUITE_MODEL', at, `"${model}" does not say whose model it is`, hint);
    } else if (model.startsWith('openai-compatible:') && document.base_url === undefined) {
      const hint = 'such as base_url: http://127.0.0.1:11434/v1';
      problems.error('SUITE_MODEL', at, `"${model}" needs a base_url`, hint);
    } else if (labels.has(label)) {
      const hint = 'give one of them a `name`';
      const message = `"${label}" is named twice`;
      problems.error('SUITE_DUPLICATE_NAME', at, message, model === label ? undefined : hint);
    }
    labels.add(label);
  }
  for (const { model, document, own, path: place } of models) {
    const pathOf = (key: string): Path =>
      own.some((modelKey) => modelKey === key) ? [...path, ...place, key] : [...path, key];
    checkSettings(model, document, pathOf, build);
  }
}

/** Reports settings that a model cannot have together, or that would change what is measured. */
export function checkSettings(
  model: string,
  document: SettingsDocument & { readonly max_tokens?: number },
  pathOf: (key: string) => Path,
  { problems }: Build,
): void {
  const { thinking, reasoning_effort: effort, extra_body: extra = {}, max_tokens: most } = document;
  if (model.startsWith('google:') && thinking !== undefined && effort !== undefined) {
    const message = '`thinking` and `reasoning_effort` are the same setting of Gemini';
    problems.keyError('SUITE_VALUE', pathOf('thinking'), message, 'keep one of them');
  }
  const isBudget = model.startsWith('anthropic:') && typeof thinking === 'number';
  if (isBudget && most !== undefined && most <= thinking) {
    const message = `\`max_tokens: ${most}\` includes thinking, which may take ${thinking}`;
    problems.keyError('SUITE_VALUE', pathOf('thinking'), message, 'allow more tokens than that');
  }
  for (const key of Object.keys(extra)) {
    if (!RESERVED.has(key)) continue;
    const message = `\`extra_body\` cannot set \`${key}\`: it is what is measured`;
    problems.keyError('SUITE_VALUE', [...pathOf('extra_body'), key], message, 'remove it');
  }
}
