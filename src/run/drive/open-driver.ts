import { type Driver, ModelDriver, type ToolChoice } from '#drivers';
import type { AgentPlan, Suite } from '#suite';
import { type AgentContext, agentContext, agentError } from './agent-context.ts';
import { openChatModel } from './open-chat-model.ts';
import { openProgramDriver } from './open-program-driver.ts';
import { openToolHost } from './open-tool-host.ts';
import type { SharedLimits } from './shared-limits.ts';

/** Makes an agent ready to act. Throws a UserError where its declaration cannot be used. */
export async function openDriver(
  suite: Suite,
  agent: AgentPlan,
  limits: SharedLimits,
  mayExecute: boolean,
): Promise<Driver> {
  if (!mayExecute) refuseExecution(suite, agent);
  const context = agentContext(suite, agent);
  if (agent.model !== null) return openModelDriver(context, agent.model, limits);
  return openProgramDriver(context);
}

async function openModelDriver(
  context: AgentContext,
  model: string,
  limits: SharedLimits,
): Promise<Driver> {
  const { agent, document } = context;
  const isLexical = model === 'lexical';
  const tools = document.tools ?? (isLexical ? 'select' : 'real');
  const asked = await openChatModel(context, model, limits.of(agent.name, document));
  return new ModelDriver({
    agent: agent.name,
    // Our own agent costs nothing.
    model: isLexical ? asked : limits.charge(asked, document),
    modelId: model,
    host: await openToolHost(context),
    system: document.system ?? null,
    ...(document.max_turns === undefined ? {} : { maxTurns: document.max_turns }),
    toolChoice: toolChoiceOf(document.tool_choice),
    parallelCalls: document.parallel_tool_calls ?? null,
    temperature: document.temperature ?? null,
    seed: document.seed ?? null,
    maxTokens: document.max_tokens ?? null,
    execute: tools === 'select' ? 'select' : 'real',
    prices: document.prices ?? null,
  });
}

function toolChoiceOf(written: string | undefined): ToolChoice {
  if (written === undefined) return 'auto';
  return written === 'auto' || written === 'required' || written === 'none'
    ? written
    : { tool: written };
}

/** Models over HTTP and tools from a catalog start nothing; everything else runs what a suite names. */
export function refuseExecution(suite: Suite, { name, document, model, files }: AgentPlan): void {
  const startsServers = files.catalog === null && (document.servers ?? []).length > 0;
  const isHarmless = model !== null && !model.startsWith('module:') && !startsServers;
  if (isHarmless || document.http !== undefined) return;
  const message = `agent "${name}" starts programs or loads modules, which is not allowed here`;
  const hint = 'the change comes from a fork, or --no-exec was given; --exec allows it';
  throw agentError(suite, 'EXEC_REFUSED', message, hint);
}
