import { lstatSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeComment, upsertComment } from './comment.mjs';
import { findMeasuredPullRequests } from './pull-request.mjs';
import { fail } from './warn.mjs';
import { runWhichtool } from './whichtool.mjs';

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Comments with the report of an earlier job that had no right to. The report is a stranger's: it must be a plain file, whichtool
 * must take it for a report, and all that is used of it is what whichtool writes, with every text escaped.
 */
export async function publish() {
  const { env } = process;
  try {
    const stats = lstatSync(env.WHICHTOOL_REPORT);
    if (!stats.isFile() || stats.size > MAX_BYTES)
      throw new Error('the report is not a file, or too large');
    const folder = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'whichtool-'));
    const markdown = join(folder, 'comment.md');
    const args = ['report', env.WHICHTOOL_REPORT, '--reporter', `markdown=${markdown}`];
    const code = await runWhichtool(args, { quiet: true });
    // The verdict belongs to the job that measured; here only a report that cannot be read is a failure.
    if (code === 2 || code === 4) return code;
    const body = composeComment(readFileSync(markdown, 'utf8'), code);
    for (const number of await findMeasuredPullRequests()) await upsertComment(number, body);
    return 0;
  } catch (error) {
    fail(`not published: ${error.message}`);
    return 1;
  }
}
