/**
 * whichtool for programs on Node: reading traces of any format, and running suites.
 */
export { type RunPlan } from '#run';
export {
  readTraces,
  type ReadTracesOptions,
  streamTraces,
  type TraceSource,
} from './read-traces.ts';
export {
  planSuite,
  runSuite,
  type RunSuiteOptions,
  type SuiteResult,
  type Threshold,
} from './run-suite.ts';
