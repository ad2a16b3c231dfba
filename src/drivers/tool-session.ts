import type { Issue, Json, JsonObject } from '#core';

/** A tool that the agent may call. */
export interface OfferedTool {
  /** The server it belongs to; null for a decoy that no server has. */
  readonly server: string | null;
  /** Its own name, as its server knows it. */
  readonly name: string;
  /** What the model sees and answers with: the own name where that is unique and allowed, otherwise a qualified one. */
  readonly spelled: string;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
  /** Of several tools that are offered as one: the argument that chooses, and the tool of each mode. */
  readonly modes?: {
    readonly parameter: string;
    readonly tools: ReadonlyMap<string, OfferedTool>;
  };
}

/** The tools that calls can name: those that are offered, and those behind the modes of merged tools. */
export function callableTools(tools: readonly OfferedTool[]): readonly OfferedTool[] {
  return tools.flatMap((tool) => [tool, ...new Set(tool.modes?.tools.values())]);
}

/** What a tool answered. */
export interface ToolResult {
  readonly status: 'ok' | 'error';
  /** What the model sees. */
  readonly text: string;
  /** The answer as it came. */
  readonly content: Json;
}

/** The tools of one run. */
export interface ToolSession {
  readonly tools: readonly OfferedTool[];
  /** SHA-256 of the tools as the model sees them: the same list, the same hash. */
  readonly catalogSha256: string;
  /** Throws a DriveError where the server is gone, does not answer in time or breaks the protocol. */
  call(tool: OfferedTool, args: JsonObject, signal: AbortSignal): Promise<ToolResult>;
  /** What was odd about the servers since the session began. */
  takeIssues(): readonly Issue[];
  /** Ends what was started for this run alone. */
  close(): Promise<void>;
}

/** Where sessions come from. */
export interface ToolHost {
  /** `test` is the name of the test or eval: servers may be started anew for each. */
  open(test: string, signal: AbortSignal): Promise<ToolSession>;
  /** Ends every server. */
  close(): Promise<void>;
}
