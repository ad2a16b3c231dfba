import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { type Issue, type Report, UserError, userError } from '#core';
import {
  compileSelector,
  EXIT,
  loadSuites,
  type RunOptions,
  runSuites,
  summariseQuestions,
} from '#run';
import { makeVisible } from '#reporters';
import { applyRequester, applyThresholds, type Suite } from '#suite';
import { deliver, parseOutputs } from '../output/deliver.ts';
import { DriveConsole } from '../output/drive-console.ts';
import { applySeed, type DriveFlags, parseDriveFlags } from '../flags/drive-flags.ts';
import { judgeHooks, judgeOptions } from '../flags/judge-flags.ts';
import { keepRun } from './keep-run.ts';
import { Progress } from '../output/progress.ts';
import type { Experiments } from './push-results.ts';
import type { BaselineFlags, CompareWithBaseline } from './read-baseline.ts';
import { checkIdleFlags } from '../flags/idle-flags.ts';
import { parseRedaction, type RedactionFlags } from '../flags/redaction-flags.ts';
import { type LabelThresholds, parseThresholds } from '../flags/threshold-flag.ts';
import { VERSION } from '../version.ts';
import { whyNoExecution } from './why-no-execution.ts';
import { parseConcurrency, parseName, parseRequester, parseRuns } from '../flags/shared-values.ts';

/** The flags of `run` as commander gives them. */
export interface RunFlags extends BaselineFlags, LabelThresholds, DriveFlags, RedactionFlags {
  readonly traces?: readonly string[];
  readonly dataset?: string;
  readonly filter?: string;
  readonly runs?: string;
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly format?: string;
  readonly requester?: string;
  readonly allowTornTail?: true;
  readonly exec?: boolean;
  readonly name?: string;
  readonly push?: string;
  readonly history: boolean;
}

const YAML = /\.ya?ml$/;

/** Loads, measures and reports once. */
export async function runOnce(
  paths: readonly string[],
  flags: RunFlags,
): Promise<{ code: number; suites: readonly Suite[] }> {
  const cwd = process.cwd();
  const startedAt = new Date();
  const startMs = performance.now();
  const name = parseName(flags.name);
  const outputs = parseOutputs(flags.json ? [...flags.reporter, 'json'] : flags.reporter);
  // `--traces a b suite.yaml` takes the suite for a trace; a trace is never YAML.
  const given = flags.traces ?? null;
  const suitePaths = [...paths, ...(given ?? []).filter((path) => YAML.test(path))];
  const traces = given === null ? null : given.filter((path) => !YAML.test(path));
  const redaction = parseRedaction(flags);
  const loaded = await loadSuites(suitePaths, cwd);
  const suites = applySeed(
    applyRequester(
      applyThresholds(loaded, parseThresholds(flags)),
      parseRequester(flags.requester),
    ),
    flags.seed,
  );
  const compare = await openBaseline(flags, suites);
  const selector = compileSelector(flags.filter ?? null, flags.shard ?? null);
  refuseEmpty(suites, flags);
  checkIdleFlags(loaded, flags, traces);
  const noExecution = whyNoExecution(flags.exec);
  if (noExecution !== null) refuseExecution(suites, noExecution);
  const runs = parseRuns(flags.runs);
  const driving = parseDriveFlags(flags, suites, cwd);
  const driven = new DriveConsole();
  const progress = new Progress(process.stderr);
  const options: RunOptions = {
    cwd,
    traces,
    dataset: flags.dataset ?? null,
    runs,
    selector,
    format: flags.format ?? null,
    allowTornTail: flags.allowTornTail ?? false,
    version: VERSION,
    redaction,
    threads: parseConcurrency(flags.concurrency),
    onProgress: (count, reading) => progress.update(count, reading),
    maxCost: driving.maxCost,
    drive: { ...driving, noExecution, ...driven.hooks },
    judge: { ...judgeOptions(flags, driving, suites, cwd), noExecution, ...judgeHooks(driven) },
  };
  if (flags.dryRun) {
    const { showPlan } = await import('./dry-run.ts');
    const questions = await summariseQuestions(suites, options);
    await showPlan(suites, { ...options, ...driving }, questions, flags.json === true);
    return { code: EXIT.ok, suites };
  }
  const experiments = await openExperiments(flags.push, name, suites);
  let report: Report;
  try {
    report = await runSuites(suites, {
      ...options,
      ...(experiments === null ? {} : { onScored: (run) => experiments.add(run) }),
    });
  } catch (error) {
    return { code: driven.explain(error, sayResume), suites };
  } finally {
    driven.close();
    progress.clear();
  }
  if (compare !== null) report = compare(report, driven.madeRuns ? 'live' : 'recorded');
  warnOfChanges(suites);
  // Before it is shown: a run whose output fails, or whose reader goes away, was a run.
  let kept: string | null = null;
  if (flags.history) {
    const durationMs = Math.round(performance.now() - startMs);
    kept = await keepRun(report, suites[0]?.root ?? cwd, { name, startedAt, durationMs });
  }
  const code = await deliver(report, outputs, kept);
  return { code: experiments === null ? code : await experiments.push(code), suites };
}

/** Where results are written to; found before anything is run, so that no run is made in vain. */
async function openExperiments(
  address: string | undefined,
  name: string | null,
  suites: readonly Suite[],
): Promise<Experiments | null> {
  if (address === undefined) return null;
  const { Experiments: Opened } = await import('./push-results.ts');
  return await Opened.open(address, name, suites);
}

/** Most runs are compared with nothing, and do not pay for the code that does it. */
async function openBaseline(
  flags: BaselineFlags,
  suites: readonly Suite[],
): Promise<CompareWithBaseline | null> {
  const { baseline, failOnRegression, margin } = flags;
  const isAsked = [baseline, failOnRegression, margin].some((flag) => flag !== undefined);
  const isNamed = flags.shard === undefined && suites.some((suite) => suite.baseline !== null);
  if (!isAsked && !isNamed) return null;
  const { readBaseline } = await import('./read-baseline.ts');
  return await readBaseline(flags, suites);
}

/** What was finished is kept; how to go on with the rest. */
function sayResume(): string {
  const [verb = 'run', ...args] = process.argv.slice(2).filter((arg) => arg !== '--resume');
  // Not at the end: a list of files, or `--`, may stand there.
  const command = ['whichtool', verb, '--resume', ...args].map(quoteArgument).join(' ');
  return `interrupted; the runs that were finished are kept. Go on with:\n  ${makeVisible(command)}`;
}

function quoteArgument(arg: string): string {
  return /^[\w./:=@,+-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`;
}

/** A filter that selects nothing is a mistake; an empty shard is not. */
/** A flag that is about nothing in these suites is a mistake, not a wish for nothing. */
function refuseEmpty(suites: readonly Suite[], { filter, dataset }: RunFlags): void {
  if (dataset !== undefined && suites.every(({ evals }) => evals.length === 0)) {
    const message = '--dataset replaces the dataset of evals, and there is none';
    const hint = 'recorded runs of tests are given with --traces';
    throw userError('NOTHING_SELECTED', message, hint);
  }
  if (filter === undefined) return;
  const names = suites.flatMap((suite) => [...suite.tests, ...suite.evals].map(({ name }) => name));
  if (names.some((name) => name.includes(filter))) return;
  throw userError(
    'NOTHING_SELECTED',
    `--filter ${JSON.stringify(filter)} selects none of the ${names.length} tests and evals`,
    'the filter is a part of the name, with its case',
  );
}

function refuseExecution(suites: readonly Suite[], why: string): void {
  const issues = suites.flatMap((suite) =>
    suite.evals.flatMap(({ name, line, scorers }) =>
      scorers
        .filter(
          ({ own, folds }) =>
            own !== null || folds.some(({ kind }) => kind === 'module' || kind === 'python'),
        )
        .map((scorer): Issue => ({
          code: 'EXEC_REFUSED',
          severity: 'error',
          message: `"${name}" runs code of its own (scorer "${scorer.key ?? scorer.scorer.name}"), which is not allowed here`,
          where: { file: suite.file, line },
          hint: why,
        })),
    ),
  );
  if (issues.length > 0) throw new UserError(issues);
}

/** A suite that changed while it was measured: the report is about what was loaded. */
function warnOfChanges(suites: readonly Suite[]): void {
  for (const { path, file, sha256 } of suites) {
    let now: string | null = null;
    try {
      now = createHash('sha256').update(readFileSync(path)).digest('hex');
    } catch {
      // Gone is changed, too.
    }
    if (now !== sha256)
      process.stderr.write(
        `${file} changed during the run; the report is about the file as it was loaded\n`,
      );
  }
}
