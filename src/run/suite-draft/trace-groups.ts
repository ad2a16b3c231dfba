import { dirname, sep } from 'node:path';
import { compileCallRules, NO_CALL_RULES, type Services, TraceSurvey } from '#core';
import { displayPath } from '#platform';
import { readTraces } from '#readers';
import type { TraceFile } from './choose-traces.ts';

/** Files whose runs become tests: those of one folder and one format. */
export interface TraceGroup {
  readonly folder: string;
  readonly format: string;
  readonly files: readonly string[];
  /** What their runs show, by the test that they name; null is the key of runs that name none. */
  readonly surveys: ReadonlyMap<string | null, TraceSurvey>;
}

/** With more folders of one format below a folder than this, they are one group. */
const MAX_FOLDERS = 8;
/** With more names of tests than this, runs are not told apart by them. */
const MAX_NAMES = 50;

/** Reads files, and counts what their runs show. */
export async function surveyFiles(
  files: readonly TraceFile[],
  options: {
    readonly root: string;
    readonly services: Services;
    readonly onProgress: (traces: number) => void;
  },
): Promise<readonly TraceGroup[]> {
  const { root, services, onProgress } = options;
  const groups = groupFiles(files).map((group) => ({
    ...group,
    surveys: new Map<string | null, TraceSurvey>(),
  }));
  const groupOf = new Map(groups.flatMap((group) => group.files.map((path) => [path, group])));
  const pathOf = new Map(files.map(({ path }) => [displayPath(path, root), path]));
  const rules = compileCallRules(NO_CALL_RULES);
  const inputs = files.map(({ path }) => ({ path, displayName: displayPath(path, root) }));
  let read = 0;
  for await (const records of readTraces(inputs)) {
    for (const record of records) {
      if (record.kind !== 'trace' || record.trace.error !== null) continue;
      const { trace, where } = record;
      const group = groupOf.get(pathOf.get(fileOf(where.file ?? '', pathOf)) ?? '');
      if (group === undefined) continue;
      let survey = group.surveys.get(trace.test);
      if (survey === undefined) group.surveys.set(trace.test, (survey = new TraceSurvey(services)));
      survey.add(trace, rules(trace.calls).calls);
    }
    onProgress((read += records.length));
  }
  return groups.map((group) => ({ ...group, surveys: joinNames(group.surveys, services) }));
}

/** The file of a place: that of an archive has the member behind it. */
function fileOf(file: string, known: ReadonlyMap<string, string>): string {
  return known.has(file) ? file : (file.split('!')[0] ?? file);
}

function groupFiles(
  files: readonly TraceFile[],
): readonly Pick<TraceGroup, 'folder' | 'format' | 'files'>[] {
  const byFolder = collect(files, ({ path }) => dirname(path));
  const siblings = new Map<string, number>();
  for (const { folder, format } of byFolder) {
    const key = JSON.stringify([dirname(folder), format]);
    siblings.set(key, (siblings.get(key) ?? 0) + 1);
  }
  return collect(files, ({ path, format }) => {
    const folder = dirname(path);
    const isOneOfMany =
      (siblings.get(JSON.stringify([dirname(folder), format])) ?? 0) > MAX_FOLDERS;
    return isOneOfMany ? dirname(folder) : folder;
  });
}

function collect(
  files: readonly TraceFile[],
  folderOf: (file: TraceFile) => string,
): readonly { folder: string; format: string; files: string[] }[] {
  const groups = new Map<string, { folder: string; format: string; files: string[] }>();
  for (const file of files) {
    const folder = folderOf(file);
    const { path, format } = file;
    const key = JSON.stringify([folder.split(sep).join('/'), format]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { folder, format, files: [path] });
    else group.files.push(path);
  }
  return [...groups.values()];
}

/** One survey where some run names no test, or there are too many names. */
function joinNames(
  surveys: ReadonlyMap<string | null, TraceSurvey>,
  services: Services,
): ReadonlyMap<string | null, TraceSurvey> {
  if (surveys.size > 0 && surveys.size <= MAX_NAMES && !surveys.has(null)) return surveys;
  const all = new TraceSurvey(services);
  for (const survey of surveys.values()) all.merge(survey);
  return new Map([[null, all]]);
}
