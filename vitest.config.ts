import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** For tests that hang: far from what any of them takes, also on a machine with other work. */
const LIMIT_MS = 120_000;

export default defineConfig({
  test: {
    pool: 'threads',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/property-seed.ts'],
          isolate: false,
          pool: 'threads',
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
        },
      },
      {
        // Whole-program tests: the built CLI, the packed package, a real browser.
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          // The files of a process share its browser and its hosts of the command line.
          isolate: false,
          pool: 'forks',
          // Half of the time these tests wait for a child process or a page.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
          testTimeout: 2 * LIMIT_MS,
          hookTimeout: 2 * LIMIT_MS,
          // A page shows what a key or a click changes a moment later.
          expect: { poll: { timeout: 30_000, interval: 20 } },
        },
      },
    ],
  },
});
