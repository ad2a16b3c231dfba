import { JSON_CODES, TRACE_CODES } from './core.ts';
import { TEXT_CODES } from './platform.ts';

/** Every code that reading can report, with its meaning. Codes are only ever added. */
export const READ_CODES = {
  ...TEXT_CODES,
  ...TRACE_CODES,
  ...JSON_CODES,
  FLAG_FORMAT: ['unusable', '`--format` names no format'],
  FORMAT_UNKNOWN: [
    'not measured',
    'no record of a file is in a format that is read, so none of them is a run',
  ],
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
  READ_SESSION_MISSING: [
    'warning',
    'a sub-agent ran whose calls are not in the records: the run is partial',
  ],
  READ_BRANCH_SKIPPED: [
    'warning',
    'messages of a conversation that was rewound or retried were left out',
  ],
  READ_PAYLOAD_MISSING: ['warning', 'the export left out inputs or outputs of a run'],
  ROW_NOT_OBJECT: ['not measured', 'a row of a dataset is JSON but not an object'],
  CSV_HEADER: ['not measured', 'the first row of a CSV file does not name its columns'],
  CSV_ROW: ['not measured', 'a row of a CSV file cannot be read'],
} as const;
