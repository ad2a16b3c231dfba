import { findScorer } from '#core';
import {
  type EntryDocument,
  type EvalDocument,
  LABEL_SCORERS,
  type Path,
  type ScorerEntry,
} from '#schema';
import type { Build } from './build.ts';
import { buildGates, gatedMetrics } from './build-gates.ts';
import { buildOptions, type WrittenOptions } from './build-options.ts';
import { buildRules, type Rules } from './build-rules.ts';
import { warnOfUnknownAgent } from './warn-of-unknown-agent.ts';
import { buildTemplates } from './build-templates.ts';
import { beginningsOf, metricsOfPlan } from './metric-table.ts';
import { ownScorer } from './own-scorer.ts';
import type { EvalPlan, Fold, OwnScorer, ScorerPlan } from './plan.ts';
import { resolveModule, resolvePath, resolvePaths } from './resolve-path.ts';
import { LABEL_FREE, labelFreePlan, scorerPlan, withLabelFree } from './scorer-plan.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** The plan of an eval. */
export function buildEval(
  document: EvalDocument,
  path: Path,
  line: number,
  build: Build,
): EvalPlan {
  const { problems } = build;
  const rules = buildRules(document, build.rules, path, problems);
  warnOfUnknownAgent(document.agent, [...path, 'agent'], build);
  const entries: ScorerPlan[] = [];
  document.scorers.forEach((entry, index) => {
    const plan = buildEntry(entry, rules, [...path, 'scorers', index], build);
    if (plan !== null) entries.push(plan);
  });
  refuseEqualIds(document, path, build);
  if (rules.forbidden.length > 0) entries.push(scorerPlan('forbidden', { tools: rules.forbidden }));
  const scorers = withLabelFree(entries, gatedMetrics(document.expect), build.context.catalog);
  const { agent = null } = document;
  return {
    name: document.name,
    line,
    agent,
    scorers,
    gates: buildGates(document.expect, scorers, [...path, 'expect'], build),
    rules: rules.spec,
    countErrorsAsEmpty: rules.countErrorsAsEmpty,
    maxErrors: rules.maxErrors,
    dataset:
      document.dataset === '' ? '' : resolvePath(document.dataset, [...path, 'dataset'], build),
    traces:
      resolvePaths(document.traces, [...path, 'traces'], build) ??
      (agent === null ? null : (build.recorded.get(agent) ?? null)),
  };
}

function buildEntry(entry: ScorerEntry, rules: Rules, path: Path, build: Build): ScorerPlan | null {
  const { problems } = build;
  if (LABEL_SCORERS.includes(entry.type)) {
    const message = `${entry.type} needs labels, which this version does not have`;
    problems.error('SUITE_UNSUPPORTED', [...path, 'type'], message);
    return null;
  }
  const common = {
    key: entry.key ?? null,
    displayName: entry.display_name ?? null,
    purpose: entry.purpose ?? 'score',
    folds: buildFolds(entry, path, build),
  } as const;
  if (entry.type === 'module' || entry.type === 'command') {
    const own: OwnScorer =
      entry.type === 'module'
        ? { kind: 'module', ...resolveModule(entry.module, [...path, 'module'], build) }
        : {
            kind: 'command',
            command: entry.command,
            timeoutMs: entry.timeout_ms ?? DEFAULT_TIMEOUT_MS,
          };
    return { ...common, scorer: ownScorer(entry.type), own, options: {}, templates: new Map() };
  }
  if (LABEL_FREE.includes(entry.type)) {
    return { ...labelFreePlan(entry.type, build.context.catalog), ...common };
  }
  // A type that is not known was refused already.
  if (findScorer(entry.type) === undefined) return null;
  const written = entry as WrittenOptions;
  const templates = buildTemplates(written, entry.type, path, build);
  const options = buildOptions(written, templates, rules, path, build);
  return { ...scorerPlan(entry.type, options), ...common, templates };
}

function buildFolds(entry: EntryDocument, path: Path, build: Build): readonly Fold[] {
  if (entry.metrics === undefined) return [];
  return [entry.metrics].flat().map((fold, index): Fold => {
    if (typeof fold === 'string') return { kind: 'named', name: fold };
    const at = Array.isArray(entry.metrics) ? [...path, 'metrics', index] : [...path, 'metrics'];
    return { kind: 'module', ...resolveModule(fold.module, [...at, 'module'], build) };
  });
}

/** Two scorers whose metrics would have the same ids cannot be told apart in a report or a gate. */
function refuseEqualIds(document: EvalDocument, path: Path, build: Build): void {
  // What begins with the key of a scorer of the user's own is taken by it, whatever it puts out.
  const taken = new Map<string, number>();
  const begun = new Map<string, number>();
  document.scorers.forEach((entry, index) => {
    const isOwn = entry.type === 'module' || entry.type === 'command';
    const ids = isOwn ? [`${entry.key}.`] : idsOf(entry);
    const other = ids
      .flatMap((id) => [begun.get(id), ...[id, ...beginningsOf(id)].map((one) => taken.get(one))])
      .find((one) => one !== undefined);
    if (other !== undefined) {
      const message = `this scorer's metrics have the same ids as those of scorer ${other + 1}`;
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

function idsOf(entry: ScorerEntry): readonly string[] {
  if (findScorer(entry.type) === undefined) return [];
  const plan = { ...scorerPlan(entry.type, {}), key: entry.key ?? null };
  return metricsOfPlan(plan).map(({ id }) => id);
}
