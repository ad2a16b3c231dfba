import type { JsonObject } from '#core';
import {
  type ChatModel,
  findKey,
  lexicalModel,
  type ModelLimits,
  type ModelProvider,
  openAiSdkModel,
  openModel,
} from '#drivers';
import { loadExport } from '../custom/load-function.ts';
import { type AgentContext, agentError } from '../agents/agent-context.ts';

const REQUEST_TIMEOUT_MS = 300_000;

/** The model of an agent, ready to be asked. */
export async function openChatModel(
  context: AgentContext,
  model: string,
  limits: ModelLimits,
): Promise<ChatModel> {
  if (model === 'lexical') return lexicalModel();
  const cut = model.indexOf(':');
  const [provider, name] = [model.slice(0, cut), model.slice(cut + 1)];
  const named = context.document.answers_as;
  const answersAs = named === undefined ? {} : { answersAs: named };
  if (provider === 'module') {
    const { module } = context.agent.files;
    const exported = module === null ? null : await loadExport(module.path, module.exportName);
    return openAiSdkModel(exported, { ...limits, ...answersAs });
  }
  const {
    base_url: baseUrl,
    api_key_header: keyHeader,
    headers,
    extra_body: extraBody,
  } = context.document;
  return openModel(
    {
      provider: provider as ModelProvider,
      model: name,
      baseUrl: baseUrl ?? null,
      ...keyOf(context, provider as ModelProvider),
      ...(keyHeader === undefined ? {} : { keyHeader }),
      ...(headers === undefined ? {} : { headers }),
      ...(extraBody === undefined ? {} : { extraBody: extraBody as JsonObject }),
      ...answersAs,
      timeoutMs: REQUEST_TIMEOUT_MS,
    },
    limits,
  );
}

/** A variable that the suite names must be there; the vendor's usual one may be. */
function keyOf(
  { suite, agent, document, environment }: AgentContext,
  provider: ModelProvider,
): ReturnType<typeof findKey> {
  const named = document.api_key_env ?? null;
  const key = findKey(provider, { named, baseUrl: document.base_url ?? null, environment });
  if (named === null || key.apiKey !== null) return key;
  const message = `agent "${agent.name}" needs ${named} in the environment`;
  throw agentError(suite, 'ENVIRONMENT_MISSING', message, 'api_key_env names it');
}
