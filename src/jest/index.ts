/**
 * Matchers for Jest: `import 'whichtool/jest'` in a test, or name it in `setupFilesAfterEnv`.
 */
import type { Matchers as JestMatchers } from 'expect';
import { UserError } from '#core';
import { matchers, type ToolMatchers } from '#matchers';

export { matchers } from '#matchers';
export type * from '#matchers';

const { expect } = globalThis as { expect?: { extend?: (added: typeof matchers) => void } };
if (expect?.extend === undefined) {
  const message = 'whichtool/jest extends the global expect of Jest, and there is none';
  const hint =
    "under injectGlobals: false, write expect.extend(matchers) with matchers of 'whichtool/matchers'";
  throw new UserError([{ code: 'LIBRARY_OPTION', severity: 'error', message, where: null, hint }]);
}
expect.extend(matchers);

/** The matchers of Jest with ours. */
export type ExtendedMatchers<T = unknown> = JestMatchers<void, T>;

// For `expect` of @jest/globals.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ToolMatchers<R> {}
}

// For the global `expect` of @types/jest.
declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the name that @types/jest declares
  namespace jest {
    interface Matchers<R, T = {}> extends ToolMatchers<R> {}
  }
}
