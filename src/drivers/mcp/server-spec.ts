/** When a server is started: once for the whole command, anew for each test or eval, or anew for each run. */
export type Restart = 'never' | 'per_test' | 'per_run';

/** A program that speaks MCP over its input and output. */
export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the few variables that every server gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly restart: Restart;
}

/** How a service lets a program in, at one issuer alone. */
type ServerOAuth = SecretOAuth | BrowserOAuth;

/** A secret for a token. */
export interface SecretOAuth {
  readonly grant: 'client_credentials';
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who gives the token: the secret goes nowhere else. */
  readonly issuer: string;
  readonly scope?: string;
}

/** A token that a person got by signing in; runs use what is kept of that. */
export interface BrowserOAuth {
  readonly grant: 'authorization_code';
  /** Absent: the issuer registers a client. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Who gives the token: nothing goes elsewhere. */
  readonly issuer: string;
  readonly scope?: string;
  /** Where the browser comes back to, as the client is registered; absent: any free port. */
  readonly redirectPort?: number;
}

/** A service that speaks MCP over streamable HTTP, or over the older SSE. */
export interface HttpServer {
  readonly kind: 'http';
  readonly url: string;
  /** The older transport. */
  readonly isSse?: boolean;
  readonly oauth?: ServerOAuth;
  readonly headers: Readonly<Record<string, string>>;
  readonly restart: Restart;
}

/** An MCP server as it is declared. */
export type ServerSpec = StdioServer | HttpServer;

/** How long a server may take. */
export interface ServerDeadlines {
  /** From starting it until it has answered the handshake; a first `npx` downloads. */
  readonly startTimeoutMs: number;
  /** For its whole list of tools. */
  readonly listTimeoutMs: number;
  readonly callTimeoutMs: number;
}

export const SERVER_DEADLINES: ServerDeadlines = {
  startTimeoutMs: 60_000,
  listTimeoutMs: 30_000,
  callTimeoutMs: 60_000,
};
