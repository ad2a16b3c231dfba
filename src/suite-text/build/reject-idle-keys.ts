import {
  type AgentDocument,
  type AgentKind,
  agentKind,
  dependentKeys,
  formatKinds,
  honours,
  kindsHonouring,
  type Path,
} from '#schema';
import type { Build } from './build.ts';
import { type AgentModel, modelsOf } from './model-entries.ts';
import type { DrivePlan } from '../plan/plan.ts';

/** Refuses the keys of an agent that do nothing, because none of its kinds honours them. */
export function rejectIdleKeys(
  name: string,
  document: AgentDocument,
  models: readonly AgentModel[],
  path: Path,
  build: Build,
): void {
  const { problems } = build;
  const kinds = kindsOf(document, models);
  for (const model of models) rejectIdleEntryKeys(model, path, build);
  for (const key of Object.keys(document) as (keyof AgentDocument)[]) {
    // What programs do anyway.
    if (key === 'tools' && document.tools === 'real') continue;
    const lacking = kinds.filter((kind) => !honours(kind, 'agent', key));
    const at = [...path, key];
    if (lacking.length === kinds.length) {
      const message = `\`${key}\` has no effect: agent "${name}" is ${formatKinds(kinds)}`;
      problems.keyError('SUITE_NO_EFFECT', at, message, hintFor('agent', key));
    } else if (lacking.some((kind) => kind !== 'lexical')) {
      const message = `\`${key}\` has no effect on ${formatKinds(lacking)}`;
      problems.warn('SUITE_NO_EFFECT', at, message);
    } else if (key === 'tools' && document.tools === 'select' && models.length === 0) {
      const message =
        '`tools: select` has no effect on a program: it cannot be stopped at a choice';
      problems.keyError('SUITE_NO_EFFECT', at, message, 'use mock, or remove the key');
    } else if (key === 'catalog' && document.tools !== 'mock' && models.length === 0) {
      const message = '`catalog` has no effect on a program without `tools: mock`';
      problems.keyError('SUITE_NO_EFFECT', at, message, 'add tools: mock, or remove the key');
    } else if ((key === 'mocks' || key === 'mocks_from') && document.tools !== 'mock') {
      const message = `\`${key}\` has no effect without \`tools: mock\``;
      problems.keyError('SUITE_NO_EFFECT', at, message, 'add tools: mock, or remove the key');
    }
  }
}

/** Refuses what a suite says about tools for all agents, where none of them honours it. */
export function rejectIdleOverrides({ document, problems }: Build): void {
  if (document.overrides === undefined) return;
  const agents = Object.values(document.agents ?? {});
  const kinds = agents.flatMap((agent) => kindsOf(agent, modelsOf(agent)));
  if (kinds.some((kind) => honours(kind, 'agent', 'overrides'))) return;
  const message =
    '`overrides` has no effect: no agent of this suite is a model or a program behind proxies';
  problems.keyError('SUITE_NO_EFFECT', ['overrides'], message, hintFor('agent', 'overrides'));
}

/** Refuses the keys of a test or an eval that do nothing, because of how its runs come about. */
export function rejectIdleDriveKeys(
  written: { readonly name: string },
  drives: readonly (DrivePlan | null)[],
  isRecorded: boolean,
  path: Path,
  { problems }: Build,
): void {
  for (const key of dependentKeys('test')) {
    if (!Object.hasOwn(written, key)) continue;
    const agents = isRecorded ? [] : drives.flatMap((drive) => drive?.agent ?? []);
    const kinds = agents.map(({ document, model }) => agentKind(document, model));
    if (kinds.some((kind) => honours(kind, 'test', key))) continue;
    const name = JSON.stringify(written.name);
    const why = isRecorded
      ? `the runs of ${name} are recorded`
      : kinds.length === 0
        ? `no agent makes the runs of ${name}`
        : `agent "${agents[0]?.name}" is ${formatKinds(kinds)}`;
    const message = `\`${key}\` has no effect: ${why}`;
    problems.keyError('SUITE_NO_EFFECT', [...path, key], message, hintFor('test', key));
  }
}

function kindsOf(document: AgentDocument, models: readonly AgentModel[]): readonly AgentKind[] {
  if (models.length === 0) return [agentKind(document, null)];
  return [...new Set(models.map(({ model }) => agentKind(document, model)))];
}

/** Refuses the keys of one of several models that do nothing on it. */
function rejectIdleEntryKeys(
  { model, document, own, path: place }: AgentModel,
  path: Path,
  { problems }: Build,
): void {
  const kind = agentKind(document, model);
  for (const key of own) {
    if (honours(kind, 'agent', key)) continue;
    const message = `\`${key}\` has no effect: this is one of ${formatKinds([kind])}`;
    problems.keyError('SUITE_NO_EFFECT', [...path, ...place, key], message, hintFor('agent', key));
  }
}

function hintFor(owner: 'agent' | 'test', key: string): string {
  return `remove it; it is honoured by ${formatKinds(kindsHonouring(owner, key) ?? [])}`;
}
