import { type AnyQuestion, GRADES, type JsonObject } from '#core';
import type { AnswerSchema } from '#drivers';
import { ASKED_REASON_CHARACTERS } from './limits.ts';

// Only what the strict modes of all providers take: every property required, no others, no limits of length. A schema
// does not depend on the question: providers compile each new one.
const REASON: JsonObject = {
  type: 'string',
  description: `Why, in at most ${ASKED_REASON_CHARACTERS} characters.`,
};
const SCORE: JsonObject = { type: 'number', enum: [...GRADES] };

const ARGUMENTS: AnswerSchema = {
  name: 'arguments_verdict',
  // Reasons come before scores: a model that writes a score first only defends it.
  schema: closed({
    arguments: listOf({ argument: { type: 'string' }, reason: REASON, score: SCORE }),
    reason: REASON,
    score: SCORE,
  }),
};

const STATEMENTS = listOf({ id: { type: 'string' }, reason: REASON, met: { type: 'boolean' } });

const ANSWER: AnswerSchema = {
  name: 'answer_verdict',
  schema: closed({ statements: STATEMENTS, reason: REASON, score: SCORE }),
};

const STATEMENTS_ALONE: AnswerSchema = {
  name: 'statements_verdict',
  schema: closed({ statements: STATEMENTS, reason: REASON }),
};

const GOAL: AnswerSchema = {
  name: 'goal_verdict',
  schema: closed({ reason: REASON, achieved: { type: 'boolean' } }),
};

const TOOLS: AnswerSchema = {
  name: 'tools_verdict',
  schema: closed({ reason: REASON, same: { type: 'boolean' } }),
};

/** What the answer to a question must look like. */
export function answerSchemaOf(question: AnyQuestion): AnswerSchema {
  if (question.kind === 'tools') return TOOLS;
  if (question.kind === 'arguments') return ARGUMENTS;
  if (question.kind === 'goal') return GOAL;
  return question.rubric === null ? STATEMENTS_ALONE : ANSWER;
}

/** The names that an answer, or a part of one, must have: all of them and no others. */
export function propertiesOf({ schema }: AnswerSchema): readonly string[] {
  return Object.keys(schema.properties as JsonObject);
}

/** A schema as people write it: `{"reason": "text", "score": 1 | 0.5 | 0}`. */
export function formOf(schema: JsonObject): string {
  if (schema.type === 'array') return `[${formOf(schema.items as JsonObject)}, ...]`;
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties as { readonly [name: string]: JsonObject });
    return `{${members.map(([name, member]) => `"${name}": ${formOf(member)}`).join(', ')}}`;
  }
  if (schema.type === 'number') return GRADES.join(' | ');
  return schema.type === 'boolean' ? 'true | false' : '"text"';
}

function closed(properties: JsonObject): JsonObject {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function listOf(properties: JsonObject): JsonObject {
  return { type: 'array', items: closed(properties) };
}
