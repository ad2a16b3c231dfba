import { type EvalReport, formatTool, type Report, type ToolSpec, UserError } from '#core';
import { findTrialObstacle, whyNoExecution } from '#run';
import type { ApiTrial } from '#schema';
import { type EvalPlan, loadSuite, readCatalog, type Suite } from '#suite';
import { Problem } from '../http/problem.ts';
import type { KeptReports } from '../runs/kept-reports.ts';
import type { ProjectSuites } from '../suites/project-suites.ts';

/** An eval of the project that descriptions are tried on. */
export interface FoundTrial {
  /** The suite with this eval alone. */
  readonly suite: Suite;
  readonly plan: EvalPlan;
  readonly baseline: { readonly id: number; readonly startedAt: string; readonly report: Report };
}

/** Newer runs are looked at first, and only so many. */
const MAX_RUNS = 50;

/** What can be tried on an eval, or why nothing can. */
export async function describeTrial(
  root: string,
  suites: ProjectSuites,
  kept: KeptReports,
  asked: { readonly suite: string; readonly eval: string },
): Promise<ApiTrial> {
  const { suite, plan } = await findEval(root, suites, asked);
  const baseline = await findBaseline(kept, suite.file, plan.name);
  const tools = await listTools(suite, plan, baseline?.report ?? null);
  const obstacle =
    baseline === null
      ? `no kept run has a confusion matrix of "${plan.name}": run the suite once with whichtool run`
      : findTrialObstacle(suite, baseline.report, whyNoExecution(undefined));
  return {
    ...asked,
    obstacle,
    tools,
    baseline: baseline === null ? null : { id: baseline.id, startedAt: baseline.startedAt },
  };
}

/** The eval and its baseline. Throws a `Problem` where nothing can be tried. */
export async function findTrial(
  root: string,
  suites: ProjectSuites,
  kept: KeptReports,
  asked: { readonly suite: string; readonly eval: string },
): Promise<FoundTrial> {
  const { suite, plan } = await findEval(root, suites, asked);
  const baseline = await findBaseline(kept, suite.file, plan.name);
  if (baseline === null)
    throw new Problem(422, `no kept run has a confusion matrix of "${plan.name}"`);
  const obstacle = findTrialObstacle(suite, baseline.report, whyNoExecution(undefined));
  if (obstacle !== null) throw new Problem(422, obstacle);
  return { suite, plan, baseline };
}

async function findEval(
  root: string,
  suites: ProjectSuites,
  { suite: file, eval: name }: { readonly suite: string; readonly eval: string },
): Promise<{ suite: Suite; plan: EvalPlan }> {
  const path = await suites.pathOf(file);
  const loaded = await loadSuite(path, { cwd: root });
  if (!loaded.ok) throw new UserError(loaded.issues);
  const plan = loaded.suite.evals.find((evalPlan) => evalPlan.name === name);
  if (plan === undefined) throw new Problem(404, 'there is no such eval');
  return { suite: { ...loaded.suite, tests: [], evals: [plan] }, plan };
}

async function findBaseline(
  kept: KeptReports,
  file: string,
  name: string,
): Promise<FoundTrial['baseline'] | null> {
  const runs = (await kept.list()).filter((run) => !('damaged' in run)).slice(0, MAX_RUNS);
  for (const run of runs) {
    if ('damaged' in run || !run.suites.includes(file)) continue;
    const { report } = await kept.whole(String(run.id));
    const isThere = report.evals.some(
      (evalReport) => evalReport.name === name && evalReport.confusion !== undefined,
    );
    if (isThere) return { id: run.id, startedAt: run.startedAt, report };
  }
  return null;
}

/** The tools of the agent: from its catalog, otherwise as runs of the baseline were offered them. No server is asked. */
async function listTools(
  suite: Suite,
  plan: EvalPlan,
  baseline: Report | null,
): Promise<ApiTrial['tools']> {
  const catalog = plan.drive?.agent.files.catalog ?? null;
  const read = catalog === null ? null : await readCatalog(catalog, catalog);
  if (read?.ok === true) return read.tools.map((tool) => describeTool(tool, suite, plan));
  const before = baseline?.evals.find(({ name }) => name === plan.name);
  const known = new Map<string, string | null>();
  for (const { tool, description = null } of (before?.catalogs ?? []).flat())
    known.set(tool, isWhole(description) ? description : null);
  for (const label of labelsOf(before)) if (!known.has(label)) known.set(label, null);
  return [...known].map(([name, description]) => ({ name, description }));
}

/** Reports cut long descriptions: half of one is not what the model sees. */
const MAX_QUOTED = 280;

function isWhole(description: string | null): boolean {
  return description !== null && description.length < MAX_QUOTED;
}

/** A tool as the model sees it, with what suite and agent say already. */
function describeTool(
  tool: ToolSpec,
  suite: Suite,
  plan: EvalPlan,
): { readonly name: string; readonly description: string | null } {
  const name = formatTool(tool);
  const overrides = { ...suite.overrides, ...plan.drive?.agent.document.overrides };
  const override = overrides[name] ?? overrides[tool.name];
  return { name, description: override?.description ?? tool.description };
}

function labelsOf(report: EvalReport | undefined): readonly string[] {
  return (report?.confusion?.labels ?? []).filter((label) => !label.startsWith('('));
}
