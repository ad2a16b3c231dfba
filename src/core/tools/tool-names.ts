import { formatTool, type ToolRef } from '../trace/trace.ts';

/** Beyond this many different tools the kept names are thrown away: memory stays bounded whatever a trace holds. */
const KEPT = 1000;

/** Formats tools as `formatTool` does, but builds the text of each tool once. */
export class ToolNames {
  readonly #names = new Map<string, Map<string, string>>();
  #size = 0;

  of(tool: ToolRef): string {
    if (tool.server === null) return tool.name;
    let byServer = this.#names.get(tool.name);
    const existing = byServer?.get(tool.server);
    if (existing !== undefined) return existing;
    if (this.#size === KEPT) {
      this.#names.clear();
      this.#size = 0;
      byServer = undefined;
    }
    const text = formatTool(tool);
    if (byServer === undefined) this.#names.set(tool.name, new Map([[tool.server, text]]));
    else byServer.set(tool.server, text);
    this.#size++;
    return text;
  }
}
