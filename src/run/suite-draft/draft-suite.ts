import { basename, join, resolve } from 'node:path';
import {
  findExpectedUse,
  proposeClasses,
  proposeGates,
  type Report,
  type Services,
  type SuiteDraft,
  type TestDraft,
  TraceSurvey,
  UserError,
} from '#core';
import { findRoot, posixRelative } from '#platform';
import { isWarehouseUrl } from '#readers';
import { formatSuiteDraft } from '#reporters';
import { loadLinearRegex, parseSuite } from '#suite';
import { EXIT, exitCodeOf } from '../exit-code.ts';
import { runError } from '../issues/run-codes.ts';
import { runSuites } from '../run.ts';
import { compileSelector } from '../selection/selector.ts';
import { checkPlace } from './check-place.ts';
import type { ChosenTraces } from './choose-traces.ts';
import { filesBeside, surveyFiles, type TraceGroup } from './trace-groups.ts';
import { findPatterns } from './trace-patterns.ts';

export interface DraftSuiteOptions {
  /** The path of the suite that is to be. */
  readonly path: string;
  /** Whether the user named its folder. */
  readonly isPlaceNamed: boolean;
  readonly version: string;
  readonly onProgress: (traces: number) => void;
}

/** A suite that holds on the traces that it was made from. */
export interface DraftedSuite {
  readonly text: string;
  readonly draft: SuiteDraft;
  /** Files of which no run can be measured, so that they have no test. */
  readonly unmeasured: readonly string[];
}

/** A draft of one test with the survey of its runs. */
interface SurveyedTest {
  readonly survey: TraceSurvey;
  readonly test: TestDraft;
}

/**
 * Drafts a suite from traces, and runs it. Throws a UserError where it cannot be placed there, where no run can be measured,
 * and where it does not hold after all.
 */
export async function draftSuite(
  traces: ChosenTraces,
  options: DraftSuiteOptions,
): Promise<DraftedSuite> {
  const folder = resolve(options.path, '..');
  const root = findRoot(folder);
  const paths = traces.files.map(({ path }) => path).filter((path) => !isWarehouseUrl(path));
  checkPlace(paths, { folder, root, isPlaceNamed: options.isPlaceNamed });
  const services = { regex: await loadLinearRegex() };
  const { onProgress } = options;
  const apart = new Set<string>();
  for (;;) {
    const groups = await surveyFiles(traces.files, { root, services, apart, onProgress });
    try {
      return await draftFrom(groups, { ...options, services, folder, isNamed: traces.isNamed });
    } catch (error) {
      // Runs of different tasks may have one number: then each file is a test.
      const more = filesBeside(conflictsOf(error), groups, root).filter((path) => !apart.has(path));
      if (more.length === 0) throw error;
      for (const path of more) apart.add(path);
    }
  }
}

/** Where runs are that cannot be of one test; nothing where the error is another one. */
function conflictsOf(error: unknown): readonly string[] {
  if (!(error instanceof UserError)) return [];
  const { issues } = error;
  return issues.every(({ code }) => code === 'RUN_CONFLICT')
    ? issues.flatMap(({ where }) => where?.file ?? [])
    : [];
}

interface Drafting extends DraftSuiteOptions {
  readonly services: Services;
  readonly folder: string;
  readonly isNamed: boolean;
}

async function draftFrom(groups: readonly TraceGroup[], options: Drafting): Promise<DraftedSuite> {
  const all = new TraceSurvey(options.services);
  for (const { surveys } of groups) for (const survey of surveys.values()) all.merge(survey);
  if (all.runs === 0)
    throw runError('INIT_UNMEASURED', 'no run of these traces can be measured', {
      hint: 'whichtool inspect says why, run by run',
    });
  const classes = proposeClasses(all);
  const tests = await draftTests(groups, (survey) => findExpectedUse(survey, classes), options);
  const hasDescriptions = all.offered.some(({ description }) => description !== null);
  const base = { classes, hasDescriptions };
  const ungated = { ...base, tests: tests.map(({ test }) => test) };
  const figures = await run(textOf(ungated), options);
  const draft = { ...base, tests: tests.map((test, i) => withGates(test, figures, i)) };
  const text = textOf(draft);
  const report = await run(text, options);
  if (exitCodeOf(report) !== EXIT.ok) throw explainFailure(report);
  const unmeasured = groups.filter(isUnmeasured).flatMap(({ files }) => files);
  return { text, draft, unmeasured };
}

function isUnmeasured({ surveys }: TraceGroup): boolean {
  return [...surveys.values()].every(({ runs }) => runs === 0);
}

function textOf(draft: SuiteDraft): string {
  return `${[...formatSuiteDraft(draft)].join('\n')}\n`;
}

async function draftTests(
  groups: readonly TraceGroup[],
  useOf: (survey: TraceSurvey) => TestDraft['use'],
  { folder, isNamed }: Drafting,
): Promise<readonly SurveyedTest[]> {
  const tests: SurveyedTest[] = [];
  const names = new Set<string>();
  for (const group of groups) {
    const traces = await findPatterns(group.files, { folder, isNamed, at: group.folder });
    for (const [name, survey] of group.surveys) {
      if (survey.runs === 0) continue;
      const test: TestDraft = {
        name: nameOf(name, traces, group, names),
        traces,
        format: group.format,
        runs: survey.runs,
        calls: survey.calls,
        errors: 0,
        firstError: null,
        use: useOf(survey),
        gates: null,
      };
      tests.push({ survey, test });
    }
  }
  return tests;
}

/** The name of a test; runs that name a test are only taken by a test of that name. */
function nameOf(
  name: string | null,
  [pattern = '', ...others]: readonly string[],
  { folder, format }: TraceGroup,
  taken: Set<string>,
): string {
  const written =
    name ?? `runs of ${others.length === 0 ? pattern.replace(/\/$/, '') : basename(folder)}`;
  const free = taken.has(written) && name === null ? `${written} (${format})` : written;
  taken.add(free);
  return free;
}

function withGates({ survey, test }: SurveyedTest, figures: Report, index: number): TestDraft {
  const report = figures.tests[index];
  if (report === undefined) return test;
  const [first] = report.unmeasured.items;
  return {
    ...test,
    runs: report.runs,
    errors: report.errors,
    firstError: first === undefined ? null : `${first.message} [${first.code}]`,
    gates: proposeGates(report, survey),
  };
}

/** Runs the text as if it were in its file already. */
async function run(
  text: string,
  { path, version, onProgress }: DraftSuiteOptions,
): Promise<Report> {
  const absolute = resolve(path);
  const folder = resolve(absolute, '..');
  const root = findRoot(folder);
  const loaded = await parseSuite(text, { path: absolute, root });
  if (!loaded.ok) throw new UserError(loaded.issues);
  const file = posixRelative(root, join(folder, basename(absolute)));
  return runSuites([{ ...loaded.suite, file }], {
    cwd: folder,
    traces: null,
    dataset: null,
    runs: null,
    selector: compileSelector(null, null),
    format: null,
    allowTornTail: false,
    version,
    threads: null,
    onProgress: (traces) => onProgress(traces),
    drive: null,
    // Only figures are used, and the texts of the listed runs take more memory than all the rest.
    evidenceText: false,
  });
}

function explainFailure({ tests, issues }: Report): UserError {
  const gate = tests.flatMap(({ gates }) => gates).find(({ pass }) => !pass);
  const issue = issues.find(({ severity }) => severity === 'error');
  const reason =
    issue?.message ??
    (gate === undefined ? 'a run was not measured' : `${gate.metric} did not hold`);
  return runError('INIT_UNMEASURED', `no suite holds on these traces: ${reason}`, {
    hint: 'name the files that can be measured: whichtool init <traces…>',
  });
}
