import { settingsOf } from '../agents/settings-of.ts';
import type { JsonObject } from '#core';
import { type ChatExample, type Driver, ModelDriver, type ToolChoice } from '#drivers';
import { type ExampleDocument, NO_TOOL } from '#schema';
import type { AgentPlan, Suite } from '#suite';
import { type AgentContext, agentContext } from '../agents/agent-context.ts';
import { openChatModel } from './open-chat-model.ts';
import { openProgramDriver } from './open-program-driver.ts';
import { openToolHost } from './open-tool-host.ts';
import { checkAgent } from '../execution/check-execution.ts';
import type { SharedLimits } from './shared-limits.ts';

/** Makes an agent ready to act. Throws a UserError where its declaration cannot be used. */
export async function openDriver(
  suite: Suite,
  agent: AgentPlan,
  limits: SharedLimits,
  noExecution: string | null,
): Promise<Driver> {
  checkAgent(suite, agent, noExecution);
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
  const asked = await openChatModel(context, model, limits.of(agent));
  return new ModelDriver({
    agent: agent.name,
    // Our own agent costs nothing.
    model: isLexical ? asked : limits.charge(asked, document),
    modelId: model,
    host: await openToolHost(context),
    system: document.system ?? null,
    examples: (document.examples ?? []).map(toExample),
    ...(document.max_turns === undefined ? {} : { maxTurns: document.max_turns }),
    toolChoice: toolChoiceOf(document.tool_choice),
    parallelCalls: document.parallel_tool_calls ?? null,
    temperature: document.temperature ?? null,
    seed: document.seed ?? null,
    maxTokens: document.max_tokens ?? null,
    settings: settingsOf(document),
    execute: tools === 'select' ? 'select' : 'real',
    prices: document.prices ?? null,
  });
}

function toExample({ user, tool, args, answer }: ExampleDocument): ChatExample {
  return {
    user,
    tool: tool === NO_TOOL ? null : tool,
    args: (args as JsonObject | undefined) ?? null,
    answer: answer ?? null,
  };
}

function toolChoiceOf(written: string | undefined): ToolChoice {
  if (written === undefined) return 'auto';
  return written === 'auto' || written === 'required' || written === 'none'
    ? written
    : { tool: written };
}
