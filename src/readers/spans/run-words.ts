import { isJsonObject, type Json, parseJson } from '#core';
import { readRun } from '../draft/read-number.ts';
import type { RunDraft } from '../draft/run-draft.ts';
import { textOf } from '../draft/text-of.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';
import { OWN } from './span-metadata.ts';
import type { Branch, SpanTree } from './span-tree.ts';

/** Tells a run what was said in it, by whom, and what it is known by. */
export function describeRun({ branches }: SpanTree, draft: RunDraft): void {
  const own = branches.filter(({ requester }) => requester === null);
  draft.agent = first(own, ({ node }) => node.facts.agent);
  draft.input = first(own, ({ node }) => node.asked) ?? first(own, inputOf);
  draft.output = lastWords(own);
  const model =
    first(own, ({ node }) => (node.facts.kind === 'model' ? node.facts.model : null)) ??
    first(own, ({ node }) => node.facts.model);
  if (model !== null) draft.metadata.set('model', model);
  const service = first(own, ({ node }) => (node.facts.kind === 'other' ? null : node.service));
  if (service !== null) draft.metadata.set('service', service);
  for (const { node } of branches) {
    for (const [key, value] of node.metadata) {
      if (key.startsWith(OWN)) setOwn(draft, key.slice(OWN.length), value);
      else if (!draft.metadata.has(key)) draft.metadata.set(key, value);
    }
  }
}

function first<T>(branches: readonly Branch[], read: (branch: Branch) => T | null): T | null {
  for (const branch of branches) {
    const found = read(branch);
    if (found !== null) return found;
  }
  return null;
}

/** What the last answer said; else what agents, or spans around all, gave out in the end. */
function lastWords(branches: readonly Branch[]): Json {
  const last = branches.toReversed();
  const said = (kind: 'model' | 'agent') => (branch: Branch) => {
    const { facts } = branch.node;
    if (facts.kind !== kind || branch.below.output) return null;
    return textOf(
      facts.output.messages.findLast(({ role, text }) => role === 'assistant' && text !== '')?.text,
    );
  };
  return first(last, said('model')) ?? first(branches, said('agent')) ?? first(branches, outputOf);
}

/** What went into a span as a whole: its user's words where they can be found, else as it is. */
function inputOf({ node }: Branch): Json {
  const { kind, inputValue } = node.facts;
  if (inputValue === undefined || isStep(kind)) return null;
  const messages = readMessagesIn(inputValue);
  if (messages.length > 0)
    return messages.find(({ role, text }) => role === 'user' && text !== '')?.text ?? null;
  if (!isJsonObject(inputValue)) return inputValue;
  return textOf(inputValue.input) ?? textOf(inputValue.prompt) ?? inputValue;
}

function outputOf({ node }: Branch): Json {
  const { kind, outputValue } = node.facts;
  if (outputValue === undefined || isStep(kind)) return null;
  const messages = readMessagesIn(outputValue);
  if (messages.length === 0) return outputValue;
  return messages.findLast(({ text }) => text !== '')?.text ?? null;
}

/** What a tool got and gave is not the run's. */
function isStep(kind: string): boolean {
  return kind === 'tool' || kind === 'mcp';
}

/** Our own attributes stand above what can be gathered. */
function setOwn(draft: RunDraft, key: string, value: Json): void {
  if (key === 'id' || key === 'test' || key === 'case') draft[key] = textOf(value) ?? draft[key];
  else if (key === 'run') draft.run = readRun(value) ?? draft.run;
  else if (key === 'partial') draft.isPartial ||= value === true;
  else if (key === 'input' || key === 'output') {
    const parsed = typeof value === 'string' ? parseJson(value) : null;
    draft[key] = parsed?.ok === true ? parsed.value : value;
  } else if (key === 'metadata') {
    const metadata = parseText(value);
    if (isJsonObject(metadata))
      for (const [name, one] of Object.entries(metadata)) draft.metadata.set(name, one);
  }
}
