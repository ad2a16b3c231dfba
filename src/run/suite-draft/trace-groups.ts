import { dirname } from 'node:path';
import { compileCallRules, NO_CALL_RULES, type Services, TraceSurvey } from '#core';
import { displayPath } from '#platform';
import { isWarehouseUrl, readTraces } from '#readers';
import type { TraceFile } from './choose-traces.ts';

/** Files whose runs become tests: those of one folder and one format; a table is a group of its own. */
export interface TraceGroup {
  readonly folder: string;
  readonly format: string;
  readonly files: readonly string[];
  /** What their runs show, by the test that they name; null is the key of runs that name none. */
  readonly surveys: ReadonlyMap<string | null, TraceSurvey>;
}

/** With more folders of one format below a folder than this, they are one group. */
const MAX_FOLDERS = 8;
/** With more names of tests than this, runs are not distinguished by them. */
const MAX_NAMES = 50;

/** Reads files, and counts what their runs show. */
export async function surveyFiles(
  files: readonly TraceFile[],
  options: {
    readonly root: string;
    readonly services: Services;
    /** Files that are a group each, though others of their folder have the same format. */
    readonly apart: ReadonlySet<string>;
    readonly onProgress: (traces: number) => void;
  },
): Promise<readonly TraceGroup[]> {
  const { root, services, apart, onProgress } = options;
  const groups = groupFiles(files, apart).map((group) => ({
    ...group,
    surveys: new Map<string | null, TraceSurvey>(),
    hasErrors: false,
  }));
  const groupOf = new Map(groups.flatMap((group) => group.files.map((path) => [path, group])));
  const pathOf = new Map(files.map(({ path }) => [displayPath(path, root), path]));
  const rules = compileCallRules(NO_CALL_RULES);
  let read = 0;
  const survey = async (paths: readonly string[], table: string | null): Promise<void> => {
    const inputs = paths.map((path) => ({ path, displayName: displayPath(path, root) }));
    for await (const records of readTraces(inputs)) {
      for (const record of records) {
        if (record.kind === 'warning') continue;
        const { file = '' } = (record.kind === 'trace' ? record.where : record.issue.where) ?? {};
        const group = groupOf.get(table ?? pathOf.get(fileOf(file, pathOf)) ?? '');
        if (group === undefined) continue;
        if (record.kind === 'error') group.hasErrors = true;
        if (record.kind === 'error' || record.trace.error !== null) continue;
        const { trace } = record;
        let sums = group.surveys.get(trace.test);
        if (sums === undefined) group.surveys.set(trace.test, (sums = new TraceSurvey(services)));
        sums.add(trace, rules(trace.calls).calls);
      }
      onProgress((read += records.length));
    }
  };
  const paths = files.map(({ path }) => path);
  await survey(
    paths.filter((path) => !isWarehouseUrl(path)),
    null,
  );
  // The place of a run does not say which of several addresses selected it.
  for (const table of paths.filter(isWarehouseUrl)) await survey([table], table);
  return groups.map(({ surveys, hasErrors, ...group }) => ({
    ...group,
    surveys: canSplit(surveys, hasErrors) ? surveys : new Map([[null, join(surveys, services)]]),
  }));
}

/** The files of the groups that have one of these places. */
export function filesBeside(
  places: readonly string[],
  groups: readonly TraceGroup[],
  root: string,
): readonly string[] {
  const named = new Set(places.map((place) => place.split('!')[0] ?? place));
  return groups
    .filter(({ files }) => files.some((path) => named.has(displayPath(path, root))))
    .flatMap(({ files }) => files);
}

/** The file of a place: that of an archive has the member behind it. */
function fileOf(file: string, known: ReadonlyMap<string, string>): string {
  return known.has(file) ? file : (file.split('!')[0] ?? file);
}

type FileGroup = Pick<TraceGroup, 'folder' | 'format'> & { readonly files: string[] };

function groupFiles(files: readonly TraceFile[], apart: ReadonlySet<string>): readonly FileGroup[] {
  const siblings = new Map<string, number>();
  for (const { folder, format } of collect(files, ({ path }) => dirname(path), apart)) {
    const key = JSON.stringify([dirname(folder), format]);
    siblings.set(key, (siblings.get(key) ?? 0) + 1);
  }
  const folderOf = ({ path, format }: TraceFile): string => {
    const above = dirname(dirname(path));
    const count = siblings.get(JSON.stringify([above, format])) ?? 0;
    return count > MAX_FOLDERS ? above : dirname(path);
  };
  return collect(files, folderOf, apart);
}

function collect(
  files: readonly TraceFile[],
  folderOf: (file: TraceFile) => string,
  apart: ReadonlySet<string>,
): readonly FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const file of files) {
    const { path, format } = file;
    const folder = folderOf(file);
    const isApart = apart.has(path) || isWarehouseUrl(path);
    const key = JSON.stringify([isApart ? path : folder, format]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { folder, format, files: [path] });
    else group.files.push(path);
  }
  return [...groups.values()];
}

/** Whether runs are of the tests that they name. A record that cannot be read names none. */
function canSplit(surveys: ReadonlyMap<string | null, TraceSurvey>, hasErrors: boolean): boolean {
  return surveys.size > 0 && surveys.size <= MAX_NAMES && !surveys.has(null) && !hasErrors;
}

function join(surveys: ReadonlyMap<string | null, TraceSurvey>, services: Services): TraceSurvey {
  const all = new TraceSurvey(services);
  for (const survey of surveys.values()) all.merge(survey);
  return all;
}
