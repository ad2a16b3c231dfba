import { type Report, SCORERS, type TestReport, type ToolClass } from '#core';
import { makeVisible } from '#reporters';
import { compileSelector, runError, runSuites } from '#run';
import {
  applyThresholds,
  labelsSuite,
  type ScorerPlan,
  scorerPlan,
  type Suite,
  tracesSuite,
} from '#suite';
import { resolve } from 'node:path';
import { deliver, parseOutputs } from '../output/deliver.ts';
import { print } from '../output/output.ts';
import { Progress } from '../output/progress.ts';
import { parseRedaction, type RedactionFlags } from '../flags/redaction-flags.ts';
import { type LabelThresholds, parseThresholds } from '../flags/threshold-flag.ts';
import { parseChoice, parseNames } from '../flags/values.ts';
import { VERSION } from '../output/version.ts';
import {
  parseConcurrency,
  parseMaxErrors,
  parseRequester,
  parseTypes,
} from '../flags/shared-values.ts';

/** The flags of `score` as commander gives them. */
export interface ScoreFlags extends LabelThresholds, RedactionFlags {
  readonly class: readonly string[];
  readonly require?: string;
  readonly mode?: string;
  readonly forbid?: string;
  readonly neutral?: string;
  readonly labels?: string;
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly verbose?: true;
  readonly maxErrors?: string;
  readonly format?: string;
  readonly concurrency?: string;
  readonly requester?: string;
  readonly ignoreTypes?: string;
  readonly allowTornTail?: true;
  readonly evidenceText: boolean;
}

/** Scores traces as the runs of one test that the flags describe. */
export async function scoreTraces(traces: readonly string[], flags: ScoreFlags): Promise<number> {
  const cwd = process.cwd();
  const outputs = parseOutputs(flags.reporter);
  const suites = applyThresholds([suiteOf(flags, cwd)], parseThresholds(flags));
  const progress = new Progress(process.stderr);
  const report = await runSuites(suites, {
    cwd,
    traces,
    dataset: null,
    runs: null,
    selector: compileSelector(null, null),
    format: flags.format ?? null,
    allowTornTail: flags.allowTornTail ?? false,
    version: VERSION,
    redaction: parseRedaction(flags),
    evidenceText: flags.evidenceText,
    threads: parseConcurrency(flags.concurrency),
    onProgress: (count, reading) => progress.update(count, reading),
    drive: null,
  }).finally(() => progress.clear());
  if (flags.json) {
    const [test] = [...report.tests, ...report.evals];
    const scores = test?.scores.map(({ scorer, tally, metrics }) => ({ scorer, tally, metrics }));
    const text = JSON.stringify({ runs: test?.runs ?? 0, scores: scores ?? [] }, null, 2);
    await print([`${text}\n`]);
    process.stderr.write(
      [...explain(report, test)].map((line) => `${makeVisible(line)}\n`).join(''),
    );
    return deliver(
      report,
      outputs.filter(({ file }) => file !== null),
    );
  }
  return deliver(report, outputs, { isVerbose: flags.verbose === true });
}

/** What the figures alone do not show: which runs are not in them, what was odd, and why the exit code is not 0. */
function* explain(
  { issues, moreIssues = 0 }: Report,
  test: TestReport | undefined,
): Generator<string> {
  const { items = [], total = 0 } = test?.unmeasured ?? {};
  const explained = [...items.slice(0, EXPLAINED), ...issues.slice(0, EXPLAINED)];
  for (const { where, message, code } of explained)
    yield `${where === null ? '' : `${where} `}${message} [${code}]`;
  const more = total + issues.length + moreIssues - explained.length;
  if (more > 0) yield `and ${more} more`;
  for (const { metric, observed, outcome } of test?.gates ?? [])
    if (outcome !== 'pass')
      yield `the gate of ${metric} did not hold: ${observed ?? 'not measured'}`;
}

const EXPLAINED = 20;

function suiteOf(flags: ScoreFlags, cwd: string): Suite {
  const scorers: ScorerPlan[] = [];
  const add = (name: string, options: unknown): void => {
    scorers.push(scorerPlan(name, options));
  };
  if (flags.class.length > 0) add('equal_function_sets', { classes: flags.class.map(parseClass) });
  const mode = parseMode(flags);
  if (flags.require !== undefined)
    add('function_call_coverage', { function_calls: tools('--require', flags.require), mode });
  if (flags.forbid !== undefined) add('forbidden', { tools: tools('--forbid', flags.forbid) });
  if (flags.labels !== undefined) {
    for (const { name } of SCORERS.filter(({ isLabelDefault }) => isLabelDefault === true))
      add(name, {});
  } else add('call_checks', {});
  const requester = parseRequester(flags.requester);
  const neutral = flags.neutral === undefined ? [] : tools('--neutral', flags.neutral);
  const maxErrors = parseMaxErrors(flags.maxErrors);
  const rules = { neutral, requester, ignoreTypes: parseTypes(flags.ignoreTypes) };
  return flags.labels === undefined
    ? tracesSuite(cwd, scorers, rules, maxErrors)
    : labelsSuite(cwd, resolve(cwd, flags.labels), scorers, rules, maxErrors);
}

/** The tools of a flag. None would hold of every run, as where a script leaves its variable empty. */
function tools(flag: string, list: string): readonly string[] {
  const named = parseNames(list);
  if (named.length > 0) return named;
  throw runError('FLAG_TOOLS', `${flag} ${JSON.stringify(list)} names no tool`);
}

function parseClass(flag: string): ToolClass {
  const equals = flag.indexOf('=');
  const name = flag.slice(0, equals).trim();
  const members = parseNames(flag.slice(equals + 1));
  if (equals < 1 || name === '' || members.length === 0) {
    throw runError('FLAG_CLASS', `--class ${flag}: write it as name=tool,tool`);
  }
  return { name, members };
}

function parseMode({ mode, require }: ScoreFlags): string {
  if (mode === undefined) return 'any_order';
  if (require === undefined) throw runError('FLAG_MODE', '--mode belongs to --require');
  return parseChoice({ name: '--mode', code: 'FLAG_MODE' }, mode, ['any_order', 'in_order']);
}
