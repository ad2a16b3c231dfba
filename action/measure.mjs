import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeComment, upsertComment } from './comment.mjs';
import { findOwnPullRequest } from './pull-request.mjs';
import { warn } from './warn.mjs';
import { runWhichtool, splitWords } from './whichtool.mjs';

/** Runs the suites, reports the result to GitHub, and returns the exit code of whichtool: a comment never changes it. */
export async function measure() {
  const { env } = process;
  const folder = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'whichtool-'));
  // Beside the folder, not in it: what is in it is uploaded.
  const markdown = `${folder}.md`;
  const report = join(folder, 'report.json');
  const traces = splitWords(env.WHICHTOOL_TRACES);
  const code = await runWhichtool([
    'run',
    ...splitWords(env.WHICHTOOL_SUITE),
    '--reporter=github',
    `--reporter=json=${report}`,
    `--reporter=markdown=${markdown}`,
    ...(env.WHICHTOOL_HTML === 'true' ? [`--reporter=html=${join(folder, 'report.html')}`] : []),
    ...splitWords(env.WHICHTOOL_ARGS),
    // Last, because it takes every word that follows.
    ...(traces.length > 0 ? ['--traces', ...traces] : []),
  ]);
  output({ 'exit-code': code, verdict: readVerdict(report), report, folder });
  if (env.WHICHTOOL_COMMENT === 'true') {
    try {
      const number = findOwnPullRequest();
      if (number !== null) await upsertComment(number, composeComment(readText(markdown), code));
    } catch (error) {
      warn(`the pull request has no comment: ${error.message}`);
    }
  }
  return code;
}

function output(values) {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, lines.join(''));
}

/** The verdict of a report; empty when there is none. */
function readVerdict(report) {
  const { verdict } = JSON.parse(readText(report) ?? '{}');
  return verdict ?? '';
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Unusable input leaves no report.
    return null;
  }
}
