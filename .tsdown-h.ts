import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsdown';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outDir: '/tmp/h-dist/dist',
  fixedExtension: false,
  hash: false,
  define: { __WHICHTOOL_VERSION__: JSON.stringify(version) },
} as const;

export default defineConfig([
  // The library: browser-safe, with types.
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      vitest: 'src/vitest/index.ts',
      regex: 'src/suite/linear-regex.ts',
    },
    dts: { oxc: true },
    clean: true,
  },
  // The command line: one chunk per verb, everything it needs bundled, so that it starts fast and installs small.
  {
    ...shared,
    // Threads that share the reading run a file of their own.
    entry: { cli: 'src/cli/main.ts', 'cli/bulk-worker': 'src/run/bulk/worker.ts' },
    outDir: '/tmp/h-dist/dist',
    dts: false,
    clean: false,
    minify: 'dce-only',
    outputOptions: {
      chunkFileNames: 'cli/[name].js',
      // What nearly every command needs comes in few files: each one costs as much to find as to run.
      codeSplitting: {
        groups: [
          { name: 'base', test: /src\/(?:core|platform)\/(?!unpack\/|zip\/)/ },
          { name: 'terminal', test: /src\/reporters\/(?:terminal|wording)\/|picocolors/ },
          {
            name: 'run',
            test: /src\/(?:run|suite|schema)\/(?!linear-regex|bulk\/worker|drive\/|tool-lists\/)|js-yaml/,
          },
        ],
      },
    },
  },
]);
