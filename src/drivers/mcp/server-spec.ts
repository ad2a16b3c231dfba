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

/** A service that speaks MCP over streamable HTTP. */
export interface HttpServer {
  readonly kind: 'http';
  readonly url: string;
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
