import {
  type AnyQuestion,
  type AnyVerdict,
  type AnswerQuestion,
  type AnswerVerdict,
  type ArgumentsQuestion,
  type ArgumentsVerdict,
  type GoalVerdict,
  isJsonObject,
  type JsonObject,
  parseJson,
  redactText,
  type ToolsVerdict,
} from '#core';
import { cutReason } from './cut-reason.ts';
import { answerSchemaOf, propertiesOf } from './prompt/answer-schema.ts';
import {
  AnswerFault,
  booleanAt,
  gradeAt,
  objectsAt,
  requireMembers,
  textAt,
} from './reply-members.ts';

export type ParsedVerdict =
  | { readonly ok: true; readonly verdict: AnyVerdict }
  /** In our own words: nothing of the answer is quoted. */
  | { readonly ok: false; readonly fault: string };

/**
 * The verdict that an answer states: exactly one JSON object of the form asked for. Anything else is not an answer.
 * Nothing is clamped, converted or searched for in a longer text.
 */
export function parseVerdict(text: string, question: AnyQuestion): ParsedVerdict {
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, fault: describeSyntax(text) };
  if (!isJsonObject(parsed.value)) return { ok: false, fault: 'it is not a JSON object' };
  try {
    return { ok: true, verdict: readVerdict(parsed.value, question, keepReason) };
  } catch (error) {
    if (error instanceof AnswerFault) return { ok: false, fault: error.message };
    throw error;
  }
}

/** A reason as it is kept: a judge may write what looks like a secret although the question has none. */
function keepReason(text: string): string {
  return cutReason(redactText(text));
}

/** How a reason is kept. */
type Keep = (reason: string) => string;

/** Throws an AnswerFault where an object is not an answer to the question. */
function readVerdict(reply: JsonObject, question: AnyQuestion, keep: Keep): AnyVerdict {
  requireMembers(reply, propertiesOf(answerSchemaOf(question)), 'the answer');
  if (question.kind === 'arguments') return readArguments(reply, question, keep);
  if (question.kind === 'answer') return readAnswer(reply, question, keep);
  return question.kind === 'tools' ? readTools(reply, keep) : readGoal(reply, keep);
}

function readArguments(
  reply: JsonObject,
  question: ArgumentsQuestion,
  keep: Keep,
): ArgumentsVerdict {
  const names = new Set([...Object.keys(question.expected), ...Object.keys(question.actual)]);
  const each = objectsAt(reply, 'arguments').map((item) => {
    requireMembers(item, ['argument', 'reason', 'score'], 'an entry of "arguments"');
    const argument = textAt(item, 'argument');
    if (!names.delete(argument))
      throw new AnswerFault('"arguments" names an argument that is not there, or one twice');
    return { argument, score: gradeAt(item), reason: keep(textAt(item, 'reason')) };
  });
  const score = gradeAt(reply);
  const reason = keep(textAt(reply, 'reason'));
  return { kind: 'arguments', score, reason, ...(each.length === 0 ? {} : { each }) };
}

function readAnswer(
  reply: JsonObject,
  { rubric, statements }: AnswerQuestion,
  keep: Keep,
): AnswerVerdict {
  const byId = new Map<string, JsonObject>();
  for (const item of objectsAt(reply, 'statements')) {
    requireMembers(item, ['id', 'reason', 'met'], 'an entry of "statements"');
    const id = textAt(item, 'id');
    if (byId.has(id)) throw new AnswerFault('"statements" has an id twice');
    byId.set(id, item);
  }
  const decided = statements.map(({ id }) => {
    const item = byId.get(id);
    if (item === undefined) throw new AnswerFault('"statements" lacks an id of the question');
    byId.delete(id);
    return { id, met: booleanAt(item, 'met'), reason: keep(textAt(item, 'reason')) };
  });
  if (byId.size > 0) throw new AnswerFault('"statements" has an id that is not of the question');
  return {
    kind: 'answer',
    score: rubric === null ? null : gradeAt(reply),
    statements: decided,
    reason: keep(textAt(reply, 'reason')),
  };
}

function readTools(reply: JsonObject, keep: Keep): ToolsVerdict {
  const same = booleanAt(reply, 'same');
  return { kind: 'tools', same, reason: keep(textAt(reply, 'reason')) };
}

function readGoal(reply: JsonObject, keep: Keep): GoalVerdict {
  const achieved = booleanAt(reply, 'achieved');
  return { kind: 'goal', achieved, reason: keep(textAt(reply, 'reason')) };
}

/** A stored verdict with its members in the order of a new one; null where it could not have been an answer to the question. */
export function restoreVerdict(verdict: JsonObject, question: AnyQuestion): AnyVerdict | null {
  const { kind, each = [], score = null, ...rest } = verdict;
  if (kind !== question.kind) return null;
  try {
    return readVerdict(
      {
        ...rest,
        ...(score === null ? {} : { score }),
        ...(kind === 'arguments' ? { arguments: each } : {}),
      },
      question,
      cutReason,
    );
  } catch (error) {
    if (error instanceof AnswerFault) return null;
    throw error;
  }
}

function describeSyntax(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'it is empty';
  if (start.startsWith('```')) return 'it is inside a code fence';
  if (!start.startsWith('{')) return 'it does not begin with "{"';
  return 'it is not one whole JSON object: it ends too early, goes on behind its end, repeats a key or is not JSON';
}
