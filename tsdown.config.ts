import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsdown';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outDir: 'dist',
  fixedExtension: false,
  hash: false,
  define: { __WHICHTOOL_VERSION__: JSON.stringify(version) },
} as const;

/** Commander can start other programs as commands; ours never does, and the module it would need takes 5 ms to load. */
const commanderWithoutPrograms = {
  name: 'commander-without-programs',
  resolveId: (source: string, importer: string | undefined): string | null =>
    source === 'node:child_process' && /[\\/]commander[\\/]/.test(importer ?? '')
      ? '\0no-programs'
      : null,
  load: (id: string): string | null => (id === '\0no-programs' ? 'export {};' : null),
};

/**
 * Modules of the runtime are called for, not imported. An import of `node:crypto` or `node:util` also loads what they
 * load late by themselves, since it asks for each of their names.
 */
const builtinsByCall = {
  name: 'builtins-by-call',
  renderChunk(code: string): string {
    const lines = code.split('\n');
    const end = lines.findIndex((line) => !/^(?:#!|\/\/|import\b)/.test(line));
    return [...lines.slice(0, end).map(callForBuiltin), ...lines.slice(end)].join('\n');
  },
};

const NAMED_IMPORT = /^import \{([^}]*)\} from ("node:[^"]+");$/;

function callForBuiltin(line: string): string {
  const [, names, module] = NAMED_IMPORT.exec(line) ?? [];
  if (names === undefined || module === undefined) return line;
  return `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule(${module});`;
}

/** The part of a thread that it needs only for some input is in a file of the command line. */
const readingWorkerApart = {
  name: 'reading-worker-apart',
  resolveId: (source: string): { id: string; external: true } | null =>
    source === './reading-worker.ts' ? { id: './reading-worker.js', external: true } : null,
};

export default defineConfig([
  // The library, with types. All entries share their classes; the root entry and the matchers run in a browser.
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      vitest: 'src/vitest/index.ts',
      jest: 'src/jest/index.ts',
      matchers: 'src/matchers/index.ts',
      node: 'src/node/index.ts',
      regex: 'src/suite-text/regex/linear-regex.ts',
    },
    dts: { oxc: false },
    clean: true,
    outputOptions: {
      chunkFileNames: 'library/[name].js',
      // A file of its own: the root entry would load whichever file it were put into.
      codeSplitting: { groups: [{ name: 'runtime', test: /rolldown[\\/]runtime/ }] },
    },
  },
  // Jest loads CommonJS unless it is started with a flag.
  {
    ...shared,
    format: 'cjs',
    entry: { jest: 'src/jest/index.ts' },
    dts: { oxc: false },
    clean: false,
    outputOptions: { codeSplitting: false },
  },
  // The command line: one chunk per command, everything it needs bundled, so that it starts fast and installs small.
  {
    ...shared,
    entry: {
      cli: 'src/cli/main.ts',
      'cli/reading-worker': 'src/run/reading/reading-worker.ts',
    },
    outDir: 'dist',
    dts: false,
    clean: false,
    minify: 'dce-only',
    plugins: [commanderWithoutPrograms, builtinsByCall],
    outputOptions: {
      chunkFileNames: 'cli/[name].js',
      // Every byte is read by the compiler at each start, comments as well; the sources have them.
      comments: { legal: true, annotation: false, jsdoc: false },
      // A group takes along all that its files import, so each command comes in few files: finding one costs as much as running it.
      codeSplitting: {
        groups: [
          // First, or it would import the files of `run` for the few functions that they share.
          { name: 'program', test: /src[\\/]cli[\\/]program\.ts/, priority: 1 },
          { name: 'load', test: /src[\\/]cli[\\/]validate[\\/]validate-suites\.ts/ },
          { name: 'run', test: /src[\\/]cli[\\/]run[\\/]run-once\.ts/ },
        ],
      },
    },
  },
  // What threads that share the reading run: with little in it they start fast. All else comes from the files above, when it is needed.
  {
    ...shared,
    entry: { 'cli/worker-thread': 'src/run/reading/worker.ts' },
    dts: false,
    clean: false,
    minify: 'dce-only',
    plugins: [readingWorkerApart, builtinsByCall],
    outputOptions: { comments: { legal: true, annotation: false, jsdoc: false } },
  },
  // The thread of the web app that makes indexes: a visitor waits for its start.
  {
    ...shared,
    entry: { 'cli/index-worker': 'src/server/report-index/index-worker.ts' },
    dts: false,
    clean: false,
    minify: 'dce-only',
    outputOptions: { comments: { legal: true, annotation: false, jsdoc: false } },
  },
]);
