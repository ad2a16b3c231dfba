/** The codes of scoring and comparing, with what each means. Public: only ever added to. */
export const CORE_CODES = {
  COMPARE_REFUSED: [
    'unusable',
    'two reports are of different populations: too few tests or cases in common, or an eval is missing',
  ],
  LIBRARY_OPTION: ['unusable', 'an option of a function of the library has the wrong shape'],
  NAME_NEVER_SEEN: [
    'warning',
    'a tool that a class, a label or a required call names was never called or offered',
  ],
  RUN_CRASHED: ['errored', 'the trace says that the run ended with an error'],
  STATUS_UNKNOWN: [
    'not measured',
    'a run under `status: ok` has a call of which is not known whether it failed',
  ],
} as const;

/** The codes of a record that is read as a trace. */
export const TRACE_CODES = {
  TRACE_SCHEMA: ['not measured or partial', 'a record is JSON but not a trace'],
  READ_ARGS_UNPARSED: [
    'warning',
    'the arguments of a call are not a JSON object and were kept as text',
  ],
  READ_AMOUNT_ODD: [
    'warning',
    'a duration, a cost or a number of tokens is below 0 or beyond 10^12 and was left out',
  ],
} as const;

/** The codes of text that is read as JSON. */
export const JSON_CODES = {
  JSON_SYNTAX: ['not measured or partial', 'a document is not JSON'],
  JSON_DUPLICATE_KEY: ['not measured or partial', 'an object has the same key twice'],
  JSON_DEPTH: ['not measured or partial', 'lists and objects are nested deeper than 128 levels'],
  NUMBER_RANGE: ['not measured or partial', 'a number is beyond the range of doubles'],
} as const;
