import { type Json, parseJson } from '#core';
import { formatTree } from '../tree/format-tree.ts';
import { type JsonTree, memberTree } from '../tree/json-tree.ts';
import { type CallDraft, type Draft, EMPTY_DRAFT, toolKey } from './draft.ts';

/** The draft of an answer that was given before: what `answerText` wrote, or what was imported. */
export function readAnswer(answer: JsonTree): Draft {
  const calls = memberTree(answer, 'expected_calls');
  const tool = memberTree(answer, 'expected_tool');
  const isNone = isNoTool(tool) || (calls?.kind === 'list' && calls.items.length === 0);
  return {
    ...EMPTY_DRAFT,
    isNone,
    calls: isNone ? [] : callsOf(answer, tool, calls),
    rating: literalOf(memberTree(answer, 'score') ?? memberTree(answer, 'rating')),
    met: metIn(memberTree(answer, 'met')),
    clause: textOf(memberTree(answer, 'clause')),
    rationale: textOf(memberTree(answer, 'rationale')),
    isUnsure: literalOf(memberTree(answer, 'unsure')) === 'true',
  };
}

function isNoTool(tool: JsonTree | undefined): boolean {
  return literalOf(tool) === 'null' || textOf(tool) === 'none';
}

function callsOf(
  answer: JsonTree,
  tool: JsonTree | undefined,
  calls: JsonTree | undefined,
): readonly CallDraft[] {
  if (calls?.kind === 'list')
    return calls.items.map((call) =>
      callOf(memberTree(call, 'tool') ?? memberTree(call, 'name'), memberTree(call, 'args')),
    );
  return tool === undefined ? [] : [callOf(tool, memberTree(answer, 'expected_args'))];
}

function callOf(tool: JsonTree | undefined, args: JsonTree | undefined): CallDraft {
  const trees = tool?.kind === 'list' ? tool.items : tool === undefined ? [] : [tool];
  const tools = trees.map(toJson);
  const [first] = tools;
  if (first === undefined || args?.kind !== 'object') return { tools, arguments: [] };
  return { tools, arguments: [{ tool: toolKey(first), draft: { view: 'form', tree: args } }] };
}

function metIn(met: JsonTree | undefined): Draft['met'] {
  if (met?.kind !== 'object') return [];
  return met.members.map(({ key, value }) => ({ id: key, isMet: literalOf(value) === 'true' }));
}

function toJson(tree: JsonTree): Json {
  const parsed = parseJson(formatTree(tree));
  return parsed.ok ? parsed.value : null;
}

function literalOf(tree: JsonTree | undefined): string | null {
  return tree?.kind === 'literal' ? tree.text : null;
}

function textOf(tree: JsonTree | undefined): string {
  return tree?.kind === 'text' ? tree.text : '';
}
