export { RUN_CODES } from './codes.ts';
export { EXIT, exitCodeOf } from './exit-code.ts';
export { loadSuites } from './load-suites.ts';
export { mergeReports } from './merge-reports.ts';
export { runSuites, type RunOptions } from './run.ts';
export { compileSelector, type Selector } from './selector.ts';
