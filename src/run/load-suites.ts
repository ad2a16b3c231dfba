import { realpath, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { asError, type Issue, UserError } from '#core';
import { expandPaths } from '#platform';
import { loadSuite, type Suite, suiteIssue } from '#suite';
import { runError, runIssue } from './issues/run-codes.ts';

/** What `whichtool run` looks for when no suite is named. */
const DEFAULT_SUITES: readonly string[] = ['whichtool.yaml', 'whichtool.yml', 'whichtool.json'];

const SUITE_NAME = /^(?:.*\.)?whichtool\.(?:ya?ml|json)$/;

/** Whether a file of this name is a suite. */
export function isSuiteName(name: string): boolean {
  return SUITE_NAME.test(name);
}

/** Loads suites: files, folders (every `whichtool.yaml` and `*.whichtool.yaml` below) and globs. All errors at once. */
export async function loadSuites(paths: readonly string[], cwd: string): Promise<readonly Suite[]> {
  const files = paths.length === 0 ? await defaultSuite(cwd) : await expandSuites(paths, cwd);
  const suites: Suite[] = [];
  const issues: Issue[] = [];
  for (const file of files) {
    const loaded = await loadSuite(file, { cwd });
    if (loaded.ok) suites.push(await withJudge(loaded.suite, issues));
    else issues.push(...loaded.issues);
  }
  issues.push(...findTwins(suites));
  if (issues.length > 0) throw new UserError(issues);
  return suites;
}

/** Checks the judge of a suite, where it has one: what is wrong goes to `issues`, what is doubtful to its warnings. */
async function withJudge(suite: Suite, issues: Issue[]): Promise<Suite> {
  if (suite.judge === null) return suite;
  const { checkJudge } = await import('./judging/check-judge.ts');
  const judgeIssues = checkJudge(suite);
  issues.push(...judgeIssues.filter(({ severity }) => severity === 'error'));
  const warnings = judgeIssues.filter(({ severity }) => severity === 'warning');
  return { ...suite, warnings: [...suite.warnings, ...warnings] };
}

async function defaultSuite(cwd: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const name of DEFAULT_SUITES) if (await isFile(resolve(cwd, name))) files.push(name);
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) return [resolve(cwd, first)];
  if (first !== undefined) {
    const message = `${files.join(' and ')} are both here, and none is named`;
    const hint = `name the suite: whichtool run ${first}`;
    throw runError('SUITE_AMBIGUOUS', message, { hint });
  }
  throw runError('SUITE_NOT_FOUND', `there is no ${DEFAULT_SUITES[0]} here`, {
    hint: 'name a suite, or make one with: whichtool init',
  });
}

/** The files below a folder that are called like suites. */
export async function findSuiteFiles(folder: string): Promise<readonly string[]> {
  return (await expandPaths([folder], folder, SUITE_NAME)).paths;
}

async function expandSuites(paths: readonly string[], cwd: string): Promise<readonly string[]> {
  const files: string[] = [];
  const issues: Issue[] = [];
  const links: Issue[] = [];
  for (const path of paths) {
    const expanded = await expandPaths([path], cwd, SUITE_NAME);
    files.push(...expanded.paths);
    links.push(...expanded.issues.filter(isSuiteLink));
    if (expanded.paths.length === 0) {
      issues.push(
        runIssue('SUITE_NOT_FOUND', `no suite at ${path}`, {
          hint: 'in a folder, suites are called whichtool.yaml or <name>.whichtool.yaml',
        }),
      );
    }
  }
  const realPathOf = (path: string): Promise<string> => realpath(path).catch(() => path);
  const read = new Set(await Promise.all(files.map(realPathOf)));
  for (const link of links)
    if (!read.has(await realPathOf(resolve(cwd, link.where?.file ?? ''))))
      issues.push(asError(link));
  if (issues.length > 0) throw new UserError(issues);
  return [...new Set(files)];
}

/** A suite that would not run without a word. */
function isSuiteLink({ code, where }: Issue): boolean {
  return code === 'LINK_SKIPPED' && SUITE_NAME.test(basename(where?.file ?? ''));
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Names must be unique over all suites of a run: traces and comparisons go by them. */
function findTwins(suites: readonly Suite[]): readonly Issue[] {
  const seen = new Map<string, Suite>();
  const issues: Issue[] = [];
  for (const suite of suites) {
    for (const { name, line } of [...suite.tests, ...suite.evals]) {
      const other = seen.get(name);
      if (other !== undefined && other !== suite) {
        issues.push(
          suiteIssue('SUITE_DUPLICATE_NAME', `"${name}" is also in ${other.file}`, {
            where: { file: suite.file, line },
          }),
        );
      }
      seen.set(name, suite);
    }
  }
  return issues;
}
