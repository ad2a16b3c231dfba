import type { RunOrder } from '../measure/evidence.ts';
import type { JsonObject } from '../json/json.ts';
import type {
  ArgumentReport,
  ConfusionReport,
  FailureModeCounts,
  ToolExposure,
  ToolReport,
} from '../report/report.ts';
import { underAssumptions } from '../arguments/redacted-comparison.ts';
import type { Sums } from '../measure/sums.ts';
import { compareText } from '../text/compare-text.ts';
import type { Services } from '../scoring/scorer.ts';
import { patternKey } from '../tools/tool-pattern.ts';
import { formatTool, type ToolCall, type Trace } from '../trace/trace.ts';
import { reportConfusion, reportTools, type ToolCounts } from './confusion-report.ts';
import {
  type CellState,
  ConfusionTable,
  EXTRA_LABEL,
  labelOfTool,
  NONE_LABEL,
  UNKNOWN_LABEL,
} from './confusion-table.ts';
import {
  BY_ARGUMENTS,
  type CaseContext,
  FAILURE_MODES,
  type FailureMode,
  findFailureModes,
  reachFailureModes,
} from './failure-modes.ts';
import { ArgumentSums, type ArgumentSumsState } from './argument-sums.ts';
import { ExposureSums } from './exposure-sums.ts';
import { type CaseFaults, FaultyCases, type FaultyCasesState } from './faulty-cases.ts';
import { StaleFields, type StaleFieldsState } from './stale-fields.ts';
import { contextOf, LabelReader, type SharedLabelOptions } from './labelled-case.ts';

/** What is reported of labelled cases beside the scores. */
export interface LabelReport {
  readonly confusion: ConfusionReport;
  readonly perTool: readonly ToolReport[];
  readonly failureModes: FailureModeCounts;
  readonly perArgument?: readonly ArgumentReport[];
  readonly exposure?: readonly ToolExposure[];
}

/** The sums of labelled cases as plain data. */
export interface LabelSumsState {
  readonly table: readonly CellState[];
  readonly partialTable: readonly CellState[];
  readonly names: readonly string[];
  readonly others: readonly string[];
  readonly withoutServer: readonly (readonly [label: string, name: string])[];
  readonly modes: readonly (readonly [mode: FailureMode, count: number])[];
  readonly costs: readonly (readonly [label: string, cost: number])[];
  readonly fields: StaleFieldsState;
  readonly knowsTools: boolean;
  readonly cases: number;
  readonly partialCases: number;
  readonly open: readonly FailureMode[];
  readonly exposure: readonly ToolExposure[] | null;
  readonly faulty: FaultyCasesState;
  readonly arguments: ArgumentSumsState;
}

/** Sums labelled cases: the confusion matrix and the failure modes. */
export class LabelSums implements Sums<LabelSumsState> {
  readonly #reader: LabelReader;
  readonly #context: CaseContext;
  readonly #table = new ConfusionTable();
  /** The table with one column for each tool; null when a case came since. */
  #merged: ConfusionTable | null = null;
  /** Rows that are the name of a tool on any server, and rows that stand for something else. */
  readonly #names = new Set<string>();
  readonly #others = new Set<string>();
  /** The name alone of observed tools that have a server, by their label. */
  readonly #withoutServer = new Map<string, string>();
  readonly #modes = new Map<FailureMode, number>();
  readonly #costs = new Map<string, number>();
  readonly #fields = new StaleFields();
  readonly #faulty = new FaultyCases();
  readonly #arguments = new ArgumentSums();
  /** Whether the offered tools of every case with a call are known. */
  #knowsTools = true;
  /** What the matrix counts of partial cases. */
  readonly #partialTable = new ConfusionTable();
  #cases = 0;
  #partialCases = 0;
  /** The modes whose count redacted values, or further calls of a partial case, decide. */
  readonly #open = new Set<FailureMode>();

  /** Null where the exposure is not asked for. */
  readonly #exposure: ExposureSums | null;

  constructor(
    options: SharedLabelOptions,
    services: Services,
    { exposure = false }: { exposure?: boolean } = {},
  ) {
    this.#exposure = exposure ? new ExposureSums() : null;
    this.#reader = new LabelReader(options, services);
    this.#context = contextOf(options, services);
  }

  /**
   * The matrix. A tool on some server is in the column of its name alone where that is what labels call it: one tool
   * has one column, or its precision would leave out the cases that it took from others.
   */
  get table(): ConfusionTable {
    this.#merged ??= this.#table.renamed((label) => this.#columnOf(label));
    return this.#merged;
  }

  /** What figures of single tools are derived from. */
  get counts(): ToolCounts {
    return {
      table: this.table,
      partial: this.#partialTable.renamed((label) => this.#columnOf(label)),
      cases: this.#cases,
      partialCases: this.#partialCases,
    };
  }

  #columnOf(label: string): string {
    const name = this.#withoutServer.get(label);
    if (name === undefined || this.#names.has(label) || this.#others.has(label)) return label;
    return this.#names.has(name) && !this.#others.has(name) ? name : label;
  }

  /** Adds a case by the label of its row; throws where the row has none. */
  add(order: RunOrder, row: JsonObject, calls: readonly ToolCall[], trace: Trace): void {
    this.#merged = null;
    this.#cases++;
    const pairer = this.#reader.read(row);
    const context = this.#context;
    const catalog = context.checker.catalogOf(trace);
    const pairing = pairer.pair(calls);
    const isPartial = trace.partial === true;
    const count = (expected: string, observed: string): void => {
      this.#table.add(expected, observed, 1, order);
      this.#faulty.addCell(order, expected, observed);
      if (isPartial) this.#partialTable.add(expected, observed, 1, null);
    };
    const nameOf = (at: number): string => {
      const call = calls[at]!;
      if (catalog !== null && catalog.find(call) === undefined) return UNKNOWN_LABEL;
      const label = labelOfTool(formatTool(call));
      if (call.server !== null) this.#withoutServer.set(label, labelOfTool(call.name));
      this.#noteCost(label, context.costs.of(call, catalog));
      return label;
    };
    for (const { expected, call, acceptable } of pairing.pairs) {
      const labelled = pairer.label.calls[expected];
      const label = labelled === undefined ? NONE_LABEL : labelOfTool(labelled.name);
      if (labelled !== undefined) {
        const isName = patternKey(labelled.tools[0]) === patternKey({ tool: labelled.name });
        (isName ? this.#names : this.#others).add(label);
        this.#noteCost(label, context.costs.ofPattern(labelled.tools[0], catalog));
      }
      const observed = acceptable ? label : call === -1 ? NONE_LABEL : nameOf(call);
      count(label, observed);
      if (labelled === undefined || !acceptable) continue;
      this.#fields.add(label, labelled, calls[call]!);
      const expectation = pairer.expectation(expected);
      if (expectation === null) continue;
      const [outcomes, ...others] = underAssumptions(() =>
        expectation.argumentOutcomes(calls[call]!),
      );
      this.#arguments.add(label, outcomes, others, isPartial);
    }
    this.#exposure?.add(pairing, calls);
    for (const call of pairing.extras) count(EXTRA_LABEL, nameOf(call));
    if (context.checker.lacksTools(calls, trace)) this.#knowsTools = false;
    const [modes, ...others] = underAssumptions(() =>
      findFailureModes(pairer, pairer.pair(calls), calls, trace, context),
    );
    for (const mode of FAILURE_MODES) {
      if (others.some((other) => other.has(mode) !== modes.has(mode))) this.#open.add(mode);
      if (!modes.has(mode)) continue;
      this.#countMode(mode, 1);
      this.#faulty.addMode(order, mode);
    }
    if (!isPartial) return;
    this.#partialCases++;
    const { lasting, possible } = reachFailureModes(pairer, calls, [...modes]);
    for (const mode of possible) if (!lasting.has(mode)) this.#open.add(mode);
  }

  /** The arguments of some calls are not read: what only they decide is not measured. */
  skipArguments(): void {
    for (const mode of BY_ARGUMENTS) this.#open.add(mode);
  }

  state(): LabelSumsState {
    return {
      table: this.#table.state(),
      partialTable: this.#partialTable.state(),
      names: [...this.#names].sort(compareText),
      others: [...this.#others].sort(compareText),
      withoutServer: sortedEntries(this.#withoutServer),
      modes: sortedEntries(this.#modes),
      costs: sortedEntries(this.#costs),
      fields: this.#fields.state(),
      knowsTools: this.#knowsTools,
      cases: this.#cases,
      partialCases: this.#partialCases,
      open: [...this.#open].sort(compareText),
      exposure: this.#exposure?.state() ?? null,
      faulty: this.#faulty.state(),
      arguments: this.#arguments.state(),
    };
  }

  merge(state: LabelSumsState): void {
    this.#merged = null;
    this.#table.merge(state.table);
    this.#partialTable.merge(state.partialTable);
    for (const name of state.names) this.#names.add(name);
    for (const label of state.others) this.#others.add(label);
    for (const [label, name] of state.withoutServer) this.#withoutServer.set(label, name);
    for (const [mode, count] of state.modes) this.#countMode(mode, count);
    for (const [label, cost] of state.costs) this.#noteCost(label, cost);
    this.#fields.merge(state.fields);
    if (!state.knowsTools) this.#knowsTools = false;
    this.#cases += state.cases;
    this.#partialCases += state.partialCases;
    for (const mode of state.open) this.#open.add(mode);
    if (state.exposure !== null) this.#exposure?.merge(state.exposure);
    this.#faulty.merge(state.faulty);
    this.#arguments.merge(state.arguments);
  }

  #countMode(mode: FailureMode, count: number): void {
    this.#modes.set(mode, (this.#modes.get(mode) ?? 0) + count);
  }

  /** Traces may report different costs of one tool: the greatest counts, whatever order they come in. */
  #noteCost(label: string, cost: number): void {
    const highest = this.#costs.get(label);
    if (highest === undefined || cost > highest) this.#costs.set(label, cost);
  }

  #isUnknown(mode: FailureMode): boolean {
    return this.#open.has(mode) || (mode === 'hallucinated_tool' && !this.#knowsTools);
  }

  /** What went wrong in a case. */
  faultsOf(order: RunOrder): CaseFaults {
    return this.#faulty.report(
      order,
      (label) => this.#columnOf(label),
      (mode) => !this.#isUnknown(mode),
    );
  }

  /** How labelled arguments compare, by tool and argument. */
  get perArgument(): readonly ArgumentReport[] {
    return this.#arguments.report();
  }

  report(caseOf: (order: RunOrder) => string): LabelReport {
    const { perArgument } = this;
    const { counts } = this;
    const cost = (label: string): number =>
      this.#costs.get(label) ?? (label === NONE_LABEL ? 0 : 1);
    return {
      confusion: reportConfusion(counts, cost, caseOf, this.#fields.read()),
      perTool: reportTools(counts, cost),
      failureModes: Object.fromEntries(
        FAILURE_MODES.map((mode) => [
          mode,
          this.#isUnknown(mode) ? null : (this.#modes.get(mode) ?? 0),
        ]),
      ) as FailureModeCounts,
      ...(perArgument.length === 0 ? {} : { perArgument }),
      ...(this.#exposure === null ? {} : { exposure: this.#exposure.report() }),
    };
  }
}

function sortedEntries<Key extends string, Value>(
  map: ReadonlyMap<Key, Value>,
): readonly (readonly [Key, Value])[] {
  return [...map].sort(([a], [b]) => compareText(a, b));
}
