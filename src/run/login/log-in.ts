import { suggest, UserError } from '#core';
import { type HttpServer, signIn } from '#drivers';
import type { Suite } from '#suite';
import { fill } from '../agents/agent-context.ts';
import { serverSpec } from '../drive/open-tool-host.ts';
import { runError, runIssue } from '../issues/run-codes.ts';

/** How a person signs in to a server of a suite. */
export interface LogInOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called with the page that the person must open. */
  readonly onPage: (page: URL) => void;
  readonly signal: AbortSignal;
}

const HINT = 'give it url and oauth with grant: authorization_code';

/** Signs in to a server that suites declare, and keeps the tokens. Throws a UserError where that cannot be. */
export async function logIn(
  suites: readonly Suite[],
  name: string,
  { environment, onPage, signal }: LogInOptions,
): Promise<void> {
  if (environment['CI'] !== undefined)
    throw runError('LOGIN_REFUSED', 'signing in needs a person with a browser, and CI is set', {
      hint: 'use grant: client_credentials there, or a token in `headers` of the server',
    });
  const { url, oauth } = findServer(suites, name, environment);
  if (oauth?.grant !== 'authorization_code')
    throw runError('LOGIN_REFUSED', `server "${name}" is not one to sign in to`, { hint: HINT });
  try {
    await signIn({ url, oauth, onPage, signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError([runIssue('LOGIN_REFUSED', `signing in to "${name}" failed: ${reason}`)]);
  }
}

function findServer(
  suites: readonly Suite[],
  name: string,
  environment: LogInOptions['environment'],
): HttpServer {
  const declared = suites.flatMap((suite) =>
    typeof suite.servers === 'string'
      ? []
      : Object.entries(suite.servers).map(([key, document]) => ({ key, document, suite })),
  );
  const match = declared.find(({ key }) => key === name);
  if (match === undefined) {
    const near = suggest(
      name,
      declared.map(({ key }) => key),
    );
    throw runError('LOGIN_REFUSED', `no suite declares a server "${name}"`, {
      hint: near === null ? 'declare it under servers' : `did you mean "${near}"?`,
    });
  }
  const { document, suite } = match;
  const filled = fill(document, suite, `server "${name}"`, environment);
  const spec = serverSpec(name, filled, suite);
  if (spec.kind === 'http') return spec;
  throw runError('LOGIN_REFUSED', `server "${name}" is a program`, { hint: HINT });
}
