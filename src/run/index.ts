export { RUN_CODES } from './codes.ts';
export { CONVERSION_TARGETS, convertTraces, type ConvertOptions } from './convert.ts';
export { ConversionTally } from './conversion-tally.ts';
export { EXIT, exitCodeOf } from './exit-code.ts';
export { type InspectOptions, inspectTraces } from './inspect.ts';
export { loadSuites } from './load-suites.ts';
export { mergeReports } from './merge-reports.ts';
export { runSuites, type RunOptions } from './run.ts';
export { compileSelector, type Selector } from './selector.ts';
