import type { Reporter } from '../reporter.ts';
import { renderMarkdown } from './render.ts';

/** A comment holds 65,536 characters; what wraps it needs some. */
const COMMENT_LIMIT = 60_000;

/** A comment for a pull request. */
export const markdown: Reporter = (report) => renderMarkdown(report, COMMENT_LIMIT);
