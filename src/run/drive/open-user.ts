import { type BeginUser, modelUser, scriptedUser } from '#drivers';
import type { SimulatedUserDocument } from '#schema';
import type { DrivePlan, Suite } from '#suite';
import { agentContext } from '../agents/agent-context.ts';
import { checkAgent } from '../execution/check-execution.ts';
import { openChatModel } from './open-chat-model.ts';
import type { SharedLimits } from './shared-limits.ts';

const DEFAULT_MAX_TURNS = 10;

/** The simulated user of a test; null where it has none. */
export async function openUser(
  suite: Suite,
  { user, agent: { files } }: DrivePlan,
  limits: SharedLimits,
  noExecution: string | null,
): Promise<BeginUser | null> {
  if (user === undefined) return null;
  const { script, goal = '', model = '', max_turns: maxTurns = DEFAULT_MAX_TURNS } = user;
  if (script !== undefined) return scriptedUser(script.map(toRule), maxTurns);
  // A model is opened as that of an agent is, within the same rules for what may be executed.
  const { goal: _goal, max_turns: _turns, script: _script, ...document } = user;
  const own = { ...files, module: null };
  const agent = { name: 'user', document, distractors: null, model, files: own };
  checkAgent(suite, agent, noExecution);
  const context = agentContext(suite, agent);
  const asked = await openChatModel(context, model, { prices: document.prices ?? null });
  return modelUser({
    model: limits.charge(asked, document),
    goal,
    maxTurns,
    temperature: document.temperature ?? null,
    seed: document.seed ?? null,
    maxTokens: document.max_tokens ?? null,
  });
}

function toRule({
  when,
  say,
}: NonNullable<SimulatedUserDocument['script']>[number]): Parameters<
  typeof scriptedUser
>[0][number] {
  return { say, ...(when === undefined ? {} : { when }) };
}
