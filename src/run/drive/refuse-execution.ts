import type { AgentPlan, Suite } from '#suite';
import { agentError } from './agent-context.ts';

/**
 * Throws where an agent would execute what a suite names, or send a variable of ours to where it says, and `why` forbids
 * that. Models at their vendors' addresses and tools from a catalog are allowed.
 */
export function refuseExecution(
  suite: Suite,
  { name, document, model, files }: AgentPlan,
  why: string,
): void {
  const refuse = (what: string): never => {
    const message = `agent "${name}" ${what}, which is not allowed here`;
    throw agentError(suite, 'EXEC_REFUSED', message, why);
  };
  const startsServers = files.catalog === null && (document.servers ?? []).length > 0;
  const isRemote = document.http !== undefined || (model !== null && !model.startsWith('module:'));
  if (!isRemote || startsServers) refuse('starts programs or loads modules');
  // A variable in any text of it may reach the service, or come back in what a model answers.
  const [variable] = /\$\{[A-Za-z_][A-Za-z0-9_]*\}/.exec(JSON.stringify(document)) ?? [];
  if (variable !== undefined) refuse(`uses the variable ${variable}`);
  if (document.base_url !== undefined && document.api_key_env !== undefined)
    refuse(`sends ${document.api_key_env} to an address of the suite`);
}
