import type { Issue, JsonObject } from '#core';
import type { ToolResult } from '../tool-session.ts';

/** A tool before it is decided how the model sees it. */
export interface SourceTool {
  readonly server: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
  /** What its server says about it; not shown to the model. */
  readonly isDestructive?: boolean;
}

/** The tools of one run, as their servers describe them. */
export interface SourceSession {
  readonly tools: readonly SourceTool[];
  call(tool: SourceTool, args: JsonObject, signal: AbortSignal): Promise<ToolResult>;
  takeIssues(): readonly Issue[];
  close(): Promise<void>;
}

/** Where tools come from: servers that are started, or a catalog. */
export interface ToolSource {
  open(test: string, signal: AbortSignal): Promise<SourceSession>;
  close(): Promise<void>;
}
