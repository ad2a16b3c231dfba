import { basename, resolve } from 'node:path';
import { type ToolSpec, UserError } from '#core';
import { checkReviewer, datasetError, importLabels, readSheet } from '#dataset';
import { loadSheetWriter, type LabelSheet, type SheetRow } from '#reporters';
import { EXIT, importContext, type LabelContext, sheetRows } from '#run';
import { readCatalogFlag } from '../flags/catalog-flag.ts';
import { openLabelled } from './label-context.ts';
import { nextAfterExport, nextForLabels } from './next-label-step.ts';
import { printNext } from '../output/next-step.ts';
import { printIssues } from '../output/print-issues.ts';
import { OutputError, print, save } from '../output/output.ts';

/** The flags of `label export` as commander gives them. */
export interface ExportFlags {
  readonly reviewer: string;
  readonly to?: string;
  readonly out?: string;
  readonly batch?: string;
  readonly task?: string;
  readonly disputed?: true;
  readonly catalog?: string;
}

/** Writes the cases of a reviewer as a sheet. */
export async function exportSheet(folder: string, flags: ExportFlags): Promise<number> {
  const reviewer = checkReviewer(flags.reviewer);
  const context = await openLabelled(folder, flags.task);
  const catalog = await readCatalogFlag(flags.catalog);
  const format = flags.to ?? /\.(csv|jsonl|html)$/.exec(flags.out ?? '')?.[1] ?? 'csv';
  const write = await loadSheetWriter(format);
  if (write === null) {
    const message = `--to ${format}: write csv, jsonl or html`;
    throw datasetError('FLAG_SHEET', message);
  }
  const sheet: LabelSheet = {
    dataset: basename(resolve(folder)),
    task: context.book.task,
    reviewer,
    isDecision: flags.disputed === true,
    guide: context.sample.guide,
    guideHash: context.sample.guideHash,
    rows: rowsFor(context, catalog, reviewer, flags),
  };
  await (flags.out === undefined ? print(write(sheet)) : save(flags.out, write(sheet)));
  process.stderr.write(`${sheet.rows.length} cases for ${reviewer}\n`);
  const isDisputed = flags.disputed === true;
  const file = flags.out ?? null;
  printNext(nextAfterExport(folder, context.book.task, { reviewer, file, format, isDisputed }));
  return EXIT.ok;
}

function rowsFor(
  context: LabelContext,
  catalog: readonly ToolSpec[] | null,
  reviewer: string,
  { batch, disputed }: ExportFlags,
): readonly SheetRow[] {
  const { sample, assignments, book } = context;
  const isDecision = disputed === true;
  const inBatch = new Set(
    assignments?.cases
      .filter((assignedCase) => String(assignedCase.batch) === batch)
      .map((assignedCase) => assignedCase.case),
  );
  const rowOf = sheetRows(context, catalog);
  return [...sample.cases.keys()].flatMap((id): SheetRow[] => {
    if (batch !== undefined && !inBatch.has(id)) return [];
    const assigned = book.assignedTo(id);
    if (isDecision) {
      if (book.isReviewer(reviewer, id) || book.settle(id).state !== 'disputed') return [];
    } else if (assigned !== null && !assigned.includes(reviewer)) return [];
    const row = rowOf(id, { reviewer, isDecision });
    return row === null ? [] : [row];
  });
}

/** The flags of `label import` as commander gives them. */
export interface ImportFlags {
  readonly reviewer: string;
  readonly task?: string;
  readonly revise?: true;
  readonly adjudicate?: true;
  readonly catalog?: string;
}

/** Adds what a reviewer filled in: every row of the sheet, or none of them. */
export async function importSheet(
  folder: string,
  file: string,
  flags: ImportFlags,
): Promise<number> {
  const reviewer = checkReviewer(flags.reviewer);
  const rows = await readSheet(file);
  const context = await openLabelled(folder, flags.task);
  const outcome = await importLabels(folder, rows, {
    ...importContext(context),
    reviewer,
    role: flags.adjudicate === true ? 'adjudicate' : 'review',
    time: new Date().toISOString(),
    revise: flags.revise ?? false,
    catalog: await readCatalogFlag(flags.catalog),
  });
  if (!outcome.ok) throw new OutputError(outcome.issue);
  const { records, known, empty, unsure, issues, warnings } = outcome.checked;
  if (issues.length > 0) throw new UserError(issues);
  printIssues(warnings);
  await print([
    `${records.length} labels added, ${known} known already, ${empty} rows not filled in${unsure === 0 ? '' : `, ${unsure} unsure`}\n`,
  ]);
  printNext(await nextForLabels(folder, flags.task));
  return EXIT.ok;
}
