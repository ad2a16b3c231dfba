import {
  type ConfusionReport,
  EXTRA_LABEL,
  formatTool,
  type Label,
  labelOfTool,
  NONE_LABEL,
  parseLabel,
  ToolIndex,
  listClasses,
} from '#core';
import type { EvalPlan, Suite } from '#suite';
import { displayPath } from '#platform';
import { rowId } from '../datasets/dataset-row.ts';
import type { ListedTool } from './listed-tools.ts';
import { datasetPath } from '../datasets/dataset-path.ts';
import { readDataset } from '../datasets/read-dataset.ts';

/** The cases of an eval that other words about some tools may change. */
export interface ChosenCases {
  /** The rows of the matrix that are run again, with all of their cases. */
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
  /** The rows among them whose tool has another description. */
  readonly overridden: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  /** The ids of the whole dataset. */
  readonly all: ReadonlySet<string>;
}

/** What is described in other words. */
interface CaseChoice {
  readonly isOverridden: (tool: ListedTool) => boolean;
  /** Whether the system text changes, which concerns every row. */
  readonly concernsAllCases: boolean;
}

/**
 * Chooses the rows of the matrix whose tool is overridden, or was confused with one that is, either way round. They are
 * run again whole: what was right may get worse.
 */
export async function chooseCases(
  { suite, plan }: { readonly suite: Suite; readonly plan: EvalPlan },
  confusion: ConfusionReport,
  tools: readonly ListedTool[],
  { isOverridden, concernsAllCases }: CaseChoice,
): Promise<ChosenCases> {
  const expected = new ExpectedRows(tools);
  const all = await expected.read(suite, plan);
  const overridden = new Set(tools.flatMap((tool, at) => (isOverridden(tool) ? [at] : [])));
  const concerned = new Set(overridden);
  let concernsNone = false;
  for (const { expected: row, observed } of confusion.cells) {
    // Extra calls stand in cases of any row.
    if (row === EXTRA_LABEL) continue;
    const both = [...expected.toolsOf(row), ...expected.toolsOf(observed)];
    if (!both.some((at) => overridden.has(at))) continue;
    for (const at of both) concerned.add(at);
    concernsNone ||= row === NONE_LABEL || observed === NONE_LABEL;
  }
  const names = (label: string, set: ReadonlySet<number>): boolean =>
    expected.toolsOf(label).some((at) => set.has(at));
  const rows = new Map(
    [...expected.cases].filter(
      ([label]) =>
        concernsAllCases || (label === NONE_LABEL ? concernsNone : names(label, concerned)),
    ),
  );
  return {
    rows,
    overridden: new Set([...rows.keys()].filter((label) => names(label, overridden))),
    ids: new Set([...rows.values()].flatMap((ids) => [...ids])),
    all,
  };
}

/** What the rows of a dataset expect, by the label that the matrix gives it. */
class ExpectedRows {
  readonly cases = new Map<string, Set<string>>();
  readonly #tools: readonly ListedTool[];
  /** Which tools a label means: as it is called, and as rows expect it. */
  readonly #meant = new Map<string, Set<number>>();
  /** What was looked up: most rows expect what others do. */
  readonly #seen = new Set<string>();

  constructor(tools: readonly ListedTool[]) {
    this.#tools = tools;
    tools.forEach((tool, at) => setOf(this.#meant, labelOfTool(formatTool(tool))).add(at));
  }

  toolsOf(label: string): readonly number[] {
    return [...(this.#meant.get(label) ?? [])];
  }

  async read(suite: Suite, plan: EvalPlan): Promise<ReadonlySet<string>> {
    const classes = new Map(
      listClasses(plan.labels?.classes ?? []).map((toolClass) => [toolClass.name, toolClass]),
    );
    const all = new Set<string>();
    let index = 0;
    const path = datasetPath(null, plan.dataset, suite, suite.folder);
    for await (const records of readDataset({ path, displayName: displayPath(path, suite.root) })) {
      for (const record of records) {
        index++;
        if (record.kind === 'error') continue;
        const id = rowId(record.value.id, record.where, index - 1);
        all.add(id);
        const parsed = parseLabel(record.value, classes);
        // Rows without a label are refused when they are measured.
        if (parsed.ok) this.#add(id, parsed.label);
      }
    }
    return all;
  }

  #add(id: string, { calls }: Label): void {
    if (calls.length === 0) setOf(this.cases, NONE_LABEL).add(id);
    for (const { name, tools } of calls) {
      const label = labelOfTool(name);
      setOf(this.cases, label).add(id);
      const key = JSON.stringify([label, tools]);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      const index = new ToolIndex([tools]);
      this.#tools.forEach((tool, at) => {
        if (index.match(tool).length > 0) setOf(this.#meant, label).add(at);
      });
    }
  }
}

function setOf<Item>(sets: Map<string, Set<Item>>, key: string): Set<Item> {
  let set = sets.get(key);
  if (set === undefined) sets.set(key, (set = new Set()));
  return set;
}
