import { type Issue, UserError } from '#core';
import type { AgentPlan, Suite } from '#suite';
import { agentError } from '../agents/agent-context.ts';
import { runIssue } from '../issues/run-codes.ts';

/** Throws a UserError where scorers of suites run code, and `why` forbids that. */
export function checkScorers(suites: readonly Suite[], why: string | null): void {
  if (why === null) return;
  const issues = suites.flatMap((suite) =>
    suite.evals.flatMap(({ name, line, scorers }) =>
      scorers
        .filter(
          ({ own, folds }) =>
            own !== null || folds.some(({ kind }) => kind === 'module' || kind === 'python'),
        )
        .map((scorer): Issue =>
          runIssue(
            'EXEC_REFUSED',
            `"${name}" runs code of its own (scorer "${scorer.key ?? scorer.scorer.name}"), which is not allowed here`,
            { where: { file: suite.file, line }, hint: why },
          ),
        ),
    ),
  );
  if (issues.length > 0) throw new UserError(issues);
}

/**
 * Throws a UserError where an agent would execute what a suite names, or send a variable of ours to where it says, and `why` forbids
 * that. Models at their vendors' addresses and tools from a catalog are allowed.
 */
export function checkAgent(
  suite: Suite,
  { name, document, model, files }: AgentPlan,
  why: string | null,
): void {
  if (why === null) return;
  const reject = (what: string): never => {
    const message = `agent "${name}" ${what}, which is not allowed here`;
    throw agentError(suite, 'EXEC_REFUSED', message, why);
  };
  const startsServers = files.catalog === null && (document.servers ?? []).length > 0;
  const isRemote = document.http !== undefined || (model !== null && !model.startsWith('module:'));
  if (!isRemote || startsServers) reject('starts programs or loads modules');
  // A variable in any text of it may reach the service, or come back in what a model answers.
  const [variable] = /\$\{[A-Za-z_][A-Za-z0-9_]*\}/.exec(JSON.stringify(document)) ?? [];
  if (variable !== undefined) reject(`uses the variable ${variable}`);
  if (document.base_url !== undefined && document.api_key_env !== undefined)
    reject(`sends ${document.api_key_env} to an address of the suite`);
}
