import type { LabelTask } from '#schema';
import { stringifyAsWritten, type Json } from '#core';
import type { ArgumentsDraft } from '../form/check-arguments.ts';
import { formatTree } from '../tree/format-tree.ts';
import { parseTree } from '../tree/parse-tree.ts';
import { argumentsOf, type CallDraft, type Draft } from './draft.ts';
import { type Asked, statementsOf } from './questions.ts';

/** A member of a line to import: its key and its JSON text. */
type TextMember = readonly [key: string, text: string];

/**
 * The JSON object of an answer as it is exported, numbers as they were typed. Arguments that cannot be saved are in it
 * as they are, so that drafts can be compared; `finishDraft` decides what may be saved.
 */
export function answerText(draft: Draft, task: LabelTask, asked: Asked): string {
  const members: readonly TextMember[] = [
    ...(task === 'label' ? labelMembers(draft) : ratingMembers(draft, asked)),
    ...textMember('clause', draft.clause),
    ...(draft.isUnsure ? [['unsure', 'true'] as const] : []),
    ...textMember('rationale', draft.rationale),
  ];
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

function labelMembers({ isNone, calls }: Draft): readonly TextMember[] {
  if (isNone) return [['expected_tool', '"none"']];
  const chosen = calls.filter(({ tools }) => tools.length > 0);
  const [first, ...others] = chosen;
  if (first === undefined) return [];
  if (others.length === 0) return callMembers(first, 'expected_tool', 'expected_args');
  const texts = chosen.map((call) => {
    const members = callMembers(call, 'tool', 'args');
    return `{${members.map(([key, text]) => `"${key}":${text}`).join(',')}}`;
  });
  return [['expected_calls', `[${texts.join(',')}]`]];
}

function callMembers(call: CallDraft, toolKey: string, argsKey: string): readonly TextMember[] {
  const [only, ...others] = call.tools;
  const tool: Json = others.length === 0 && only !== undefined ? only : call.tools;
  const text = argumentsText(argumentsOf(call));
  return [[toolKey, stringifyAsWritten(tool)], ...(text === '' ? [] : [[argsKey, text] as const])];
}

/** On one line, where it is JSON: a line of the exported file is one answer. */
function argumentsText(args: ArgumentsDraft): string {
  if (args.view === 'form') return args.tree === null ? '' : formatTree(args.tree);
  const parsed = parseTree(args.text);
  return parsed.ok ? formatTree(parsed.tree) : args.text.trim();
}

function ratingMembers(draft: Draft, asked: Asked): readonly TextMember[] {
  const statements = statementsOf(asked);
  const met = statements.flatMap(({ id }) => {
    const mark = draft.met.find((statement) => statement.id === id);
    return mark === undefined ? [] : [`${JSON.stringify(id)}:${mark.isMet}`];
  });
  const key = statements.length > 0 ? 'score' : 'rating';
  return [
    ...(draft.rating === null ? [] : [[key, draft.rating] as const]),
    ...(met.length === 0 ? [] : [['met', `{${met.join(',')}}`] as const]),
  ];
}

function textMember(key: string, value: string): readonly TextMember[] {
  const text = value.trim();
  return text === '' ? [] : [[key, JSON.stringify(text)]];
}
