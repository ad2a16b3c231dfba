import { type AnyQuestion, type Json, type JudgedRun, Redactor, SECRETS_ONLY } from '#core';

/**
 * What a judge sees of a question. Expected and actual values have names without a verdict in them. Questions come
 * without secrets; what still looks like one does not leave this machine.
 */
export function promptData(question: AnyQuestion): Json {
  const data = dataOf(question);
  const redactor = new Redactor(SECRETS_ONLY);
  redactor.reserve(data);
  return redactor.json(data);
}

function dataOf(question: AnyQuestion): Json {
  if (question.kind === 'tools') return { tools: question.tools.map((tool) => ({ ...tool })) };
  if (question.kind === 'arguments') {
    const { input, tool, expected, actual } = question;
    return { user_input: input, tool, reference: expected, candidate: actual };
  }
  const run = runData(question.run);
  if (question.kind === 'goal') return { ...run, reference: question.reference };
  return { ...run, rubric: question.rubric, statements: question.statements };
}

function runData({ input, steps, output, cut }: JudgedRun): { readonly [key: string]: Json } {
  return { user_input: input, steps, final_answer: output, characters_left_out: cut };
}
