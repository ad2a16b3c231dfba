import { randomBytes } from 'node:crypto';
import { hostNames, LOOPBACK_NAMES } from './access/guard-request.ts';
import { loadSecret } from './access/load-secret.ts';
import { serverError } from './issues/codes.ts';
import { createApp } from './http/create-app.ts';
import { listen } from './http/listen.ts';
import { forgetAddress, noteAddress } from './http/served-at.ts';
import { openProject, type ServedProject, type ServerStatus } from './routes.ts';

interface ServerOptions extends ServedProject {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The token of the admin; made anew at each start where it is null. */
  readonly token: string | null;
  /** Further names that the server is reached by. */
  readonly names: readonly string[];
}

/** The web app of a project while it runs. */
interface OpenServer {
  /** The link that lets the admin in. */
  readonly url: string;
  /** Rejects where the project cannot be read. */
  readonly status: () => Promise<ServerStatus>;
  close(): Promise<void>;
}

const MIN_TOKEN_LENGTH = 32;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** Serves the web app of a project. */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  checkHost(options);
  const token = options.token ?? randomBytes(24).toString('base64url');
  const keys = { admin: token, secret: loadSecret(options.root) };
  const project = openProject(options, keys.secret);
  const { routes, live } = project;
  project.prepare();
  // A suite that cannot be used is reported at the start, not with the first trace.
  if (live.hasNamedSuite) await live.open();
  const { host } = options;
  const listening = await listen(options, (port) =>
    createApp(routes, {
      keys,
      port,
      hosts: hostNames(port, [...LOOPBACK_NAMES, ...options.names]),
      report: options.report,
    }),
  );
  const name = LOOPBACK_HOSTS.has(host) ? '127.0.0.1' : (options.names[0] ?? host);
  const origin = `http://${name}:${listening.port}`;
  await noteAddress(options.root, origin);
  return {
    url: `${origin}/?token=${encodeURIComponent(token)}`,
    status: project.status,
    close: async () => {
      forgetAddress(options.root, origin);
      await listening.close();
      await project.close();
    },
  };
}

/** Traces are confidential: beyond this machine they need a token that was chosen for it. */
function checkHost({ host, token, names }: ServerOptions): void {
  if (LOOPBACK_HOSTS.has(host)) return;
  if (token !== null && token.length >= MIN_TOKEN_LENGTH && names.length > 0) return;
  throw serverError('SERVE_HOST', `${host} can be reached from other machines`, {
    hint:
      `set WHICHTOOL_TOKEN to a secret of at least ${MIN_TOKEN_LENGTH} characters, ` +
      'and name the server with --name',
  });
}
