import { type AnyQuestion, canonicalJson, type Json, type JudgedRun } from '#core';
import { hashText } from './hash-text.ts';
import type { Panel } from '../panel.ts';
import { buildPrompt, reaskText } from './build-prompt.ts';

const RUN: JudgedRun = {
  input: '<input>',
  steps: [{ call: 'call', result: 'line\nline' }],
  output: 'output',
  cut: 1,
};
const STATEMENTS = [{ id: 'id', text: 'text' }];

const TOOL = { server: 'server', name: 'tool', description: 'line\nline', parameters: [] };

/** Questions that show all that prompts of a kind consist of. */
const SAMPLES: { readonly [kind in AnyQuestion['kind']]: readonly AnyQuestion[] } = {
  arguments: [
    {
      kind: 'arguments',
      input: '<input>',
      tool: { name: 'tool', description: 'line\nline', input_schema: {} },
      expected: { a: 1 },
      actual: { a: 2 },
    },
  ],
  answer: [
    { kind: 'answer', run: RUN, rubric: 'rubric', statements: STATEMENTS },
    { kind: 'answer', run: RUN, rubric: null, statements: STATEMENTS },
  ],
  goal: [{ kind: 'goal', run: RUN, reference: 'reference' }],
  tools: [{ kind: 'tools', tools: [TOOL, TOOL] }],
};

/**
 * A hash of all that questions of a kind are asked by: instructions, guide, schemas, and how content becomes data. It
 * is the hash of the prompts of fixed questions, so nothing that a prompt is made of can be forgotten.
 */
export function promptHash({ guide }: Pick<Panel, 'guide'>, kind: AnyQuestion['kind']): string {
  const prompts = SAMPLES[kind].map((question) => buildPrompt(question, guide));
  return hashText(canonicalJson([...(prompts as unknown as readonly Json[]), reaskText('fault')]));
}
