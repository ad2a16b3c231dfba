import {
  type JsonObject,
  listClasses,
  parseLabel,
  type Place,
  type ToolClass,
  UserError,
} from '#core';
import { lookalikeOf } from '#readers';
import type { EvalPlan } from '#suite';
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

/** The labels of the rows of an eval. Rows without a usable one are rejected together, each fault once. */
export class RowLabels {
  readonly #plan: Pick<EvalPlan, 'name' | 'labels'>;
  readonly #classes: ReadonlyMap<string, ToolClass>;
  readonly #faults = new Map<string, Fault>();
  #hasArguments = false;

  constructor(plan: Pick<EvalPlan, 'name' | 'labels'>) {
    this.#plan = plan;
    this.#classes = new Map(
      listClasses(plan.labels?.classes ?? []).map((toolClass) => [toolClass.name, toolClass]),
    );
  }

  /** Whether a label says something of arguments. */
  get hasArguments(): boolean {
    return this.#hasArguments;
  }

  /** Reads the label of a row; false where one is asked for and some row has none that can be used. */
  add({ id, value, where }: { id: string; value: JsonObject; where: Place }): boolean {
    if (this.#plan.labels === null) return true;
    const parsed = parseLabel(value, this.#classes);
    if (parsed.ok) this.#hasArguments ||= parsed.label.calls.some(({ args }) => args !== undefined);
    else this.#addFault(parsed.message, { id, where, row: value, count: 1 });
    return this.#faults.size === 0;
  }

  #addFault(message: string, fault: Fault): void {
    const known = this.#faults.get(message);
    if (known !== undefined) known.count += 1;
    else if (this.#faults.size < FAULTS_LISTED) this.#faults.set(message, fault);
  }

  /** Throws a UserError where a row has no usable label. */
  check(): void {
    if (this.#faults.size === 0) return;
    const issues = [...this.#faults].map(([message, { id, where, row, count }]) => {
      const more = count === 1 ? '' : ` and ${count - 1} more`;
      return runIssue(
        'ROW_LABEL',
        `row "${id}"${more} of "${this.#plan.name}" cannot be graded: ${message}`,
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
