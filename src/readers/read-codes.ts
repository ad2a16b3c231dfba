import { FILE_CODES, SOURCE_CODES } from '#platform';

/** Every code that reading can give, with its meaning. Codes are only ever added. */
export const READ_CODES: ReadonlyMap<string, string> = new Map([
  ...FILE_CODES,
  ...SOURCE_CODES,
  ['NO_RECORDS', 'a file holds no record, so nothing was measured'],
  ['TRACE_TORN_TAIL', 'the end of the file cuts a record off'],
  ['TRACE_BAD_LINE', 'a line is not JSON'],
  ['TRACE_TOO_LONG', 'a line or item is longer than 16 MiB, or a document longer than 256 MiB'],
  [
    'TRACE_TOO_MANY_BAD',
    'over 100,000 records of a file are not traces, and hardly any is: it was not read to its end',
  ],
  ['TRACE_SCHEMA', 'a record is JSON but not a trace'],
  ['READ_CALL_UNREADABLE', 'a tool call has no name that can be read, so its run is not measured'],
  [
    'READ_ANSWER_MISSING',
    'an answer of the model, or the calls that it announces, are not in the record, so its run is not measured or only in part',
  ],
  [
    'READ_ANSWER_CUT',
    'the record of an answer of the model was cut short, so its run is not measured or only in part',
  ],
  [
    'READ_UNKNOWN_TYPE',
    "the agent's output, or an event, has a part of a type that the reader does not know, so its run is not measured",
  ],
  ['READ_DUPLICATE_ID', 'two calls of a run have the same id'],
  ['READ_RESULT_WITHOUT_CALL', 'a result belongs to no call'],
  ['READ_CALL_WITHOUT_RESULT', 'a call has no result, though others have'],
  ['READ_NAME_GUESSED', 'a joined name could be split into server and tool in several ways'],
  ['READ_ORPHAN', 'a span or line names a parent that is not there'],
  ['READ_TOOLS_UNREADABLE', 'a tool that was offered cannot be read: which were is not known'],
  ['READ_TEXT_CALL', 'the agent wrote a call as text, and the record has no such call'],
  ['READ_RUN_SKIPPED', 'spans or lines that belong to no agent run were left out'],
  ['READ_BRANCH_SKIPPED', 'messages of a conversation that was rewound or retried were left out'],
  ['READ_PAYLOAD_MISSING', 'the export left out inputs or outputs of a run'],
  ['READ_ARGS_UNPARSED', 'the arguments of a call are not a JSON object and were kept as text'],
  [
    'READ_AMOUNT_ODD',
    'a duration, a cost or a number of tokens is below 0 or beyond 10^12 and was left out',
  ],
  ['JSON_SYNTAX', 'a document is not JSON'],
  ['JSON_DUPLICATE_KEY', 'an object has the same key twice'],
  ['JSON_DEPTH', 'lists and objects are nested deeper than 128 levels'],
  ['NUMBER_RANGE', 'a number is beyond the range of doubles'],
  ['ENCODING_INVALID', 'bytes are not UTF-8'],
  ['ENCODING_UNSUPPORTED', 'the file is in another encoding, or packed twice'],
  ['ROW_NOT_OBJECT', 'a row of a dataset is JSON but not an object'],
  ['CSV_HEADER', 'the first row of a CSV file does not name its columns'],
  ['CSV_ROW', 'a row of a CSV file cannot be read'],
]);
