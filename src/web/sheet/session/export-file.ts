import type { LabelSheet, SheetRow } from '#reporters';
import { type CaseEntry, newEntry } from './case-entry.ts';

/** A file to import. */
export interface ExportedFile {
  readonly name: string;
  readonly lines: readonly string[];
  /** The command that imports it. */
  readonly command: string;
}

/** The saved answers of a sheet as a file. Its name has the time, so that no file replaces another one. */
export function exportFile(
  sheet: LabelSheet,
  entryOf: (id: string) => CaseEntry,
  now: Date,
  previous: string,
): ExportedFile {
  const stem = nameParts(sheet, now).map(fileWord).join('-');
  // Two files of one second have two names.
  const name = `${stem}.jsonl` === previous ? `${stem}-2.jsonl` : `${stem}.jsonl`;
  const saved = sheet.rows.flatMap((row) => {
    const text = entryOf(row.id).saved?.text;
    return text === undefined ? [] : [{ row, text }];
  });
  const isRevision = saved.some(({ row, text }) => {
    const imported = newEntry(row, sheet.task).saved;
    return imported !== null && imported.text !== text;
  });
  return {
    name,
    lines: saved.map(({ row, text }) => formatLine(sheet, row, text)),
    command: [
      'whichtool label import',
      sheet.dataset,
      name,
      `--reviewer ${sheet.reviewer}`,
      ...(sheet.task === 'label' ? [] : [`--task ${sheet.task}`]),
      ...(sheet.isDecision ? ['--adjudicate'] : []),
      ...(isRevision ? ['--revise'] : []),
    ].join(' '),
  };
}

/** The members of the answer follow those that say what it is about. */
function formatLine(
  { guideHash, isDecision }: LabelSheet,
  { id, caseHash }: SheetRow,
  answer: string,
): string {
  const about = {
    id,
    case_hash: caseHash,
    ...(guideHash === null ? {} : { guide_hash: guideHash }),
    ...(isDecision ? { decision: true } : {}),
  };
  return `${JSON.stringify(about).slice(0, -1)},${answer.slice(1)}\n`;
}

function nameParts({ dataset, task, reviewer }: LabelSheet, now: Date): readonly string[] {
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return [dataset, ...(task === 'label' ? [] : [task]), reviewer, date, time];
}

/** A name that every system can write. */
function fileWord(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'labels';
}
