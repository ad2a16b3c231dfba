import type { Reporter } from './reporter.ts';

export { formatIssue } from './format-issue.ts';
export { stepSummary } from './github/step-summary.ts';
export type { Reporter, ReporterOptions } from './reporter.ts';

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

/** Every reporter by name; each is loaded only when it is asked for. */
export const REPORTERS: Readonly<Record<ReporterName, () => Promise<Reporter>>> = {
  terminal: async () => (await import('./terminal/index.ts')).terminal,
  json: async () => (await import('./json.ts')).json,
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
