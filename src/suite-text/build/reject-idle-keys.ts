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
import type { DrivePlan } from '../plan/plan.ts';

/** Refuses the keys of an agent that do nothing, because none of its kinds honours them. */
export function rejectIdleKeys(
  name: string,
  document: AgentDocument,
  models: readonly string[],
  path: Path,
  { problems }: Build,
): void {
  const kinds = kindsOf(document, models);
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
  const message = '`overrides` has no effect: no agent of this suite is a model';
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

/** The models of an agent; none for programs, services, functions and recordings. */
export function modelsOf({ models, model }: AgentDocument): readonly string[] {
  return models ?? (model === undefined ? [] : [model]);
}

function kindsOf(document: AgentDocument, models: readonly string[]): readonly AgentKind[] {
  const kinds = (models.length === 0 ? [null] : models).map((model) => agentKind(document, model));
  return [...new Set(kinds)];
}

function hintFor(owner: 'agent' | 'test', key: string): string {
  return `remove it; it is honoured by ${formatKinds(kindsHonouring(owner, key) ?? [])}`;
}
