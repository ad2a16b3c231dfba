import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DatasetVersion, type VersionManifest, versionId } from './dataset-version.ts';
import { listVersions, saveVersion } from './version-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-versions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function versionOf(rowsText: string): DatasetVersion {
  const manifestText = '{"schemaVersion":1,"kind":"dataset"}\n';
  const manifest = JSON.parse(manifestText) as VersionManifest;
  return { id: versionId(rowsText, manifestText), manifest, manifestText, rowsText };
}

/** What a process that was killed so long ago has left. */
function leaveDraft(name: string, minutesAgo: number): void {
  const draft = join(folder, 'versions', name);
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'dataset.jsonl'), '{"id":"c0"');
  const then = new Date(Date.now() - minutesAgo * 60 * 1000);
  utimesSync(draft, then, then);
}

it('removes drafts that were left behind, and lets those of others who write now be', async () => {
  leaveDraft('.writing-old', 120);
  leaveDraft('.writing-young', 0);
  const version = versionOf('{"id":"c0"}\n');
  expect(await saveVersion(folder, version)).toEqual({ ok: true });
  expect(readdirSync(join(folder, 'versions')).sort()).toEqual(['.writing-young', version.id]);
  expect(listVersions(folder)).toMatchObject([{ ok: true, version: { id: version.id } }]);
});

it('removes them also when the version is there already', async () => {
  const version = versionOf('{"id":"c0"}\n');
  await saveVersion(folder, version);
  leaveDraft('.writing-old', 120);
  expect(await saveVersion(folder, version)).toEqual({ ok: true });
  expect(readdirSync(join(folder, 'versions'))).toEqual([version.id]);
});
