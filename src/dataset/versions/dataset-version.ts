import { canonicalJson, type JsonObject, stringifyAsWritten } from '#core';
import type { LabelAgreement } from '#schema';
import { sha256 } from '../hash.ts';
import type { LabelBook } from '../labels/label-book.ts';
import { measureAgreement } from '../labels/label-status.ts';
import { type LabelRecord, recordHash } from '../labels/label-record.ts';
import type { SampleFolder } from '../sampling/sample-folder.ts';
import type { SampleManifest } from '../sampling/sample.ts';

/** `manifest.json` of a version: where its rows come from. It holds no time, so equal labels give equal versions. */
export interface VersionManifest {
  readonly schemaVersion: 1;
  readonly kind: 'dataset';
  readonly rows: number;
  /** SHA-256 of `dataset.jsonl`. */
  readonly dataset: string;
  /** Cases of the sample that are not in it because no label counts. */
  readonly open: number;
  readonly agreed: number;
  readonly adjudicated: number;
  readonly agreement: LabelAgreement;
  /** SHA-256 over all labels of the task, stale ones too. */
  readonly labelHistory: string;
  /** Of the guides that the labels were made by. */
  readonly guideHashes: readonly string[];
  readonly sampling: SampleManifest;
}

/** A frozen dataset: its name is the hash of its content. */
export interface DatasetVersion {
  readonly id: string;
  readonly manifest: VersionManifest;
  readonly manifestText: string;
  readonly rowsText: string;
}

/** Freezes the labels that stand. Rows are by id, one per line, so that a change is one line in git. */
export function freezeDataset(
  sample: SampleFolder,
  book: LabelBook,
  records: readonly LabelRecord[],
): DatasetVersion {
  const rows: JsonObject[] = [];
  const guides = new Set<string>();
  let adjudicated = 0;
  for (const id of [...sample.cases.keys()].sort()) {
    const { state, label } = book.settle(id);
    if (label === null) continue;
    if (state === 'adjudicated') adjudicated += 1;
    if (label.guideHash !== null) guides.add(label.guideHash);
    rows.push(rowOf(sample, id, label));
  }
  const rowsText = rows.map((row) => `${stringifyAsWritten(row)}\n`).join('');
  const history = records.filter(({ task }) => task === book.task).map(recordHash);
  const manifest: VersionManifest = {
    schemaVersion: 1,
    kind: 'dataset',
    rows: rows.length,
    dataset: sha256(rowsText),
    open: sample.cases.size - rows.length,
    agreed: rows.length - adjudicated,
    adjudicated,
    agreement: roundNumbers(measureAgreement(sample, book)),
    labelHistory: sha256([...new Set(history)].sort().join('\n')),
    guideHashes: [...guides].sort(),
    sampling: sample.manifest,
  };
  const manifestText = `${JSON.stringify(manifest, null, 2)}\n`;
  return { id: versionId(rowsText, manifestText), manifest, manifestText, rowsText };
}

/** Six decimals are more than agreement is worth, and every reader of JSON keeps them. */
function roundNumbers<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_key, held: unknown) =>
      typeof held === 'number' ? Math.round(1e6 * held) / 1e6 : held,
    ),
  ) as T;
}

/** The name of a version. */
export function versionId(rowsText: string, manifestText: string): string {
  return sha256(canonicalJson([sha256(rowsText), sha256(manifestText)])).slice(0, 16);
}

function rowOf(sample: SampleFolder, id: string, label: LabelRecord): JsonObject {
  const { input, before, trace, turn, stratum, represents } = sample.cases.get(id)!;
  return {
    id,
    input,
    ...label.answer,
    ...(label.rationale === null ? {} : { rationale: label.rationale }),
    before,
    trace,
    turn,
    stratum,
    weight: weightOf(sample.manifest, stratum, represents),
  };
}

/** How many cases of the population a row speaks for, to four decimals: figures over rows are reweighted by it. */
export function weightOf(
  { strata }: SampleManifest,
  stratum: JsonObject,
  represents: number,
): number {
  const key = canonicalJson(stratum);
  const count = strata.find((candidate) => canonicalJson(candidate.stratum) === key);
  if (count === undefined || count.represents === 0) return represents;
  return Math.round((10_000 * count.population * represents) / count.represents) / 10_000;
}
