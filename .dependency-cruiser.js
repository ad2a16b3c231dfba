// Which room may import which: the table of docs/architecture.md, and the reason for each line of it.
export const ROOMS = {
  core: {
    may: [],
    why: 'values in, values out: it runs in a browser and knows no file, clock or package',
  },
  schema: { may: ['core'], why: 'it describes what is read and stored, and does neither' },
  platform: { may: ['core'], why: 'effects that many rooms need stand alone' },
  bulk: {
    may: ['core', 'platform'],
    why: 'the fast path: it counts runs of native lines, and leaves to others every line it cannot count',
  },
  readers: {
    may: ['core', 'schema', 'platform'],
    why: 'bytes to traces, nothing about suites or scores',
  },
  'push-down': {
    may: ['core', 'schema', 'readers'],
    why: 'tests to SQL, and counted rows to sums: what a table means is known to readers',
  },
  'suite-text': {
    may: ['core', 'schema'],
    why: 'the text of a suite to a plan, nothing about traces or reports: it runs in a browser',
  },
  suite: {
    may: ['core', 'schema', 'platform', 'suite-text'],
    why: 'the files of a suite; what is in them is read by suite-text',
  },
  store: { may: ['core', 'schema', 'platform'], why: 'it keeps runs and measures none' },
  dataset: {
    may: ['core', 'schema', 'platform', 'readers'],
    why: 'samples, labels and versions as files: cases are drawn from traces, labels from sheets',
  },
  drivers: {
    may: ['core', 'schema', 'platform'],
    why: 'they make agents act and return what came out; reading that is for the orchestrator',
  },
  judge: {
    may: ['core', 'schema', 'platform', 'drivers'],
    why: 'it answers the questions that the core planned, and scores nothing',
  },
  reporters: { may: ['core', 'schema'], why: 'a pure function from a report to text' },
  run: {
    may: [
      'core',
      'schema',
      'platform',
      'bulk',
      'readers',
      'push-down',
      'suite',
      'drivers',
      'judge',
      'dataset',
      'store',
      'reporters',
    ],
    why: 'the orchestrator: a run is compared with the history and kept in it',
  },
  server: {
    may: ['core', 'schema', 'platform', 'readers', 'suite', 'dataset', 'store', 'reporters', 'run'],
    why: 'the local web app: it serves what files contain, and takes labels and traces',
  },
  library: { may: ['core', 'schema'], why: 'the core for programs, with its options checked' },
  matchers: {
    may: ['core', 'readers', 'library'],
    why: 'expectations on a trace in any format, for every test runner',
  },
  vitest: { may: ['matchers'], why: 'the matchers for vitest' },
  jest: { may: ['core', 'matchers'], why: 'the matchers for Jest' },
  node: {
    may: ['core', 'readers', 'suite', 'store', 'run'],
    why: 'traces and suites for programs on Node',
  },
  web: {
    may: ['core', 'schema', 'suite-text', 'reporters'],
    why: 'pages in a browser: they show reports in the words and number formats of the reporters',
  },
  cli: {
    may: [
      'core',
      'schema',
      'platform',
      'suite',
      'dataset',
      'store',
      'reporters',
      'run',
      'server',
      'node',
    ],
    why: 'parsing and printing only',
  },
};
/** Folders of `readers` that several formats share. */
const READER_MODELS = [
  'dialects',
  'draft',
  'langchain-history',
  'messages',
  'records',
  'rows',
  'spans',
];
const TESTS = '\\.test\\.tsx?$|/fixtures/';

const NPM = ['npm', 'npm-dev', 'npm-peer', 'npm-optional'];

/** Folders that `scripts/build-programs.mjs` compiles to text, for pages and for processes of their own. */
const PROGRAMS = ['^src/drivers/capture/stdio-proxy/', '^src/platform/subprocess/watchdog/'];

const crossings = Object.entries(ROOMS).map(([room, { may, why }]) => ({
  name: `${room}-imports`,
  comment: `${room} may import ${may.join(', ') || 'nothing'}: ${why}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: [`^src/(${[room, ...may].join('|')})/`] },
}));

const doors = Object.keys(ROOMS).map((room) => ({
  name: `${room}-door`,
  comment:
    'a room is entered through its index.ts, so that every crossing shows in the import block',
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${room}/` },
  to: { path: `^src/${room}/`, pathNot: `^src/${room}/index\\.ts$` },
}));

export default {
  forbidden: [
    ...crossings,
    ...doors,
    {
      name: 'door-is-not-late',
      comment:
        'a door that is loaded late is bundled as a whole: load a file of your own that imports from it',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: `^src/(${Object.keys(ROOMS).join('|')})/index\\.ts$`, dynamic: true },
    },
    {
      name: 'format-imports-format',
      comment: 'a trace format is one folder: what two of them need is a shared model',
      severity: 'error',
      from: { path: '^src/readers/formats/([^/]+)/' },
      to: { path: '^src/readers/formats/[^/]+/', pathNot: '^src/readers/formats/$1/' },
    },
    {
      name: 'model-imports-format',
      comment: 'formats build on the shared models of the room, which depend on no format',
      severity: 'error',
      from: { path: `^src/readers/(${READER_MODELS.join('|')})/` },
      to: { path: '^src/readers/formats/' },
    },
    {
      name: 'scorer-imports-scorer',
      comment: 'a scorer is one folder: what two of them need is a folder of core',
      severity: 'error',
      from: { path: '^src/core/scorers/([^/]+)/' },
      to: { path: '^src/core/scorers/[^/]+/', pathNot: '^src/core/scorers/$1/' },
    },
    {
      name: 'core-is-pure',
      comment: 'the core has no dependencies',
      severity: 'error',
      from: { path: '^src/core/', pathNot: TESTS },
      to: { dependencyTypes: NPM },
    },
    {
      name: 'no-node',
      comment: 'these rooms run in a browser: values in, values out',
      severity: 'error',
      from: { path: '^src/(core|schema|suite-text|reporters|web)/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'programs-are-compiled',
      comment: 'a program is only used as its generated text: importing it would run it',
      severity: 'error',
      from: {},
      to: { path: [...PROGRAMS.map((folder) => `${folder}main\\.ts$`), '^src/web/.*main\\.tsx?$'] },
    },
    {
      name: 'programs-are-small',
      comment: 'a program needs no package: all of it is compiled into one text',
      severity: 'error',
      from: { path: PROGRAMS, pathNot: TESTS },
      to: { dependencyTypes: NPM },
    },
    {
      name: 'pages-have-one-framework',
      comment: 'a page contains all that it needs: Preact and nothing else',
      severity: 'error',
      from: { path: '^src/web/', pathNot: TESTS },
      to: { dependencyTypes: NPM, pathNot: '(^|/)node_modules/preact/' },
    },
    {
      name: 'wasm-imports',
      comment: 'the scanner is compiled alone, by another compiler and without packages',
      severity: 'error',
      from: { path: '^wasm/' },
      to: { pathNot: '^wasm/' },
    },
    {
      name: 'wasm-is-compiled',
      comment:
        'the scanner is AssemblyScript: what runs is the text that `npm run generate` makes of it',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^wasm/' },
    },
    {
      name: 'resolvable',
      comment: 'an import that cannot be resolved is one that no rule sees',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-circles',
      comment: 'files that need each other are one file or three',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
