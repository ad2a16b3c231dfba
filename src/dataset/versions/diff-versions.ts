import { canonicalJson, type JsonObject } from '#core';
import { LABEL_KEYS } from '../labels/answer.ts';
import { type DatasetVersion } from './dataset-version.ts';
import { rowsOf } from './version-files.ts';

/** What changed from one version to another, by id of the case. */
export interface VersionDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly relabelled: readonly Relabelled[];
}

interface Relabelled {
  readonly id: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Compares the rows of two versions. */
export function diffVersions(before: DatasetVersion, after: DatasetVersion): VersionDiff {
  const old = byId(before);
  const now = byId(after);
  const relabelled = [...old].flatMap(([id, row]): Relabelled[] => {
    const later = now.get(id);
    const [a, b] = [labelIn(row), labelIn(later ?? row)];
    return canonicalJson(a) === canonicalJson(b) ? [] : [{ id, before: a, after: b }];
  });
  return {
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    relabelled,
  };
}

function byId(version: DatasetVersion): ReadonlyMap<string, JsonObject> {
  return new Map(rowsOf(version).map((row) => [row.id as string, row]));
}

function labelIn(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([key]) => LABEL_KEYS.has(key)));
}
