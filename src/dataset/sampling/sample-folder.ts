import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json, parseJson, UserError } from '#core';
import { errorCode, readFailure } from '#platform';
import { sha256 } from '../hash.ts';
import type { SampleManifest } from './sample.ts';
import { hashCase, type SampledCase } from './sampled-case.ts';
import { datasetError } from '../codes.ts';

/** The files of a sample, by what they hold. */
export const SAMPLE_FILES = {
  cases: 'sample.jsonl',
  manifest: 'manifest.json',
  guide: 'guide.md',
  /** What answers and goals are rated by. */
  rubric: 'rubric.json',
  assignments: 'assignments.json',
  /** Who rates which case; without it, those who label it. */
  raters: 'assignments-rate.json',
  labels: 'labels',
  versions: 'versions',
  /** The ids of versions in the order of their commits, one per line; the last one is the newest. */
  commits: 'commits.txt',
  /** Two laptops that append to one file merge without conflict. */
  merging: '.gitattributes',
} as const;

/** A sample that was read from its folder. */
export interface SampleFolder {
  readonly path: string;
  readonly manifest: SampleManifest;
  readonly cases: ReadonlyMap<string, SampledCase>;
  /** What each case is now; labels of another hash are stale. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The labelling guide; null when there is none. */
  readonly guide: string | null;
  readonly guideHash: string | null;
}

/** Whether a folder is that of a sample, or of its versions alone. */
export function isSampleFolder(path: string): boolean {
  return [SAMPLE_FILES.cases, SAMPLE_FILES.versions].some((name) => existsSync(join(path, name)));
}

/** Reads a sample. Throws a UserError when the folder is not one. */
export function loadSample(path: string): SampleFolder {
  const manifest = parseManifest(readNeeded(path, SAMPLE_FILES.manifest), path);
  const cases = new Map<string, SampledCase>();
  const lines = readNeeded(path, SAMPLE_FILES.cases).split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const parsed = parseCase(line);
    if (parsed === null || cases.has(parsed.id)) {
      const problem = parsed === null ? 'is not a case' : `has the id ${parsed.id} a second time`;
      throw invalid(`line ${index + 1} of ${SAMPLE_FILES.cases} ${problem}`, path);
    }
    cases.set(parsed.id, parsed);
  }
  const guide = readOptional(join(path, SAMPLE_FILES.guide));
  return {
    path,
    manifest,
    cases,
    hashes: new Map([...cases].map(([id, sampled]) => [id, hashCase(sampled)])),
    guide,
    guideHash: guide === null ? null : sha256(guide),
  };
}

function parseManifest(text: string, path: string): SampleManifest {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : null;
  if (!isJsonObject(value) || value.kind !== 'sample' || !Array.isArray(value.strata))
    throw invalid(`${SAMPLE_FILES.manifest} is not that of a sample`, path);
  if (value.schemaVersion !== 1)
    throw invalid(`${SAMPLE_FILES.manifest} is of a version that this one does not read`, path);
  return value as unknown as SampleManifest;
}

function parseCase(line: string): SampledCase | null {
  const parsed = parseJson(line);
  const value: Json = parsed.ok ? parsed.value : null;
  if (!isJsonObject(value) || typeof value.id !== 'string' || value.id === '') return null;
  const { before, trace, stratum, represents } = value;
  if (!Array.isArray(before) || !isJsonObject(trace) || !isJsonObject(stratum)) return null;
  return typeof represents === 'number' ? (value as unknown as SampledCase) : null;
}

function invalid(message: string, file: string): UserError {
  const hint = 'draw one with whichtool sample';
  return datasetError('SAMPLE_INVALID', message, { where: { file }, hint });
}

function readNeeded(folder: string, name: string): string {
  const text = readOptional(join(folder, name));
  if (text === null) throw invalid(`there is no ${name} in this folder`, folder);
  return text;
}

/** The text of a file; null when there is no such file. */
export function readOptional(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return null;
    throw new UserError([readFailure(error, path)]);
  }
}
