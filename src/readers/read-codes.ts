import type { CodeWith, Issue } from '#core';
import type { FileFailure, SourceFailure } from '#platform';

/** Every code that reading can give, with its meaning. Codes are only ever added. */
export const READ_CODES = {
  NO_RECORDS: ['not measured', 'a file holds no record, so nothing was measured'],
  TRACE_TORN_TAIL: ['not measured or partial', 'the end of the file cuts a record off'],
  TRACE_BAD_LINE: ['not measured or partial', 'a line is not JSON'],
  TRACE_TOO_LONG: [
    'not measured or partial',
    'a line or item is longer than 16 MiB, or a document longer than 256 MiB',
  ],
  TRACE_TOO_MANY_BAD: [
    'unusable',
    'over 100,000 records of a file are not traces, and hardly any is: it was not read to its end',
  ],
  TRACE_SCHEMA: ['not measured or partial', 'a record is JSON but not a trace'],
  READ_CALL_UNREADABLE: [
    'not measured',
    'a tool call has no name that can be read, so its run is not measured',
  ],
  READ_ANSWER_MISSING: [
    'not measured or partial',
    'an answer of the model, or the calls that it announces, are not in the record, so its run is not measured or only in part',
  ],
  READ_ANSWER_CUT: [
    'not measured or partial',
    'the record of an answer of the model was cut short, so its run is not measured or only in part',
  ],
  READ_UNKNOWN_TYPE: [
    'not measured',
    "the agent's output, or an event, has a part of a type that the reader does not know, so its run is not measured",
  ],
  READ_DUPLICATE_ID: ['warning', 'two calls of a run have the same id'],
  READ_RESULT_WITHOUT_CALL: ['not measured or partial', 'a result belongs to no call'],
  READ_CALL_WITHOUT_RESULT: ['warning', 'a call has no result, though others have'],
  READ_NAME_GUESSED: [
    'warning',
    'a joined name could be split into server and tool in several ways',
  ],
  READ_ORPHAN: ['warning', 'a span or line names a parent that is not there'],
  READ_TOOLS_UNREADABLE: [
    'warning',
    'a tool that was offered cannot be read: which were is not known',
  ],
  READ_TEXT_CALL: ['warning', 'the agent wrote a call as text, and the record has no such call'],
  READ_RUN_SKIPPED: ['warning', 'spans or lines that belong to no agent run were left out'],
  READ_BRANCH_SKIPPED: [
    'warning',
    'messages of a conversation that was rewound or retried were left out',
  ],
  READ_PAYLOAD_MISSING: ['warning', 'the export left out inputs or outputs of a run'],
  READ_ARGS_UNPARSED: [
    'warning',
    'the arguments of a call are not a JSON object and were kept as text',
  ],
  READ_AMOUNT_ODD: [
    'warning',
    'a duration, a cost or a number of tokens is below 0 or beyond 10^12 and was left out',
  ],
  JSON_SYNTAX: ['not measured or partial', 'a document is not JSON'],
  JSON_DUPLICATE_KEY: ['not measured or partial', 'an object has the same key twice'],
  JSON_DEPTH: ['not measured or partial', 'lists and objects are nested deeper than 128 levels'],
  NUMBER_RANGE: ['not measured or partial', 'a number is beyond the range of doubles'],
  ENCODING_INVALID: ['not measured or partial', 'bytes are not UTF-8'],
  ENCODING_UNSUPPORTED: ['not measured', 'the file is in another encoding, or packed twice'],
  ROW_NOT_OBJECT: ['not measured', 'a row of a dataset is JSON but not an object'],
  CSV_HEADER: ['not measured', 'the first row of a CSV file does not name its columns'],
  CSV_ROW: ['not measured', 'a row of a CSV file cannot be read'],
} as const;

/** Why a record, or the run that is made of it, is not measured. */
export type ReadFault = CodeWith<typeof READ_CODES, 'not measured' | 'not measured or partial'>;

/** What is said of a run that was read, whole or in part. */
export type ReadRemark = CodeWith<typeof READ_CODES, 'warning' | 'not measured or partial'>;

/** Why something that was to be read is not measured. */
export type ReadFailure = Issue<ReadFault> | FileFailure | SourceFailure;
