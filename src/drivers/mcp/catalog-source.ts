import { errorResult } from './tool-mocks.ts';
import type { SourceSession, SourceTool, ToolSource } from './tool-source.ts';

/** Tools that are only described: nothing is started, and only mocks can answer. */
export class CatalogSource implements ToolSource {
  readonly #session: SourceSession;

  constructor(tools: readonly SourceTool[]) {
    this.#session = {
      tools,
      call: async ({ name }) =>
        errorResult(`the tool "${name}" comes from a catalog and has no mock`),
      takeIssues: () => [],
      close: async () => {},
    };
  }

  async open(): Promise<SourceSession> {
    return this.#session;
  }

  async close(): Promise<void> {}
}
