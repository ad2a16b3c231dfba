import type { ConfusionReading } from '../report/report.ts';
import type { Sums } from '../measure/sums.ts';
import { compareText } from '../text/compare-text.ts';
import { shorten } from '../text/shorten.ts';
import { argumentsOf, type ToolCall } from '../trace/trace.ts';
import type { LabelCall } from './label.ts';

const NAME_LENGTH = 120;

/** Arguments with more distinct names are data, not fields of a schema. */
const MAX_FIELDS = 10_000;

interface Fields {
  calls: number;
  readonly labelled: Set<string>;
  /** How many calls filled a field that their label does not have. */
  readonly filled: Map<string, number>;
}

/** The fields of a tool as plain data. */
interface FieldsState {
  readonly tool: string;
  readonly calls: number;
  readonly labelled: readonly string[];
  readonly filled: readonly (readonly [field: string, count: number])[];
}

/** The fields of all tools; null where there are too many names. */
export type StaleFieldsState = readonly FieldsState[] | null;

/** Counts fields that calls of a rightly chosen tool fill though no label of the tool has them. */
export class StaleFields implements Sums<StaleFieldsState> {
  readonly #tools = new Map<string, Fields>();
  #fields = 0;

  /** Adds a call of the labelled tool, called `tool` in the matrix. */
  add(tool: string, { args }: LabelCall, call: ToolCall): void {
    const actual = argumentsOf(call);
    if (args === undefined || actual === null) return;
    const filled = Object.keys(actual).filter((field) => !Object.hasOwn(args, field));
    this.#count(tool, {
      calls: 1,
      labelled: Object.keys(args),
      filled: filled.map((field) => [field, 1]),
    });
  }

  #count(tool: string, { calls, labelled, filled }: Omit<FieldsState, 'tool'>): void {
    let fields = this.#tools.get(tool);
    if (fields === undefined) {
      this.#tools.set(tool, (fields = { calls: 0, labelled: new Set(), filled: new Map() }));
    }
    fields.calls += calls;
    for (const field of labelled) {
      if (this.#hasRoom(fields.labelled, field)) fields.labelled.add(field);
    }
    for (const [field, count] of filled) {
      if (this.#hasRoom(fields.filled, field))
        fields.filled.set(field, (fields.filled.get(field) ?? 0) + count);
    }
  }

  state(): StaleFieldsState {
    if (this.#fields > MAX_FIELDS) return null;
    return [...this.#tools]
      .map(([tool, { calls, labelled, filled }]) => ({
        tool,
        calls,
        labelled: [...labelled].sort(compareText),
        filled: [...filled].sort(([a], [b]) => compareText(a, b)),
      }))
      .sort((a, b) => compareText(a.tool, b.tool));
  }

  merge(state: StaleFieldsState): void {
    if (state === null) this.#fields = MAX_FIELDS + 1;
    else for (const { tool, ...fields } of state) this.#count(tool, fields);
  }

  #hasRoom(fields: { has(field: string): boolean }, field: string): boolean {
    if (fields.has(field)) return true;
    this.#fields += 1;
    return this.#fields <= MAX_FIELDS;
  }

  /** A reading for each such field, the most frequent of a tool first; none where there are too many names. */
  read(): readonly ConfusionReading[] {
    if (this.#fields > MAX_FIELDS) return [];
    return [...this.#tools].flatMap(([tool, { calls, labelled, filled }]) =>
      [...filled]
        .filter(([field]) => !labelled.has(field))
        .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
        .map(([field, count]) => {
          const [name, owner] = [shorten(field, NAME_LENGTH), shorten(tool, NAME_LENGTH)];
          return {
            expected: tool,
            observed: tool,
            count,
            text: `${name} was filled in ${count} of ${calls} calls of ${owner}; no label has it: stale field`,
            fix: `remove ${name} from the schema of ${owner}, or say in its description when to fill it`,
          };
        }),
    );
  }
}
