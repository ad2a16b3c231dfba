import { type JsonObject, type Place, UserError } from '#core';
import { lookalikeOf } from '#readers';
import { runIssue } from '../issues/run-codes.ts';

/** How many different faults are listed. */
const FAULTS_LISTED = 20;

const SHAPE =
  'a row is { "id", "input", "expected_tool", "expected_args" }, where expected_tool may be none, or has "expected_calls"';

/** Columns that people write for `expected_tool`. */
const OTHER_NAMES: ReadonlySet<string> = new Set(
  'tool tools label expected expected_tools tool_name correct_tool gold_tool target answer reference_tool function function_name'.split(
    ' ',
  ),
);

interface Fault {
  readonly id: string;
  readonly where: Place;
  readonly row: JsonObject;
  count: number;
}

/** Rows of an eval over labels that have none: rejected together, each fault once. */
export class UnlabelledRows {
  readonly #evalName: string;
  readonly #faults = new Map<string, Fault>();

  constructor(evalName: string) {
    this.#evalName = evalName;
  }

  get size(): number {
    return this.#faults.size;
  }

  add(id: string, row: JsonObject, where: Place, message: string): void {
    const known = this.#faults.get(message);
    if (known !== undefined) known.count += 1;
    else if (this.#faults.size < FAULTS_LISTED)
      this.#faults.set(message, { id, where, row, count: 1 });
  }

  /** Throws a UserError where there are any. */
  check(): void {
    if (this.#faults.size === 0) return;
    const issues = [...this.#faults].map(([message, { id, where, row, count }]) => {
      const more = count === 1 ? '' : ` and ${count - 1} more`;
      return runIssue(
        'ROW_LABEL',
        `row "${id}"${more} of "${this.#evalName}" cannot be graded: ${message}`,
        { where, hint: hintFor(row, where) },
      );
    });
    throw new UserError(issues);
  }
}

function hintFor(row: JsonObject, { file = 'FILE' }: Place): string {
  const keys = Object.keys(row);
  const { name, isDataset } = lookalikeOf(row);
  if (isDataset === true)
    return `it looks like ${name}: \`whichtool dataset import ${file} --out imported.jsonl\` makes rows of it`;
  const column = keys.find((key) => OTHER_NAMES.has(key.toLowerCase()));
  return column === undefined || keys.includes('expected_tool')
    ? SHAPE
    : `call the column ${column} expected_tool; ${SHAPE}`;
}
