import type { Comparison, DriftReport, InspectionReport, Report, ToolSetReport } from '#core';
import type { Document, Sink } from './document/index.ts';
import { json } from './json.ts';
import type { LabelSheet } from './label-sheet/sheet.ts';
import type { Reporter } from './reporter.ts';
import { runDocument } from './run/document.ts';
import { terminal } from './terminal/index.ts';
import type { TryReport } from './try/try-report.ts';

/** The names of all reporters. */
export const REPORTER_NAMES = [
  'terminal',
  'json',
  'jsonl',
  'junit',
  'github',
  'markdown',
  'html',
  'csv',
  'otlp',
  'openinference',
] as const;

/** The name of a reporter. */
export type ReporterName = (typeof REPORTER_NAMES)[number];

type Loaders<T> = Readonly<Record<string, () => Promise<T>>>;

/** Every way of showing a document; each is loaded only where it is asked for. */
const SINKS: Loaders<Sink> = {
  terminal: () => Promise.resolve(terminal),
  markdown: async () => (await import('./markdown/index.ts')).markdown,
  html: async () => (await import('./static-page/index.ts')).staticPage,
};

/** Every reporter of runs. */
const REPORTERS: Loaders<Reporter> & Readonly<Record<ReporterName, unknown>> = {
  terminal: () => loadShown('terminal', runDocument),
  json: () => Promise.resolve(json),
  jsonl: async () => (await import('./jsonl.ts')).jsonl,
  junit: async () => (await import('./junit/index.ts')).junit,
  github: async () => (await import('./github/index.ts')).github,
  markdown: () => loadShown('markdown', runDocument),
  html: async () => (await import('./html/index.ts')).html,
  csv: async () => (await import('./csv.ts')).csv,
  otlp: async () => (await import('./otlp/logs.ts')).otlp,
  openinference: async () => (await import('./otlp/annotations.ts')).openinference,
};

/** The reporters of everything but runs: all sinks, and the data itself. */
export const DOCUMENT_REPORTER_NAMES: readonly ReporterName[] = REPORTER_NAMES.filter(
  (each) => each === 'json' || Object.hasOwn(SINKS, each),
);

/** Loads a reporter of runs. */
export async function loadReporter(reporter: ReporterName): Promise<Reporter> {
  return await pick(REPORTERS, reporter)();
}

/** What a reporter cannot show of a report, as a warning. */
export async function findReporterLoss(
  reporter: ReporterName,
  report: Report,
): Promise<string | null> {
  if (reporter !== 'openinference') return null;
  return (await import('./otlp/annotations.ts')).findMissingTraces(report);
}

/** Loads the reporter of inspections of this name. */
export async function loadInspectionReporter(
  reporter: ReporterName,
): Promise<Reporter<InspectionReport>> {
  return loadShown(reporter, (await import('./inspection/document.ts')).inspectionDocument);
}

/** Loads the reporter of drift of this name. */
export async function loadDriftReporter(reporter: ReporterName): Promise<Reporter<DriftReport>> {
  return loadShown(reporter, (await import('./drift/document.ts')).driftDocument);
}

/** Loads the reporter of comparisons of this name. */
export async function loadComparisonReporter(
  reporter: ReporterName,
): Promise<Reporter<Comparison>> {
  return loadShown(reporter, (await import('./comparison/document.ts')).comparisonDocument);
}

/** Loads the reporter of sets of tools of this name. */
export async function loadToolSetReporter(
  reporter: ReporterName,
): Promise<Reporter<ToolSetReport>> {
  return loadShown(reporter, (await import('./tools/document.ts')).toolsDocument);
}

/** Loads the reporter of trials of this name. */
export async function loadTryReporter(reporter: ReporterName): Promise<Reporter<TryReport>> {
  return loadShown(reporter, (await import('./try/document.ts')).tryDocument);
}

/** A reporter made of a document and a sink; `json` is the report itself. */
async function loadShown<T>(
  reporter: ReporterName,
  toDocument: (report: T) => Document,
): Promise<Reporter<T>> {
  if (reporter === 'json') return dataOf;
  const sink = await pick(SINKS, reporter)();
  return (report, options) => sink(toDocument(report), options);
}

function* dataOf(report: unknown): Iterable<string> {
  yield `${JSON.stringify(report, null, 2)}\n`;
}

/** An unknown name is an error, never another reporter. */
function pick<T>(all: Loaders<T>, key: string): () => Promise<T> {
  const load = Object.hasOwn(all, key) ? all[key] : undefined;
  if (load === undefined)
    throw new Error(`no reporter "${key}" here; there are ${Object.keys(all).join(', ')}`);
  return load;
}

const SHEET_WRITERS: Loaders<(sheet: LabelSheet) => Iterable<string>> = {
  csv: async () => (await import('./label-sheet/sheet-csv.ts')).sheetCsv,
  jsonl: async () => (await import('./label-sheet/sheet-jsonl.ts')).sheetJsonl,
  html: async () => (await import('./label-sheet/sheet-html.ts')).sheetHtml,
};

/** Loads the function that writes a labelling sheet in a format; null where there is no such format. */
export async function loadSheetWriter(
  format: string,
): Promise<((sheet: LabelSheet) => Iterable<string>) | null> {
  return Object.hasOwn(SHEET_WRITERS, format) ? await pick(SHEET_WRITERS, format)() : null;
}
