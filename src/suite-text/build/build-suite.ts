import {
  type Decimal,
  type Issue,
  parseDecimal,
  USAGE_FIGURES,
  type UsageBounds,
  type UsageFigure,
} from '#core';
import type { EvalDocument, Path, SuiteDocument } from '#schema';
import type { Build, SuiteContext } from './build.ts';
import { buildAgents } from './build-agents.ts';
import { buildSharedClasses } from './build-classes.ts';
import { buildEval } from './build-eval.ts';
import { buildJudge, rejectIdleJudge } from './build-judge.ts';
import { buildSuiteRules } from './build-rules.ts';
import { buildTest } from './build-test.ts';
import { rejectIdleOverrides } from './reject-idle-keys.ts';
import type { EvalPlan, Suite, TestPlan } from '../plan/plan.ts';
import type { Problems } from '../problems/problems.ts';
import { resolvePath, resolvePaths } from './resolve-path.ts';

/** Where tests and evals stand, as lines from 1. */
export interface Lines {
  ofItem(key: 'tests' | 'evals', index: number): number;
  ofKey(key: string): number;
  /** The place of the value at a path, and its line. */
  at(path: Path): Pick<Issue, 'where' | 'excerpt'>;
}

/** Builds the plan of a suite from its document; everything that is wrong goes to `problems`. */
export function buildSuite(
  document: SuiteDocument,
  lines: Lines,
  context: SuiteContext,
  problems: Problems,
): Omit<Suite, 'warnings'> {
  const classes = buildSharedClasses(document, problems);
  const recorded = new Map<string | null, readonly string[]>();
  const unplanned: Build = {
    document,
    context,
    problems,
    rules: buildSuiteRules(document, { problems, context }),
    classes,
    blocks: new Map(),
    classLists: new Map(),
    gateLists: new Map(),
    recorded,
    agents: new Map(),
    named: new Map(),
  };
  addRecorded(recorded, unplanned);
  const build: Build = { ...unplanned, agents: buildAgents(unplanned) };
  checkTop(document, problems);
  rejectIdleOverrides(build);
  const { catalog, servers } = document;
  if (catalog !== undefined) resolvePath(catalog, ['catalog'], build);
  const { path, file, root, folder, sha256 } = context;
  const tests = buildTests(lines, build);
  const evals = buildEvals(lines, build);
  rejectIdleJudge([...tests, ...evals], build);
  return {
    path,
    file,
    root,
    folder,
    sha256,
    tests,
    evals,
    servers:
      typeof servers === 'string' ? resolvePath(servers, ['servers'], build) : (servers ?? {}),
    baseline: buildBaseline(build),
    ...(document.regression === undefined
      ? {}
      : { regression: buildBounds(document.regression, build) }),
    overrides: document.overrides ?? {},
    judge: buildJudge(build),
    locate: (named) => {
      const at = build.named.get(named);
      return at === undefined ? null : lines.at(at);
    },
  };
}

function buildBaseline(build: Build): string | null {
  const { baseline } = build.document;
  if (baseline === undefined) return null;
  return /[/\\]|\.json$/.test(baseline) ? resolvePath(baseline, ['baseline'], build) : baseline;
}

/** The bounds on what runs use, as shares. */
function buildBounds(
  written: NonNullable<SuiteDocument['regression']>,
  { problems }: Build,
): UsageBounds {
  const bounds = new Map<UsageFigure, Decimal>();
  for (const figure of USAGE_FIGURES) {
    const text = written[`${figure}.mean`];
    if (text === undefined) continue;
    const percent = parseDecimal(PERCENT.exec(text)?.[1] ?? '');
    const place = ['regression', `${figure}.mean`];
    if (percent === null)
      problems.error('SUITE_VALUE', place, `${text} is not a percentage, such as 10%`);
    else bounds.set(figure, { num: percent.num, den: percent.den * 100n });
  }
  return bounds;
}

const PERCENT = /^(\d{1,6}(?:\.\d{1,6})?)%$/;

/** What may stand at the top together. */
function checkTop(document: SuiteDocument, problems: Problems): void {
  const { tests, evals, dataset } = document;
  if (tests?.length === 0) problems.error('SUITE_EMPTY', ['tests'], 'there is no test in `tests`');
  if (evals?.length === 0) problems.error('SUITE_EMPTY', ['evals'], 'there is no eval in `evals`');
  if (dataset === undefined) {
    for (const key of ['scorers', 'expect', 'name', 'agent', 'runs', 'weights', 'tags'] as const) {
      if (document[key] === undefined) continue;
      const message = `\`${key}\` at the top belongs to a file that is one eval, with \`dataset\``;
      problems.keyError('SUITE_VALUE', [key], message, 'put it into a test or an eval');
    }
    return;
  }
  if (document.scorers === undefined) {
    problems.keyError(
      'SUITE_MISSING_KEY',
      ['dataset'],
      'a file with `dataset` at the top needs `scorers`',
    );
  }
  if (tests !== undefined || evals !== undefined) {
    const message = 'a file with `dataset` at the top is one eval and has no `tests` or `evals`';
    problems.keyError('SUITE_VALUE', ['dataset'], message, 'write it as one of the `evals`');
  }
}

function buildTests(lines: Lines, build: Build): readonly TestPlan[] {
  const tests: TestPlan[] = [];
  const names = new Set<string>();
  build.document.tests?.forEach((test, index) => {
    const path = ['tests', index];
    for (const plan of buildTest(test, path, lines.ofItem('tests', index), build)) tests.push(plan);
    rejectKnownName('tests', test.name, index, names, build.problems);
  });
  return tests;
}

function buildEvals(lines: Lines, build: Build): readonly EvalPlan[] {
  const { document, context, problems } = build;
  if (document.dataset !== undefined) {
    const name = document.name ?? nameOfFile(context.file);
    const { dataset, scorers = [] } = document;
    // The rules at the top are those of the suite already.
    const { expect, agent, traces, runs, weights, tags } = document;
    const evaluation: EvalDocument = {
      name,
      dataset,
      scorers,
      ...(expect === undefined ? {} : { expect }),
      ...(agent === undefined ? {} : { agent }),
      ...(traces === undefined ? {} : { traces }),
      ...(runs === undefined ? {} : { runs }),
      ...(weights === undefined ? {} : { weights }),
      ...(tags === undefined ? {} : { tags }),
    };
    return buildEval(evaluation, [], lines.ofKey('dataset'), build);
  }
  const evals: EvalPlan[] = [];
  const names = new Set<string>();
  document.evals?.forEach((evalDocument, index) => {
    for (const plan of buildEval(
      evalDocument,
      ['evals', index],
      lines.ofItem('evals', index),
      build,
    ))
      evals.push(plan);
    rejectKnownName('evals', evalDocument.name, index, names, problems);
  });
  return evals;
}

function rejectKnownName(
  list: 'tests' | 'evals',
  name: string,
  index: number,
  names: Set<string>,
  problems: Problems,
): void {
  if (names.has(name) && name !== '') {
    const message = `two ${list} are called ${JSON.stringify(name)}`;
    const hint = 'names distinguish results, so each is used once';
    problems.error('SUITE_DUPLICATE_NAME', [list, index, 'name'], message, hint);
  }
  names.add(name);
}

/** Adds the recorded runs that no single test owns: by agent, and those of the whole suite. */
function addRecorded(recorded: Map<string | null, readonly string[]>, build: Build): void {
  const { traces, agents, dataset } = build.document;
  // Of a file that is one eval they belong to that.
  const shared = dataset === undefined ? resolvePaths(traces, ['traces'], build) : null;
  if (shared !== null) recorded.set(null, shared);
  for (const [name, agent] of Object.entries(agents ?? {})) {
    const traces = resolvePaths(agent.traces, ['agents', name, 'traces'], build);
    if (traces !== null) recorded.set(name, traces);
  }
}

function nameOfFile(file: string): string {
  const name = file.split('/').at(-1) ?? file;
  return name.replace(/\.(?:ya?ml|json)$/i, '');
}
