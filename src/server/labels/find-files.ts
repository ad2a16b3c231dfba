import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_FILES } from '#dataset';
import { posixRelative } from '#platform';

/** Samples and recorded answers are near the top of a project. */
const MAX_DEPTH = 4;
const MAX_FOLDERS = 4000;
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'target', 'venv']);

/** What labelling uses of a project. */
export interface LabelFilesOf {
  /** The folders of samples, as paths in the project. */
  readonly samples: readonly string[];
  /** Files with recorded answers of judges. */
  readonly judges: readonly string[];
}

/** The name of files that recorded answers of judges are in. */
const RECORDED = 'judge.jsonl';

/** Finds the samples of a project. Links are not followed. */
export function findLabelFiles(root: string): LabelFilesOf {
  const samples: string[] = [];
  const judges: string[] = [];
  const waiting = [{ path: root, depth: 0 }];
  for (let count = 0; count < MAX_FOLDERS; count++) {
    const folder = waiting.shift();
    if (folder === undefined) break;
    const entries = list(folder.path);
    if (entries.some(({ name }) => name === RECORDED)) judges.push(join(folder.path, RECORDED));
    if (isSample(folder.path)) {
      samples.push(posixRelative(root, folder.path));
      continue;
    }
    if (folder.depth === MAX_DEPTH) continue;
    for (const entry of entries)
      if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
        waiting.push({ path: join(folder.path, entry.name), depth: folder.depth + 1 });
  }
  return { samples: samples.filter((id) => id !== '.').sort(), judges: judges.sort() };
}

/** Whether a folder has the cases of a sample. */
export function isSample(folder: string): boolean {
  const files = [SAMPLE_FILES.cases, SAMPLE_FILES.manifest];
  return files.every((name) => existsSync(join(folder, name)));
}

/** A folder that cannot be read has nothing to label. */
function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
