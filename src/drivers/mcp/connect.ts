import type { PriorDiscovery } from '@modelcontextprotocol/client';
import { DriveError } from '../driver.ts';
import { describeClientError } from './client-error.ts';
import { Connection } from './connection.ts';
import { openHttpTransport } from './http-transport.ts';
import { ProtocolWarnings } from './protocol-warnings.ts';
import type { ServerDeadlines, ServerSpec } from './server-spec.ts';
import { type ServerText, serverText } from './server-text.ts';
import type { ServerTransport } from './server-transport.ts';
import { StdioTransport } from './stdio-transport.ts';

/** A program that says nothing to a question of the new revision within this time is asked in the old way. */
const MAX_PROBE_MS = 10_000;

/** What is needed to reach a server. */
export interface Reach {
  readonly name: string;
  readonly spec: ServerSpec;
  readonly deadlines: ServerDeadlines;
  /** Which revision it speaks, where that was found out before. */
  readonly era: PriorDiscovery | null;
  readonly signal: AbortSignal;
}

/**
 * Starts a server, or reaches it, and shakes hands in the newest revision that both know.
 * Throws a DriveError where it cannot be used in time.
 */
export async function connect(reach: Reach): Promise<Connection> {
  const protocolWarnings = new ProtocolWarnings(reach.name);
  const text = serverText(reach.spec);
  try {
    return await shakeHands(reach, protocolWarnings, text);
  } catch (error) {
    // Some old servers end when they are asked anything before the handshake they know.
    if (reach.era !== null || !(error instanceof EndedError)) throw error;
    return await shakeHands({ ...reach, era: { kind: 'legacy' } }, protocolWarnings, text);
  }
}

class EndedError extends DriveError {}

async function shakeHands(
  reach: Reach,
  protocolWarnings: ProtocolWarnings,
  text: ServerText,
): Promise<Connection> {
  const { quote } = text;
  const { name, spec, deadlines, era, signal } = reach;
  const timeoutMs = deadlines.startTimeoutMs;
  signal.throwIfAborted();
  const transport = await openTransport(reach, protocolWarnings, text);
  const { Client } = await import('@modelcontextprotocol/client');
  let connection: Connection | null = null;
  const client = new Client(
    { name: 'whichtool', version: '1' },
    {
      // No sampling, no elicitation, no roots: there is no user to answer.
      capabilities: {},
      inputRequired: { autoFulfill: false },
      versionNegotiation: {
        mode: 'auto',
        probe: {
          timeoutMs: spec.kind === 'http' ? timeoutMs : Math.min(MAX_PROBE_MS, timeoutMs / 2),
        },
      },
      listChanged: {
        tools: {
          autoRefresh: false,
          debounceMs: 0,
          onChanged: () => connection?.noteListChanged(),
        },
      },
    },
  );
  client.fallbackRequestHandler = async ({ method }) => {
    protocolWarnings.note('MCP_REQUEST_DECLINED', quote(method));
    throw Object.assign(new Error('Method not found'), { code: -32601 });
  };
  const timer = setTimeout(
    () => transport.fail(`did not finish the handshake in ${timeoutMs} ms`),
    timeoutMs,
  );
  const cancel = (): void => transport.fail('was no longer needed');
  signal.addEventListener('abort', cancel);
  try {
    await client.connect(transport, {
      timeout: timeoutMs,
      ...(era === null ? {} : { prior: era }),
    });
    connection = new Connection({ name, client, transport, deadlines, protocolWarnings, quote });
    return connection;
  } catch (error) {
    await transport.close();
    signal.throwIfAborted();
    const { failure, quoted = [] } = transport;
    const message =
      failure === null
        ? `server "${name}" cannot be used: ${quote(describeClientError(error), 1000)}`
        : [`server "${name}" ${failure}, before it could be used`, ...quoted].join('\n');
    const hasEnded = transport instanceof StdioTransport && transport.hasEnded;
    throw new (hasEnded ? EndedError : DriveError)('MCP_START', message, {
      // A server for all runs fails all of them.
      isFinal: spec.restart === 'never',
      ...(isSignInNeeded(error) ? signInHint(name) : hintFor(error, transport)),
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

async function openTransport(
  { name, spec }: Reach,
  protocolWarnings: ProtocolWarnings,
  text: ServerText,
): Promise<ServerTransport> {
  try {
    return spec.kind === 'http'
      ? await openHttpTransport(spec)
      : await StdioTransport.open(spec, protocolWarnings, text);
  } catch (error) {
    const message = `server "${name}" cannot be started: ${text.quote(describeClientError(error))}`;
    throw new DriveError('MCP_START', message, {
      isFinal: true,
      ...(isSignInNeeded(error) ? signInHint(name) : hintForStart(spec)),
    });
  }
}

function isSignInNeeded(error: unknown): boolean {
  const isIt = (error: unknown): boolean => error instanceof Error && error.name === 'SignInNeeded';
  return isIt(error) || (error instanceof Error && isIt(error.cause));
}

function signInHint(name: string): { hint: string } {
  return {
    hint: `sign in with: whichtool login ${name}; where there is no browser, as in CI, use grant: client_credentials, or a token in \`headers\``,
  };
}

/** A command that was written as one text has no program of that name. */
function hintForStart(spec: Reach['spec']): { hint?: string } {
  if (spec.kind !== 'stdio' || spec.args.length > 0 || !/\s/.test(spec.command)) return {};
  const [command = '', ...args] = spec.command.trim().split(/\s+/);
  return { hint: `write its arguments apart: command: ${command}, args: [${args.join(', ')}]` };
}

function hintFor(error: unknown, transport: ServerTransport): { hint?: string } {
  if (transport instanceof StdioTransport && transport.hint !== undefined)
    return { hint: transport.hint };
  return error instanceof Error && error.name === 'UnauthorizedError'
    ? { hint: 'give it a key in `headers`; no browser is opened to sign in' }
    : {};
}
