import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'threads',
    // Most whole-program tests wait for a child process: every core has something to do.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/property-seed.ts'],
          isolate: false,
          pool: 'threads',
          testTimeout: 60_000,
          // Hooks start databases.
          hookTimeout: 60_000,
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
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page shows what a key or a click changes a moment later.
          expect: { poll: { timeout: 15_000, interval: 20 } },
        },
      },
    ],
  },
});
