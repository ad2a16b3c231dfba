import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '#core';
import { writeFileAtomic } from '#platform';
import { SAMPLE_FILES } from './sample-folder.ts';
import { type DrawOptions, drawSample } from './draw-sample.ts';
import type { SampleManifest } from './sample.ts';
import type { SamplePlan } from './sampler.ts';
import { datasetError } from '../codes.ts';

/** A sample that was written, or why it could not be. */
export type SampleOutcome =
  | {
      readonly ok: true;
      readonly manifest: SampleManifest;
      /** The text of `manifest.json`. */
      readonly text: string;
      readonly issues: readonly Issue[];
    }
  | { readonly ok: false; readonly issue: Issue };

/** Draws cases from traces and writes them to a new folder. Throws a UserError where the folder has a sample. */
export async function createSample(
  folder: string,
  traces: readonly string[],
  plan: SamplePlan,
  options: DrawOptions,
): Promise<SampleOutcome> {
  rejectSecondSample(folder);
  const drawn = await drawSample(traces, plan, options);
  const text = `${JSON.stringify(drawn.manifest, null, 2)}\n`;
  const issue = await writeSampleFiles(folder, drawn.cases, text);
  if (issue !== null) return { ok: false, issue };
  return { ok: true, manifest: drawn.manifest, text, issues: drawn.issues };
}

/** Writes the files of a new sample; the issue says why one could not be written. */
export async function writeSampleFiles(
  folder: string,
  cases: string,
  manifest: string,
): Promise<Issue | null> {
  for (const [name, content] of filesOf(cases, manifest)) {
    const file = join(folder, name);
    if (name === SAMPLE_FILES.guide && existsSync(file)) continue;
    const outcome = await writeFileAtomic(file, [content]);
    if (!outcome.ok) return outcome.issue;
  }
  return null;
}

/** Cases without a manifest were left by a process that was killed: they are not a sample. */
function rejectSecondSample(folder: string): void {
  const { manifest, labels } = SAMPLE_FILES;
  if (![manifest, labels].some((name) => existsSync(join(folder, name)))) return;
  const hint =
    'name another folder with --out; labels belong to the sample that they were made for';
  throw datasetError('SAMPLE_EXISTS', `there is a sample in ${folder}`, { hint });
}

/** The files in the order in which they are written. The manifest is last: a folder without it is not a sample. */
function filesOf(cases: string, manifest: string): readonly (readonly [string, string])[] {
  return [
    [SAMPLE_FILES.merging, 'labels/*.jsonl merge=union\ncommits.txt merge=union\n'],
    [SAMPLE_FILES.guide, DEFAULT_GUIDE],
    [SAMPLE_FILES.cases, cases],
    [SAMPLE_FILES.manifest, manifest],
  ];
}

const DEFAULT_GUIDE = `# How to label

Which tool should the agent have called at this point? Write it as the tool is named in the traces, or \`none\`.

- Judge by what was known at this point, not by how it went on.
- Where several tools would do, list them all.
- Give arguments only where they follow from the conversation.
`;
