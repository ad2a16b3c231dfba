import { nowMs } from '#platform';
import { type Report, isSourceUrl } from '#core';
import { makeVisible } from '#reporters';
import {
  applySeed,
  EXIT,
  loadSuites,
  type MadeRun,
  openRun,
  type OpenRunOptions,
  type RunFacts,
  whyNoExecution,
  type WorkersSession,
} from '#run';
import { ProgressNote } from '#store';
import { applyRequester, applyThresholds, type Suite } from '#suite';
import { type DriveFlags, parseDriveFlags, parseSeed } from '../flags/drive-flags.ts';
import { checkIdleFlags, drivesOf } from '../flags/idle-flags.ts';
import { judgeHooks, judgeOptions } from '../flags/judge-flags.ts';
import { parseProvenance, type ProvenanceFlags } from '../flags/provenance-flags.ts';
import { parseRedaction, type RedactionFlags } from '../flags/redaction-flags.ts';
import { parseRegression, type RegressionFlags } from '../flags/regression-flags.ts';
import { parseConcurrency, parseName, parseRequester, parseRuns } from '../flags/shared-values.ts';
import { type LabelThresholds, parseThresholds } from '../flags/threshold-flag.ts';
import { deliver, parseOutputs } from '../output/deliver.ts';
import { DriveConsole } from '../output/drive-console.ts';
import { printIssues } from '../output/print-issues.ts';
import { Progress } from '../output/progress.ts';
import { VERSION } from '../output/version.ts';
import { openWorkers } from '../flags/worker-flags.ts';
import type { Experiments } from './push-results.ts';
import { listSuiteFlags } from './suite-flags.ts';

/** The flags of `run` as commander gives them. */
export interface RunFlags
  extends RegressionFlags, LabelThresholds, DriveFlags, RedactionFlags, ProvenanceFlags {
  readonly traces?: readonly string[];
  readonly source?: string;
  readonly pushDown?: true;
  readonly dataset?: string;
  readonly baseline?: string;
  readonly shard?: string;
  readonly filter?: string;
  readonly runs?: string;
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly verbose?: true;
  readonly format?: string;
  readonly requester?: string;
  readonly allowTornTail?: true;
  readonly exec?: boolean;
  readonly name?: string;
  readonly push?: string;
  readonly history: boolean;
  readonly evidenceText: boolean;
}

/** A path of YAML; an address may end with the name of a mapping file. */
const isYaml = (path: string): boolean => /\.ya?ml$/.test(path) && !isSourceUrl(path);

/** Loads, measures and reports once. */
export async function runOnce(
  paths: readonly string[],
  flags: RunFlags,
): Promise<{ code: number; suites: readonly Suite[] }> {
  const startedAt = new Date();
  const startMs = nowMs();
  const name = parseName(flags.name);
  const outputs = parseOutputs(flags.json ? [...flags.reporter, 'json'] : flags.reporter);
  const provenance = parseProvenance(flags, outputs);
  const { suites, traces } = await loadNamed(paths, flags);
  const note = flags.history && !flags.dryRun ? noteProgress(name, startedAt, suites) : null;
  const console = new DriveConsole(note);
  const progress = new Progress(process.stderr);
  const workers = openWorkers(flags, suites, console.hooks);
  const options = parseOptions(flags, suites, traces, console, (count, reading) => {
    progress.update(count, reading);
    note?.update({ traces: count });
  });
  const run = await openRun(suites, {
    ...options,
    ...(workers === null ? {} : withWorkers(options, workers)),
  });
  if (flags.dryRun) {
    const { showPlan } = await import('./dry-run.ts');
    await showPlan(await run.plan(), flags.json === true);
    return { code: EXIT.ok, suites };
  }
  const experiments = await openExperiments(flags.push, name, suites);
  let made: MadeRun;
  try {
    const facts = (): RunFacts => {
      return { name, startedAt, durationMs: Math.round(nowMs() - startMs) };
    };
    made = await run.make(
      experiments === null ? null : (scored) => experiments.add(scored),
      flags.history ? facts : null,
    );
    await workers?.finish();
  } catch (error) {
    const isDriven = traces === null && drivesOf(suites).length > 0;
    const goOn = (): string => sayResume(isDriven, workers !== null);
    return { code: console.explain(error, goOn), suites };
  } finally {
    await workers?.close();
    console.close();
    progress.clear();
    await note?.close();
  }
  for (const file of made.changedSuites)
    process.stderr.write(
      `${file} changed during the run; the report is about the file as it was loaded\n`,
    );
  printIssues(made.warnings);
  if (flags.pushDown && isAnyCounted(made.report))
    process.stderr.write(
      'runs that the database counted are not listed; leave --push-down out to read them\n',
    );
  const delivery = { written: made.reportFile, provenance, isVerbose: flags.verbose === true };
  const code = await deliver(made.report, outputs, delivery);
  return { code: experiments === null ? code : await experiments.push(code), suites };
}

/** Whether a database counted the runs of a test or eval: streamed ones have a warning each. */
function isAnyCounted({ issues, tests, evals }: Report): boolean {
  const streamed = issues.filter(({ code }) => code === 'PUSH_DOWN_STREAMED');
  return streamed.length < tests.length + evals.length;
}

/** The suites as the flags change them, and the traces that replace theirs. */
async function loadNamed(
  paths: readonly string[],
  flags: RunFlags,
): Promise<{ suites: readonly Suite[]; traces: readonly string[] | null }> {
  // `--traces a b suite.yaml` takes the suite for a trace; a trace is never YAML.
  const named = flags.traces ?? null;
  const files = named?.filter((path) => !isYaml(path)) ?? null;
  const traces = flags.source === undefined ? files : [...(files ?? []), flags.source];
  const suitePaths = [...paths, ...(named ?? []).filter(isYaml)];
  const [thresholds, requester] = [parseThresholds(flags), parseRequester(flags.requester)];
  const seed = parseSeed(flags.seed);
  const loaded = await loadSuites(suitePaths, process.cwd());
  const suites = applySeed(applyRequester(applyThresholds(loaded, thresholds), requester), seed);
  checkIdleFlags(loaded, flags, traces);
  return { suites, traces };
}

/** For the web app of the project, which shows the runs that are under way. */
function noteProgress(
  name: string | null,
  startedAt: Date,
  suites: readonly Suite[],
): ProgressNote {
  return new ProgressNote(suites[0]?.root ?? process.cwd(), {
    name,
    startedAt: startedAt.toISOString(),
    suites: suites.map(({ file }) => file),
  });
}

function parseOptions(
  flags: RunFlags,
  suites: readonly Suite[],
  traces: readonly string[] | null,
  console: DriveConsole,
  onProgress: OpenRunOptions['onProgress'],
): OpenRunOptions {
  const cwd = process.cwd();
  const noExecution = whyNoExecution(flags.exec);
  const driving = parseDriveFlags(flags, suites, cwd);
  return {
    cwd,
    traces,
    pushDown: flags.pushDown === true,
    dataset: flags.dataset ?? null,
    filter: flags.filter ?? null,
    runs: parseRuns(flags.runs),
    format: flags.format ?? null,
    allowTornTail: flags.allowTornTail ?? false,
    version: VERSION,
    redaction: parseRedaction(flags),
    evidenceText: flags.evidenceText,
    suiteFlags: listSuiteFlags(flags),
    threads: parseConcurrency(flags.concurrency),
    onProgress,
    maxCost: driving.maxCost,
    drive: { ...driving, noExecution, ...console.hooks },
    judge: { ...judgeOptions(flags, driving, suites, cwd), noExecution, ...judgeHooks(console) },
    baseline: {
      baseline: flags.baseline ?? null,
      shard: flags.shard ?? null,
      regression: parseRegression(flags),
      cwd,
      onNote: console.hooks.onNote,
    },
  };
}

/** Runs are made, judges asked and large trace files read by workers. */
function withWorkers(
  { drive, judge }: OpenRunOptions,
  workers: WorkersSession,
): Pick<OpenRunOptions, 'drive' | 'judge' | 'readers'> {
  return {
    readers: workers,
    drive: { ...drive, workers },
    ...(judge === null || judge === undefined ? {} : { judge: { ...judge, workers } }),
  };
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

/** What was finished is kept; how to go on with the rest. */
function sayResume(isDriven: boolean, hasWorkers: boolean): string {
  const [verb = 'run', ...args] = process.argv.slice(2).filter((arg) => arg !== '--resume');
  // Not at the end: a list of files, or `--`, may be there. Judges and workers go on by the same command.
  const resume = isDriven && !hasWorkers ? ['--resume'] : [];
  const command = ['whichtool', verb, ...resume, ...args].map(quoteArgument).join(' ');
  const kept = isDriven ? 'the runs that were finished' : 'the answers of judges';
  return `interrupted; ${kept} are kept. Go on with:\n  ${makeVisible(command)}`;
}

function quoteArgument(arg: string): string {
  return /^[\w./:=@,+-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`;
}
