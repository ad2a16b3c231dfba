import { renderMarkdown } from '../markdown/index.ts';
import type { Reporter } from '../reporter.ts';
import { runDocument } from '../run/document.ts';

/** A step summary holds 1 MiB, and no UTF-16 unit takes more than three bytes in UTF-8. */
const SUMMARY_LIMIT = Math.floor((1024 * 1024) / 3);

/** Markdown for the file that `GITHUB_STEP_SUMMARY` names. */
export const stepSummary: Reporter = (report) => renderMarkdown(runDocument(report), SUMMARY_LIMIT);
