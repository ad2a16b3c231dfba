import type { ComparisonReporter } from './comparison/reporter.ts';
import type { InspectionReporter } from './inspection/reporter.ts';
import { json } from './json.ts';
import type { LabelSheet } from './label-sheet/sheet.ts';
import type { Reporter } from './reporter.ts';
import { terminal } from './terminal/index.ts';
import type { ToolSetReporter } from './tools/reporter.ts';
import type { TryReporter } from './try/reporter.ts';

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
] as const;

/** The name of a reporter. */
export type ReporterName = (typeof REPORTER_NAMES)[number];

/** Every reporter by name; those that not every run needs are loaded only when asked for. */
const REPORTERS: Readonly<Record<ReporterName, () => Promise<Reporter>>> = {
  terminal: () => Promise.resolve(terminal),
  json: () => Promise.resolve(json),
  jsonl: async () => (await import('./jsonl.ts')).jsonl,
  junit: async () => (await import('./junit/index.ts')).junit,
  github: async () => (await import('./github/index.ts')).github,
  markdown: async () => (await import('./markdown/index.ts')).markdown,
  html: async () => (await import('./html/index.ts')).html,
  csv: async () => (await import('./csv.ts')).csv,
};

/** Loads a reporter. */
export async function loadReporter(name: ReporterName): Promise<Reporter> {
  return await REPORTERS[name]();
}

/** The reporters that can show an inspection. */
export const INSPECTION_REPORTER_NAMES: readonly ReporterName[] = [
  'terminal',
  'json',
  'markdown',
  'html',
];

/** Loads the reporter of inspections of this name. */
export async function loadInspectionReporter(name: ReporterName): Promise<InspectionReporter> {
  switch (name) {
    case 'json':
      return (await import('./inspection/json.ts')).inspectionJson;
    case 'markdown':
      return (await import('./inspection/markdown.ts')).inspectionMarkdown;
    case 'html':
      return (await import('./inspection/html.ts')).inspectionHtml;
    default:
      return (await import('./inspection/terminal.ts')).inspectionTerminal;
  }
}

/** The reporters that can show a comparison. */
export const COMPARISON_REPORTER_NAMES: readonly ReporterName[] = [
  'terminal',
  'json',
  'markdown',
  'html',
];

/** Loads the reporter of comparisons of this name. */
export async function loadComparisonReporter(name: ReporterName): Promise<ComparisonReporter> {
  switch (name) {
    case 'json':
      return (await import('./comparison/json.ts')).comparisonJson;
    case 'markdown':
      return (await import('./comparison/markdown.ts')).comparisonMarkdown;
    case 'html':
      return (await import('./comparison/html.ts')).comparisonHtml;
    default:
      return (await import('./comparison/terminal.ts')).comparisonTerminal;
  }
}

/** The reporters that can show a set of tools. */
export const TOOL_SET_REPORTER_NAMES: readonly ReporterName[] = ['terminal', 'json', 'markdown'];

/** Loads the reporter of sets of tools of this name. */
export async function loadToolSetReporter(name: ReporterName): Promise<ToolSetReporter> {
  switch (name) {
    case 'json':
      return (await import('./tools/json.ts')).toolSetJson;
    case 'markdown':
      return (await import('./tools/markdown.ts')).toolSetMarkdown;
    default:
      return (await import('./tools/terminal.ts')).toolSetTerminal;
  }
}

/** The reporters that can show what was tried. */
export const TRY_REPORTER_NAMES: readonly ReporterName[] = ['terminal', 'json'];

/** Loads the reporter of this name for what was tried. */
export async function loadTryReporter(name: ReporterName): Promise<TryReporter> {
  return name === 'json'
    ? (await import('./try/json.ts')).tryJson
    : (await import('./try/terminal.ts')).tryTerminal;
}

/** Loads what writes a labelling sheet in a format; null when there is no such format. */
export async function loadSheetWriter(
  format: string,
): Promise<((sheet: LabelSheet) => Iterable<string>) | null> {
  switch (format) {
    case 'csv':
      return (await import('./label-sheet/sheet-csv.ts')).sheetCsv;
    case 'jsonl':
      return (await import('./label-sheet/sheet-jsonl.ts')).sheetJsonl;
    case 'html':
      return (await import('./label-sheet/sheet-html.ts')).sheetHtml;
    default:
      return null;
  }
}
