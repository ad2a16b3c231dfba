import { stringifyJson } from '#core';
import {
  datasetError,
  type DatasetVersion,
  diffVersions,
  findVersion,
  freezeDataset,
  importRows,
  listVersions,
  pushVersion,
  saveVersion,
} from '#dataset';
import { WORLD } from '#platform';
import { makeVisible } from '#reporters';
import { EXIT, exitCodeOfReading } from '#run';
import { openLabelled } from '../label/label-context.ts';
import { nextAfterCommit } from './next-after-commit.ts';
import { readForeignRows } from './read-foreign-rows.ts';
import { OutputError, print, save } from '../output/output.ts';
import { printNext } from '../output/next-step.ts';
import { printIssues } from '../output/print-issues.ts';

/** Freezes the labels that stand as a version. */
export async function commitDataset(
  folder: string,
  flags: { readonly partial?: true; readonly json?: true },
): Promise<number> {
  const { sample, book, records } = await openLabelled(folder);
  const version = freezeDataset(sample, book, records);
  const { rows, open } = version.manifest;
  if (rows === 0 || (open > 0 && flags.partial !== true)) {
    const message = `${open} of ${sample.cases.size} cases have no label that stands`;
    const hasDisputed = [...sample.cases.keys()].some((id) => book.settle(id).state === 'disputed');
    const next = hasDisputed
      ? 'decide them with whichtool label adjudicate'
      : 'label them first (whichtool label status)';
    const hint =
      rows === 0
        ? `progress: whichtool label status ${folder}`
        : `${next}, or leave them out with --partial`;
    throw datasetError('DATASET_OPEN_CASES', message, { where: { file: folder }, hint });
  }
  const outcome = await saveVersion(folder, version);
  if (!outcome.ok) throw new OutputError(outcome.issue);
  await print([
    flags.json ? `${JSON.stringify(describe(version))}\n` : `${version.id}  ${summary(version)}\n`,
  ]);
  if (!flags.json) printNext(nextAfterCommit(folder));
  return EXIT.ok;
}

function describe({ id, manifest }: DatasetVersion): object {
  return { version: id, ...manifest };
}

function summary({ manifest }: DatasetVersion): string {
  const { rows, agreed, adjudicated, open } = manifest;
  return `${rows} rows (${agreed} agreed, ${adjudicated} adjudicated), ${open} cases open`;
}

/** Lists the versions beside a sample; changed ones are reported, exit 3. */
export async function listDatasets(
  folder: string,
  flags: { readonly json?: true },
): Promise<number> {
  const all = listVersions(folder);
  const whole = all.flatMap((storedVersion) => (storedVersion.ok ? [storedVersion.version] : []));
  for (const storedVersion of all) if (!storedVersion.ok) printIssues([storedVersion.issue]);
  await print(
    flags.json
      ? [`${JSON.stringify(whole.map(describe), null, 2)}\n`]
      : whole.map((version) => `${version.id}  ${summary(version)}\n`),
  );
  return exitCodeOfReading(all.length - whole.length);
}

/** Shows what a version rests on. */
export async function showDataset(
  folder: string,
  asked: string | undefined,
  flags: { readonly json?: true },
): Promise<number> {
  const version = findVersion(folder, asked ?? null);
  if (flags.json) {
    await print([`${JSON.stringify(describe(version), null, 2)}\n`]);
    return EXIT.ok;
  }
  const { agreement, sampling, labelHistory, guideHashes } = version.manifest;
  const { raw, kappa } = agreement.pairs;
  await print([
    `${version.id}  ${summary(version)}\n`,
    `  same tool before adjudication: ${raw === null ? 'undefined' : raw.value.toFixed(3)} over ${agreement.cases} cases, kappa ${kappa === null ? 'undefined (too little variation)' : kappa.value.toFixed(3)}\n`,
    `  drawn from ${sampling.population} cases of ${sampling.traces} traces, seed ${makeVisible(sampling.seed)}, ${sampling.strata.length} strata\n`,
    `  labels ${labelHistory.slice(0, 16)}, guide ${guideHashes.map((hash) => hash.slice(0, 16)).join(', ') || 'none'}\n`,
  ]);
  return EXIT.ok;
}

/** Shows what changed from one version to another. */
export async function diffDatasets(
  folder: string,
  before: string,
  after: string,
  flags: { readonly json?: true },
): Promise<number> {
  const diff = diffVersions(findVersion(folder, before), findVersion(folder, after));
  if (flags.json) {
    await print([`${JSON.stringify(diff, null, 2)}\n`]);
    return EXIT.ok;
  }
  const { added, removed, relabelled } = diff;
  await print([
    `${added.length} added, ${removed.length} removed, ${relabelled.length} relabelled\n`,
    ...added.map((id) => `+ ${id}\n`),
    ...removed.map((id) => `- ${id}\n`),
    ...relabelled.map(
      (changedCase) =>
        `~ ${changedCase.id}  ${makeVisible(stringifyJson(changedCase.before))} -> ${makeVisible(stringifyJson(changedCase.after))}\n`,
    ),
  ]);
  return EXIT.ok;
}

/** Turns the dataset of another tool into rows that an eval takes. */
export async function importDataset(
  file: string,
  flags: { readonly from?: string; readonly out?: string },
): Promise<number> {
  const foreign = await readForeignRows(file);
  const { from, rows, unlabelled, lost } = importRows(foreign, flags.from ?? null);
  const lines = rows.map((row) => `${stringifyJson(row)}\n`);
  await (flags.out === undefined ? print(lines) : save(flags.out, lines));
  const without = unlabelled === 0 ? '' : `, ${unlabelled} without a label that could be read`;
  const hint = rows.length > 0 && unlabelled === rows.length ? UNLABELLED_HINT : '';
  process.stderr.write(
    `${formatRows(rows.length)}${from === 'rows' ? '' : ` from ${from}`}${without}\n${hint}${describeLost(lost)}`,
  );
  return EXIT.ok;
}

const UNLABELLED_HINT =
  '  hint: say with --from whose dataset it is, or call the column with the label expected_tool\n';

function formatRows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

const SHOWN_KINDS = 10;

/** A line about what was left out, the most frequent first; nothing where nothing was. */
function describeLost(lost: ReadonlyMap<string, number>): string {
  if (lost.size === 0) return '';
  const kinds = [...lost].sort(([, a], [, b]) => b - a);
  const shown = kinds.slice(0, SHOWN_KINDS).map(([what, count]) => `${count} ${makeVisible(what)}`);
  const more = kinds.length > SHOWN_KINDS ? ` and ${kinds.length - SHOWN_KINDS} more kinds` : '';
  return `  not taken over: ${shown.join(', ')}${more}\n`;
}

/** Writes the rows of a version to another service; a failure reports how many were written, exit 3. */
export async function pushDataset(
  folder: string,
  asked: string,
  address: string,
  flags: { readonly json?: true },
): Promise<number> {
  const version = findVersion(folder, asked);
  const outcome = await pushVersion(version, address, WORLD);
  if (!outcome.ok) {
    const { issue, written } = outcome;
    const hint = `${written} of ${version.manifest.rows} rows were written; push again to go on, none is added twice`;
    printIssues([{ ...issue, hint }]);
    return EXIT.unmeasured;
  }
  const { dataset, created, updated, unchanged, others } = outcome;
  await print(
    flags.json
      ? [
          `${JSON.stringify({ version: version.id, dataset, created, updated, unchanged, others })}\n`,
        ]
      : [
          `${version.id} is in ${dataset.isNew ? 'the new dataset' : 'the dataset'} ${makeVisible(dataset.name)}: ${created} rows created, ${updated} updated, ${unchanged} unchanged\n`,
          ...(others === 0
            ? []
            : [
                `  ${others} more examples are there that this version does not have; they were left\n`,
              ]),
        ],
  );
  return EXIT.ok;
}

/** Writes the rows of a version. */
export async function exportDataset(
  folder: string,
  asked: string | undefined,
  flags: { readonly out?: string },
): Promise<number> {
  const { rowsText } = findVersion(folder, asked ?? null);
  await (flags.out === undefined ? print([rowsText]) : save(flags.out, [rowsText]));
  return EXIT.ok;
}
