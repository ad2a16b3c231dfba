import type { RunOrder } from '../evidence.ts';
import type { JsonObject } from '../json.ts';
import type { ConfusionReport, FailureModeCounts, ToolReport } from '../report.ts';
import type { Services } from '../scorer.ts';
import { patternKey } from '../tool-pattern.ts';
import { formatTool, type ToolCall, type Trace } from '../trace.ts';
import { reportConfusion, reportTools } from './confusion-report.ts';
import {
  ConfusionTable,
  EXTRA_LABEL,
  labelOfTool,
  NONE_LABEL,
  UNKNOWN_LABEL,
} from './confusion-table.ts';
import {
  type CaseContext,
  FAILURE_MODES,
  type FailureMode,
  findFailureModes,
} from './failure-modes.ts';
import { StaleFields } from './stale-fields.ts';
import { contextOf, LabelReader, type SharedLabelOptions } from './labelled-case.ts';

/** What is reported of labelled cases beside the scores. */
export interface LabelReport {
  readonly confusion: ConfusionReport;
  readonly perTool: readonly ToolReport[];
  readonly failureModes: FailureModeCounts;
}

/** Sums labelled cases: the confusion matrix and the failure modes. */
export class LabelSums {
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
  /** Whether the offered tools of every case with a call are known. */
  #knowsTools = true;

  constructor(options: SharedLabelOptions, services: Services) {
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

  #columnOf(label: string): string {
    const name = this.#withoutServer.get(label);
    if (name === undefined || this.#names.has(label) || this.#others.has(label)) return label;
    return this.#names.has(name) && !this.#others.has(name) ? name : label;
  }

  /** Adds a case by the label of its row; throws where the row has none. */
  add(order: RunOrder, row: JsonObject, calls: readonly ToolCall[], trace: Trace): void {
    this.#merged = null;
    const pairer = this.#reader.read(row);
    const context = this.#context;
    const catalog = context.checker.catalogOf(trace);
    const pairing = pairer.pair(calls);
    const nameOf = (at: number): string => {
      const call = calls[at]!;
      if (catalog !== null && catalog.find(call) === undefined) return UNKNOWN_LABEL;
      const label = labelOfTool(formatTool(call));
      if (call.server !== null) this.#withoutServer.set(label, labelOfTool(call.name));
      this.#noteCost(label, context.costs.of(call, catalog));
      return label;
    };
    for (const { expected, call, acceptable } of pairing.pairs) {
      const wanted = pairer.label.calls[expected];
      const label = wanted === undefined ? NONE_LABEL : labelOfTool(wanted.name);
      if (wanted !== undefined) {
        const isName = patternKey(wanted.tools[0]) === patternKey({ tool: wanted.name });
        (isName ? this.#names : this.#others).add(label);
        this.#noteCost(label, context.costs.ofPattern(wanted.tools[0], catalog));
      }
      const observed = acceptable ? label : call === -1 ? NONE_LABEL : nameOf(call);
      this.#table.add(label, observed, 1, order);
      if (wanted !== undefined && acceptable) this.#fields.add(label, wanted, calls[call]!);
    }
    for (const call of pairing.extras) this.#table.add(EXTRA_LABEL, nameOf(call), 1, order);
    if (context.checker.lacksTools(calls, trace)) this.#knowsTools = false;
    for (const mode of findFailureModes(pairer, pairing, calls, trace, context)) {
      this.#modes.set(mode, (this.#modes.get(mode) ?? 0) + 1);
    }
  }

  /** Traces may tell different costs of one tool: the greatest counts, whatever order they come in. */
  #noteCost(label: string, cost: number): void {
    const known = this.#costs.get(label);
    if (known === undefined || cost > known) this.#costs.set(label, cost);
  }

  report(caseOf: (order: RunOrder) => string): LabelReport {
    const { table } = this;
    const cost = (label: string): number =>
      this.#costs.get(label) ?? (label === NONE_LABEL ? 0 : 1);
    return {
      confusion: reportConfusion(table, cost, caseOf, this.#fields.read()),
      perTool: reportTools(table, cost),
      failureModes: Object.fromEntries(
        FAILURE_MODES.map((mode) => [
          mode,
          mode === 'hallucinated_tool' && !this.#knowsTools ? null : (this.#modes.get(mode) ?? 0),
        ]),
      ) as FailureModeCounts,
    };
  }
}
