import { type CodeWith, RUN_CODES, SUITE_CODES, type UserError, userErrorsOf } from '#core';

import type { AgentDocument } from '#schema';
import type { AgentPlan, Suite } from '#suite';
import { expandVariables } from './expand-variables.ts';

/** An agent that is about to act: its declaration with the environment filled in. */
export interface AgentContext {
  readonly suite: Suite;
  readonly agent: AgentPlan;
  readonly document: AgentDocument;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Fills the environment in. Throws a UserError that names every variable that is not set. */
export function agentContext(suite: Suite, agent: AgentPlan): AgentContext {
  const environment = process.env;
  const document = fill(agent.document, suite, `agent "${agent.name}"`, environment);
  return { suite, agent, document, environment };
}

/** A part of a suite with `${VAR}` filled in. */
export function fill<T>(
  part: T,
  suite: Suite,
  what: string,
  environment: AgentContext['environment'],
): T {
  const missing = new Set<string>();
  const filled = expandVariables(part, environment, missing);
  if (missing.size === 0) return filled;
  const names = [...missing].join(', ');
  throw agentError(suite, 'ENVIRONMENT_MISSING', `${what} needs ${names} in the environment`);
}

const AGENT_CODES = { ...SUITE_CODES, ...RUN_CODES } as const;
const unusable = userErrorsOf(AGENT_CODES);

/** What makes an agent unusable as a whole. */
export function agentError(
  suite: Suite,
  code: CodeWith<typeof AGENT_CODES>,
  message: string,
  hint?: string,
): UserError {
  return unusable(code, message, { where: { file: suite.file }, hint });
}
