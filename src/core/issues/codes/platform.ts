/** The codes of text in files, whatever it is the text of. */
export const TEXT_CODES = {
  NO_RECORDS: ['not measured', 'a file has no record, so nothing was measured'],
  ENCODING_INVALID: ['not measured or partial', 'bytes are not UTF-8'],
  ENCODING_UNSUPPORTED: ['not measured', 'the file is in another encoding, or packed twice'],
  FILE_TOO_LARGE: ['unusable', 'a catalog beyond 64 MB'],
} as const;

/** What can go wrong with files, by code. */
export const FILE_CODES = {
  FILE_NOT_FOUND: ['not measured', 'there is no such file'],
  FILE_IS_DIRECTORY: ['not measured', 'a file was wanted and a folder is there'],
  FILE_NOT_REGULAR: ['not measured', 'a device or a socket cannot be read as a file'],
  FILE_UNREADABLE: ['not measured', 'the system refused to read it'],
  FILE_SHRUNK: [
    'not measured or partial',
    'a file became shorter while it was read, so that a part of it is missing',
  ],
  FILE_SILENT: ['not measured', 'a pipe brought no byte within its deadline'],
  PACK_CORRUPT: ['not measured or partial', 'packed data is cut off or damaged'],
  PACK_BOMB: ['not measured', 'packed data unpacks to far more than recorded runs ever do'],
  ARCHIVE_MEMBER: ['not measured', 'a member of an archive cannot be read, or must not be'],
  HIDDEN_SKIPPED: [
    'not measured',
    'a hidden folder has traces and was not read; a warning below a folder that is named, not measured where a pattern matches it',
  ],
  LINK_SKIPPED: [
    'not measured',
    'a symbolic link in a folder, or one that a pattern matches, was not followed; not measured unless its target is read too',
  ],
  NO_TRACES_FOUND: ['unusable', 'a path or pattern matches no file'],
  TEMPORARY_UNWRITABLE: [
    'unusable',
    'runs that do not fit in memory could not be written to a temporary file, so nothing was measured',
  ],
  OUTPUT_UNWRITABLE: ['unusable', 'a result could not be written'],
} as const;

/** What can go wrong with sources, by code. */
export const SOURCE_CODES = {
  SOURCE_URL: [
    'unusable',
    'the address of a source, or of a place to push to, cannot be understood',
  ],
  SOURCE_KEY: [
    'unusable',
    'a source needs a variable of the environment that is not set, or not usable',
  ],
  SOURCE_REFUSED: ['unusable', 'a source does not accept the key'],
  SOURCE_PROJECT: ['unusable', 'a source has no project or dataset of this name'],
  SOURCE_TABLE: ['unusable', 'a database has no such table, or the address does not name one'],
  SOURCE_COLUMN: [
    'unusable',
    'a table or Parquet file lacks a column that its mapping needs, or fits no mapping',
  ],
  SOURCE_MAPPING: ['unusable', 'a mapping file cannot be read'],
  SOURCE_FAILED: ['not measured', 'a source could not be reached, or its answer could not be read'],
} as const;

/** What can go wrong with packages that only some commands need. */
export const PEER_CODES = {
  PEER_MISSING: ['unusable', 'a command needs a package that is not installed beside whichtool'],
} as const;
