import { isJsonObject, type Json, parseJson } from '#core';
import { readRun } from '../draft/read-number.ts';
import type { RunDraft } from '../draft/run-draft.ts';
import { textOf } from '../draft/text-of.ts';
import { isAnswer } from './number-turns.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';
import { ATTRIBUTE_PREFIX } from './span-metadata.ts';
import type { Branch, SpanTree } from './span-tree.ts';

/** Adds the texts of a run, their speakers, and its metadata. */
export function describeRun({ branches }: SpanTree, draft: RunDraft): void {
  const ofAgent = branches.filter(({ requester }) => requester === null);
  draft.agent = first(ofAgent, ({ node }) => node.facts.agent);
  draft.input = first(ofAgent, ({ node }) => node.question) ?? first(ofAgent, inputOf);
  draft.output = lastWords(ofAgent);
  const model =
    first(ofAgent, ({ node }) => (node.facts.kind === 'model' ? node.facts.model : null)) ??
    first(ofAgent, ({ node }) => node.facts.model);
  if (model !== null) draft.metadata.set('model', model);
  draft.requestedModel = model;
  for (const branch of ofAgent)
    if (isAnswer(branch))
      draft.noteModel(branch.node.facts.responseModel ?? branch.node.facts.model);
  const service = first(ofAgent, ({ node }) => (node.facts.kind === 'other' ? null : node.service));
  if (service !== null) draft.metadata.set('service', service);
  for (const { node } of branches) {
    for (const [key, value] of node.metadata) {
      if (key.startsWith(ATTRIBUTE_PREFIX))
        setExplicit(draft, key.slice(ATTRIBUTE_PREFIX.length), value);
      else if (!draft.metadata.has(key)) draft.metadata.set(key, value);
    }
  }
}

function first<T>(branches: readonly Branch[], read: (branch: Branch) => T | null): T | null {
  for (const branch of branches) {
    const value = read(branch);
    if (value !== null) return value;
  }
  return null;
}

/** The text of the last answer; otherwise the last output of agents, or of spans around all. */
function lastWords(branches: readonly Branch[]): Json {
  const last = branches.toReversed();
  const textIn = (kind: 'model' | 'agent') => (branch: Branch) => {
    const { facts } = branch.node;
    if (facts.kind !== kind || branch.below.output) return null;
    return textOf(
      facts.output.messages.findLast(({ role, text }) => role === 'assistant' && text !== '')?.text,
    );
  };
  return (
    first(last, textIn('model')) ?? first(branches, textIn('agent')) ?? first(branches, outputOf)
  );
}

/** The input of a span as a whole: its user's text where it can be found, otherwise unchanged. */
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

/** Attributes with the `whichtool.` prefix win over collected values. */
function setExplicit(draft: RunDraft, key: string, value: Json): void {
  if (key === 'id' || key === 'test' || key === 'case') draft[key] = textOf(value) ?? draft[key];
  else if (key === 'run') draft.run = readRun(value) ?? draft.run;
  else if (key === 'partial') draft.isPartial ||= value === true;
  else if (key === 'input' || key === 'output') {
    const parsed = typeof value === 'string' ? parseJson(value) : null;
    draft[key] = parsed?.ok === true ? parsed.value : value;
  } else if (key === 'metadata') {
    const metadata = parseText(value);
    if (isJsonObject(metadata))
      for (const [name, member] of Object.entries(metadata)) draft.metadata.set(name, member);
  }
}
