import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import type { ChatTool } from '../chat.ts';
import { lexicalModel } from './lexical-model.ts';

const FOLDER = new URL('../../../../shared/data/bfcl/', import.meta.url);

interface Question {
  readonly question: readonly [readonly { readonly content: string }[]];
  readonly function: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
  }[];
}

function read<T>(path: string): T[] {
  const lines = readFileSync(new URL(path, FOLDER), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

async function pick({ question, function: functions }: Question): Promise<string[]> {
  const tools = functions.map(({ name, description, parameters }): ChatTool => ({
    name,
    description,
    inputSchema: parameters,
  }));
  const text = question[0].map(({ content }) => content).join('\n');
  const { calls } = await lexicalModel().answer(
    {
      system: null,
      messages: [{ role: 'user', text }],
      tools,
      toolChoice: 'auto',
      parallelCalls: null,
      temperature: null,
      seed: null,
      maxTokens: null,
    },
    new AbortController().signal,
  );
  return calls.map(({ name }) => name);
}

/** How many of the questions get exactly the tools that were expected. */
async function countExact(set: string): Promise<number> {
  const questions = read<Question>(`BFCL_v4_${set}.first50.jsonl`);
  const answers =
    set === 'irrelevance'
      ? []
      : read<{ ground_truth: object[] }>(`possible_answer/BFCL_v4_${set}.first50.jsonl`);
  let exact = 0;
  for (const [index, question] of questions.entries()) {
    const truth = answers[index]?.ground_truth ?? [];
    const expected = new Set(truth.flatMap((call) => Object.keys(call)));
    const picked = new Set(await pick(question));
    if (expected.size === picked.size && [...expected].every((name) => picked.has(name))) exact++;
  }
  return exact;
}

// The figures of docs/tools.md.
it.skipIf(!existsSync(FOLDER)).each([
  ['simple_python', 50],
  ['multiple', 46],
  ['parallel', 42],
  ['parallel_multiple', 31],
  ['irrelevance', 33],
])('picks exactly the right tools on BFCL %s for %d of 50 questions', async (set, exact) => {
  expect(await countExact(set)).toBe(exact);
});
