import { AGENT_WAYS, type AgentDocument, type DrivenDocument, type Path } from '#schema';
import type { Build } from './build.ts';
import type { Rules } from './build-rules.ts';
import type { AgentPlan, DrivePlan, ModuleRef } from '../plan/plan.ts';
import { checkModels, isModelName } from './check-models.ts';
import { modelsOf } from './model-entries.ts';
import { rejectIdleKeys } from './reject-idle-keys.ts';
import { resolveModule, resolvePath } from './resolve-path.ts';

const DEFAULT_TIMEOUT_S = 120;

/** The agents that can be made to act, each with every model it runs with, by name. */
export type AgentPlans = ReadonlyMap<string, readonly AgentPlan[]>;

/** Plans the agents; what is wrong with them goes to the problems of the build. */
export function buildAgents(build: Build): AgentPlans {
  const plans = new Map<string, readonly AgentPlan[]>();
  for (const [name, document] of Object.entries(build.document.agents ?? {})) {
    const path = ['agents', name];
    checkWays(document, path, build);
    const files = filesOf(document, path, build);
    const models = modelsOf(document);
    checkModels(models, path, build);
    // Of a model that is not known it is not known either what it honours.
    if (models.every(({ model }) => isModelName(model)))
      rejectIdleKeys(name, document, models, path, build);
    const isProgram = ['command', 'acp', 'preset', 'http', 'module'].some((way) =>
      Object.hasOwn(document, way),
    );
    if (models.length > 0) {
      const counts = checkCounts(document, path, build);
      plans.set(
        name,
        models.flatMap(({ model, label, document: merged, own, modelPath }) =>
          counts.map((distractors) => ({
            name,
            document: withCount(merged, distractors),
            distractors,
            model,
            ...(label === model ? {} : { label }),
            ...(own.length === 0 ? {} : { own }),
            files: { ...files, module: moduleOf(model, [...path, ...modelPath], build) },
          })),
        ),
      );
    } else if (isProgram)
      plans.set(name, [{ name, document, distractors: null, model: null, files }]);
  }
  return plans;
}

/** How the runs of a test or an eval are made, once for every model of its agent; one null where they cannot be. */
export function buildDrives(
  written: DrivenDocument & { readonly agent?: string; readonly stop?: string },
  { turns, images = [], user }: Pick<DrivePlan, 'turns' | 'images' | 'user'>,
  { agents }: Build,
): readonly (DrivePlan | null)[] {
  const plans = written.agent === undefined ? undefined : agents.get(written.agent);
  if (plans === undefined) return [null];
  return plans.map((agent) => ({
    agent,
    turns,
    ...(images.length === 0 ? {} : { images }),
    ...(user === undefined ? {} : { user }),
    timeoutMs: Math.ceil(1000 * (written.timeout ?? agent.document.timeout ?? DEFAULT_TIMEOUT_S)),
    stopsAfterDecision: written.stop_after === 'first_decision',
    stopsWhenDecided: written.stop === 'decided',
  }));
}

/** Whether captures of an agent see every call: as the test or eval says, otherwise as the agent does. */
export function isComplete(
  rules: Pick<Rules, 'isComplete'>,
  agent: string | undefined,
  { document }: Build,
): boolean {
  const { agents = {} } = document;
  const named = agent !== undefined && Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  return rules.isComplete ?? named?.complete ?? false;
}

function checkWays(document: AgentDocument, path: Path, { problems }: Build): void {
  const ways = AGENT_WAYS.filter((way) => document[way] !== undefined);
  const [first, second] = ways;
  if (first !== undefined && second !== undefined) {
    const message = `an agent is one thing: it has both \`${first}\` and \`${second}\``;
    problems.keyError('SUITE_VALUE', [...path, second], message, 'keep one of them');
  }
}

/** The counts of distractors that an agent is run with, one after the other; one null where it lists none. */
function checkCounts(
  { distractors }: AgentDocument,
  path: Path,
  { problems }: Build,
): readonly (number | null)[] {
  const count = distractors?.count;
  // What is not a list is one count, or reported by the schema.
  if (!Array.isArray(count)) return [null];
  count.forEach((distractors, index) => {
    if (count.indexOf(distractors) === index) return;
    const at = [...path, 'distractors', 'count', index];
    problems.error('SUITE_DUPLICATE_NAME', at, `the count ${distractors} is there twice`);
  });
  return count;
}

/** An agent with one of its counts of distractors. */
function withCount(document: AgentDocument, count: number | null): AgentDocument {
  const { distractors } = document;
  if (count === null || distractors === undefined) return document;
  return { ...document, distractors: { ...distractors, count } };
}

function filesOf(document: AgentDocument, path: Path, build: Build): AgentPlan['files'] {
  const { module, catalog, distractors, mocks_from: mocks, watch = [] } = document;
  const watched = typeof watch === 'string' ? [watch] : watch;
  return {
    module: module === undefined ? null : resolveModule(module, [...path, 'module'], build),
    catalog: catalog === undefined ? null : resolvePath(catalog, [...path, 'catalog'], build),
    distractors:
      distractors === undefined
        ? null
        : resolvePath(distractors.from, [...path, 'distractors', 'from'], build),
    mocks: mocks === undefined ? null : resolvePath(mocks, [...path, 'mocks_from'], build),
    watch: watched.map((file, index) => resolvePath(file, watchPath(path, watch, index), build)),
  };
}

function watchPath(path: Path, watch: AgentDocument['watch'], index: number): Path {
  return typeof watch === 'string' ? [...path, 'watch'] : [...path, 'watch', index];
}

/** The module that a model comes from; null for a model of a provider. */
function moduleOf(model: string, path: Path, build: Build): ModuleRef | null {
  const written = /^module:(.+)$/.exec(model)?.[1];
  return written === undefined ? null : resolveModule(written, path, build);
}
