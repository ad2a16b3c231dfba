/**
 * Matchers for vitest: `import 'whichtool/vitest'` in a test or a set-up file.
 */
import { expect } from 'vitest';
import { matchers, type ToolMatchers } from '#matchers';

export { matchers } from '#matchers';
export type * from '#matchers';

expect.extend(matchers);

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-explicit-any -- it must repeat vitest's own declaration to merge with it
  interface Matchers<T = any> extends ToolMatchers<T> {}
}
