import { beginningsOf, findMatrixPlan, metricsOfPlan, SCORERS } from '#core';
import type { EvalDocument, Path, ScorerEntry } from '#schema';
import type { Build } from './build.ts';
import { buildDrives, isComplete } from './build-agents.ts';
import { buildFolds } from './build-folds.ts';
import { buildGates, gatedMetrics } from './build-gates.ts';
import { rejectWithoutJudge } from './build-judge.ts';
import { buildOptions, rejectEmptyOptions, type WrittenOptions } from './build-options.ts';
import { buildRules, type Rules } from './build-rules.ts';
import { warnOfUnknownAgent } from './warn-of-unknown-agent.ts';
import { buildTemplates } from './build-templates.ts';
import { hintFor } from '../problems/hint-for.ts';
import { expandVariants } from '../plan/expand-variants.ts';
import { rejectIdleDriveKeys } from './reject-idle-keys.ts';
import { customScorer } from '../plan/custom-scorer.ts';
import type { EvalPlan, LabelPlan, CustomScorer, ScorerPlan } from '../plan/plan.ts';
import { resolveModule, resolvePath, resolvePaths } from './resolve-path.ts';
import { catalogPlan, scorerPlan, withLabelFree } from '../plan/scorer-plan.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** The plan of an eval, once for every model of its agent. */
export function buildEval(
  document: EvalDocument,
  path: Path,
  line: number,
  build: Build,
): readonly EvalPlan[] {
  const rules = buildRules(document, build.rules, path, build);
  warnOfUnknownAgent(document.agent, [...path, 'agent'], build);
  const labels = buildLabels(document, build);
  const built = document.scorers.map((entry, index) =>
    buildEntry(entry, rules, labels, [...path, 'scorers', index], build),
  );
  const entries = built.filter((plan) => plan !== null);
  rejectWithoutJudge(entries, path, build);
  const forbids = rules.forbidden.length > 0;
  if (forbids) entries.push(scorerPlan('forbidden', { tools: rules.forbidden }));
  rejectEqualIds(built, forbids ? (entries.at(-1) ?? null) : null, path, build);
  const scorers = withLabelFree(entries, gatedMetrics(document.expect), build.context.catalog);
  const { agent = null } = document;
  const plan: Omit<EvalPlan, 'name' | 'drive' | 'variant'> = {
    line,
    agent,
    scorers,
    gates: buildGates(document.expect, scorers, [...path, 'expect'], build, 'eval'),
    rules: rules.spec,
    countErrorsAsEmpty: rules.countErrorsAsEmpty,
    maxErrors: rules.maxErrors,
    isComplete: isComplete(rules, document.agent, build),
    dataset:
      document.dataset === '' || /^langsmith:\/\//i.test(document.dataset)
        ? document.dataset
        : resolvePath(document.dataset, [...path, 'dataset'], build),
    traces:
      resolvePaths(document.traces, [...path, 'traces'], build) ??
      (agent === null ? null : (build.recorded.get(agent) ?? null)),
    runs: document.runs ?? null,
    labels: labelPlanOf(scorers),
    joinsById: false,
    join: document.join ?? null,
    weights: document.weights ?? null,
    tagsColumn: document.tags ?? null,
  };
  if (document.join !== undefined) checkJoin(document.join.trace, path, build);
  const drives = buildDrives(document, { turns: [] }, build);
  rejectIdleDriveKeys(document, drives, plan.traces !== null, path, build);
  return expandVariants(document.name, drives).map((variant) => ({
    ...variant,
    ...plan,
  }));
}

const JOINABLE = ['id', 'test', 'case', 'agent', 'input', 'metadata'];

/** Only some fields of a trace can be those of a row. */
function checkJoin(field: string, path: Path, { problems }: Build): void {
  const [first = ''] = field.split('.');
  if (JOINABLE.includes(first)) return;
  const message = `a trace has no field ${JSON.stringify(first)} to be joined by`;
  const hint = hintFor(first, JOINABLE, 'there are') ?? `there are ${JOINABLE.join(', ')}`;
  problems.error('SUITE_VALUE', [...path, 'join', 'trace'], message, hint);
}

/** What all scorers over labels of an eval share. */
function buildLabels(
  document: EvalDocument,
  { document: suite, classes, context }: Build,
): LabelPlan {
  const costs = { ...suite.tool_costs, ...document.tool_costs };
  return {
    ...(classes.size === 0 ? {} : { classes: [...classes.values()] }),
    ...(context.catalog === null ? {} : { catalog: context.catalog }),
    ...(Object.keys(costs).length === 0 ? {} : { tool_costs: costs }),
  };
}

function labelPlanOf(scorers: readonly ScorerPlan[]): LabelPlan | null {
  const plan = findMatrixPlan(scorers);
  return plan === undefined ? null : (plan.options as LabelPlan);
}

function buildEntry(
  entry: ScorerEntry,
  rules: Rules,
  labels: LabelPlan,
  path: Path,
  build: Build,
): ScorerPlan | null {
  const { type } = entry;
  const scorer = SCORERS.find(({ name, suite }) => name === type || suite?.alias === type);
  const common = {
    key: entry.key ?? null,
    displayName: entry.display_name ?? null,
    purpose: entry.purpose ?? 'score',
    folds: buildFolds(entry, scorer ?? null, path, build),
  } as const;
  if (entry.type === 'module' || entry.type === 'command') {
    const custom: CustomScorer =
      entry.type === 'module'
        ? { kind: 'module', ...resolveModule(entry.module, [...path, 'module'], build) }
        : {
            kind: 'command',
            command: entry.command,
            timeoutMs: entry.timeout_ms ?? DEFAULT_TIMEOUT_MS,
          };
    return {
      ...common,
      scorer: customScorer(entry.type),
      own: custom,
      options: {},
      templates: new Map(),
    };
  }
  // A type that is not known was refused already.
  if (scorer === undefined) return null;
  if (scorer.isLabelFree === true || scorer.usesCatalog === true) {
    return { ...catalogPlan(scorer.name, build.context.catalog), ...common };
  }
  if (scorer.needsLabels === true) {
    const written = entry as WrittenOptions;
    const options = buildOptions(scorer, written, NOTHING_RENDERED, { rules, path, build });
    return { ...scorerPlan(scorer.name, { ...labels, ...options }), ...common };
  }
  const written = entry as WrittenOptions;
  rejectEmptyOptions(scorer, written, path, build);
  const templates = buildTemplates(written, scorer, rules, path, build);
  const options = buildOptions(scorer, written, templates, { rules, path, build });
  return { ...scorerPlan(scorer.name, options), ...common, templates };
}

const NOTHING_RENDERED: ReadonlySet<string> = new Set();

/** The place of the scorer that comes with `forbidden` of the suite or the eval. */
const OF_RULES = -1;

/** Two scorers whose metrics would have the same ids cannot be distinguished in a report or a gate. */
function rejectEqualIds(
  plans: readonly (ScorerPlan | null)[],
  ofRules: ScorerPlan | null,
  path: Path,
  build: Build,
): void {
  // What begins with the key of a scorer of the user's own is taken by it, whatever it puts out.
  const taken = new Map<string, number>();
  const begun = new Map<string, number>();
  for (const { id } of ofRules === null ? [] : metricsOfPlan(ofRules)) taken.set(id, OF_RULES);
  plans.forEach((plan, index) => {
    if (plan === null) return;
    const isOwn = plan.own !== null;
    const ids = isOwn ? [`${plan.key}.`] : metricsOfPlan(plan).map(({ id }) => id);
    const other = ids
      .flatMap((id) => [
        begun.get(id),
        ...[id, ...beginningsOf(id)].map((beginning) => taken.get(beginning)),
      ])
      .find((place) => place !== undefined);
    if (other !== undefined) {
      const others = other === OF_RULES ? 'the `forbidden` above' : `scorer ${other + 1}`;
      const message = `this scorer's metrics have the same ids as those of ${others}`;
      const hint = 'give one of them a `key` of its own';
      const at = [...path, 'scorers', index];
      build.problems.error('SUITE_DUPLICATE_KEYED_SCORER', at, message, hint);
    }
    for (const id of ids) {
      taken.set(id, index);
      for (const beginning of beginningsOf(id)) begun.set(beginning, index);
    }
  });
}
