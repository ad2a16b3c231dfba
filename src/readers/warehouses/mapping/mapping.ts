/** Where a value of a row is: a column, or a member of a column that is a map, JSON or a struct. */
export interface ColumnRef {
  readonly column: string;
  readonly key: string | null;
}

/** The parts of a run and of a call that a mapping can name. */
export const RUN_FIELDS = ['test', 'case', 'agent', 'model', 'input', 'output'] as const;
const CALL_FIELDS = ['server', 'arguments', 'result', 'status', 'failed', 'call_id'] as const;
const ROW_FIELDS = [
  'run',
  'time',
  'order',
  'trace',
  'tool',
  'tools',
  'offered',
  'project',
] as const;

type RunField = (typeof RUN_FIELDS)[number];
type CallField = (typeof CALL_FIELDS)[number];
export type MappingField = RunField | CallField | (typeof ROW_FIELDS)[number];

export const MAPPING_FIELDS: readonly MappingField[] = [
  ...ROW_FIELDS,
  ...CALL_FIELDS,
  ...RUN_FIELDS,
];

/**
 * What the columns of a table mean. `trace` is a native trace as JSON, `tools` a list of names (a row is a run), `tool` one
 * name (a row is a call).
 */
export interface Mapping {
  readonly fields: ReadonlyMap<MappingField, ColumnRef>;
  /** A row is a call only where this column has this value; null for all rows. */
  readonly where: { readonly ref: ColumnRef; readonly equals: string } | null;
}
