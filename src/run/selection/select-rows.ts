import { type EvalReport, tagsColumnOf, tagsOfRow, UserError } from '#core';
import { displayPath } from '#platform';
import type { Input } from '#readers';
import type { EvalPlan, Suite } from '#suite';
import { datasetPath } from '../datasets/dataset-path.ts';
import { rowId } from '../datasets/dataset-row.ts';
import { readUsableDataset } from '../datasets/read-dataset.ts';
import { runIssue } from '../issues/run-codes.ts';
import { tagOfFilter } from './tag-of-filter.ts';

/** The rows of an eval that a filter selects. */
export interface SelectedRows {
  readonly tag: string;
  readonly ids: ReadonlySet<string>;
  /** How many rows the dataset has. */
  readonly of: number;
}

/** The rows with a tag, by the name of the eval that has some of them. */
export type RowSelection = ReadonlyMap<string, SelectedRows>;

/** Reads which rows a filter by tag selects; null for any other filter. Throws a UserError for tags that cannot be read. */
export async function selectRows(
  suites: readonly Suite[],
  filter: string | null,
  { dataset, cwd }: { readonly dataset: string | null; readonly cwd: string },
): Promise<RowSelection | null> {
  const tag = tagOfFilter(filter);
  if (tag === null) return null;
  const selection = new Map<string, SelectedRows>();
  for (const suite of suites) {
    for (const plan of suite.evals) {
      const column = tagsColumnOf(plan);
      if (column === null) continue;
      const path = datasetPath(dataset, plan.dataset, suite, cwd);
      const rows = await rowsWithTag(
        plan,
        { path, displayName: displayPath(path, suite.root) },
        column,
        tag,
      );
      if (rows !== null) selection.set(plan.name, rows);
    }
  }
  return selection;
}

/** Null where no row has the tag. Rows that cannot be read may have it: they stay, and are not measured. */
async function rowsWithTag(
  { name, joinsById }: EvalPlan,
  input: Input,
  column: string,
  tag: string,
): Promise<SelectedRows | null> {
  const ids = new Set<string>();
  let [of, unreadable] = [0, 0];
  for await (const records of readUsableDataset(input)) {
    for (const record of records) {
      of++;
      if (record.kind === 'error') {
        unreadable++;
        continue;
      }
      const { value, where } = record;
      const tags = tagsOfRow(value, column);
      if (tags === null)
        throw new UserError([
          {
            ...runIssue('ROW_TAGS', `${name}: the tags of a row cannot be read`, {
              where,
              hint: 'tags are a text or a list of texts; the filter cannot leave out a row without knowing them',
            }),
            severity: 'error',
          },
        ]);
      const own = value.id ?? (joinsById ? value.case : undefined);
      if (tags.includes(tag)) ids.add(rowId(own, where, of - 1));
    }
  }
  return ids.size + unreadable === 0 ? null : { tag, ids, of };
}

/** The ids alone; undefined where all rows take part. */
export function idsOf(
  rows: RowSelection | null,
): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  return rows === null ? undefined : new Map([...rows].map(([name, { ids }]) => [name, ids]));
}

/** What a filter by tag left of a dataset, as its report says it. */
export function filteredOf(
  selected: SelectedRows | null,
  cases: number,
): Pick<EvalReport, 'filtered'> {
  return selected === null ? {} : { filtered: { tag: selected.tag, cases, of: selected.of } };
}
