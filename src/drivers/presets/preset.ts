import type { JsonObject } from '#core';
import type { Capture } from '../capture/capture.ts';

/** How a program is started. */
export interface Launch {
  /** The program and its arguments; the prompt comes on stdin. */
  readonly command: readonly string[];
  /** The same for a later turn, which goes on with the session of the turn before. */
  readonly resume: readonly string[];
  /** Variables beside those of the agent. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a preset needs to start its program. */
interface PresetContext {
  readonly capture: Capture;
  /** The MCP servers behind proxies, by name, as an `mcp.json` has them. */
  readonly servers: Readonly<Record<string, JsonObject>>;
  /** Further arguments of the suite. */
  readonly args: readonly string[];
  /** Writes a file into the folder of the run, which is removed after it, and returns its path. */
  readonly writeFile: (name: string, text: string) => Promise<string>;
}

/** A coding agent whose command line is known. Its settings are in a folder of the run: those of the user stay as they are. */
export type Preset = (context: PresetContext) => Promise<Launch>;
