import { listClasses, type ToolClasses } from '../tools/tool-class.ts';
import { optionError } from '../issues/issue.ts';
import { CallChecker } from '../calls/call-checker.ts';
import { compileToolRules, withToday } from '../calls/expected-calls.ts';
import type { JsonObject } from '../json/json.ts';
import type { ToolClass } from '../tools/tool-class.ts';
import type { CompiledScorer, Services } from '../scoring/scorer.ts';
import type { ToolSpec } from '../trace/trace.ts';
import type { CaseContext } from './failure-modes.ts';
import { parseLabel } from './label.ts';
import { Pairer, type PairingOptions, type PairingRules } from './pairing.ts';
import { ToolCosts } from './tool-costs.ts';

/** What the scorers over labels share for all rows. */
export interface SharedLabelOptions extends PairingOptions {
  /** The classes that a label may name. */
  readonly classes?: ToolClasses;
  /** The tools that exist, for traces that do not say what was offered. */
  readonly catalog?: readonly ToolSpec[];
  /** What a call to a tool costs, by the tool's name; default 1. */
  readonly tool_costs?: Readonly<Record<string, number>>;
}

/** What a scorer over labels is compiled from. */
export interface LabelOptions extends SharedLabelOptions {
  /** The row that holds the label: `expected_tool` and `expected_args`, or `expected_calls`. */
  readonly label: object;
}

/** Reads the labels of rows and makes them ready to pair calls with. */
export class LabelReader {
  readonly #classes: ReadonlyMap<string, ToolClass>;
  readonly #rules: PairingRules;

  constructor(options: SharedLabelOptions, services: Services) {
    this.#classes = new Map(
      listClasses(options.classes ?? []).map((toolClass) => [toolClass.name, toolClass]),
    );
    this.#rules = {
      decision: options.decision ?? 'first',
      rulesOf: compileToolRules(options).rulesOf,
      services: withToday(services, options),
    };
  }

  /** Throws a UserError when the row has no label that can be used. */
  read(row: JsonObject): Pairer {
    const parsed = parseLabel(row, this.#classes);
    if (!parsed.ok) throw optionError(parsed.message);
    return new Pairer(parsed.label, this.#rules);
  }
}

/** What failure modes need to know of the tools. */
export function contextOf(options: SharedLabelOptions, services: Services): CaseContext {
  return {
    checker: new CallChecker(options.catalog, services),
    costs: new ToolCosts(options.tool_costs),
  };
}

/** A scorer over labels: what holds for all rows is made ready once. */
export function overLabels<Options extends LabelOptions>(
  prepare: (
    options: Omit<Options, 'label'>,
    services: Services,
  ) => (row: JsonObject) => CompiledScorer,
): {
  prepare: (
    options: Omit<Options, 'label'>,
    services: Services,
  ) => (row: JsonObject) => CompiledScorer;
  compile: (options: Options, services: Services) => CompiledScorer;
  needsLabels: true;
  needsPatterns: true;
} {
  return {
    needsLabels: true,
    needsPatterns: true,
    prepare,
    compile: (options, services) => prepare(options, services)(options.label as JsonObject),
  };
}
