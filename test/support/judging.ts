import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from '../loopback-model/server.mjs';
import { type LoopbackProgram, startProgram } from '../loopback-model/start-program.ts';
import type { Project } from './driving.ts';

/** A judge that is pinned, and speaks the first of the vendors' formats. */
export const JUDGE = 'openai:gpt-4o-2024-08-06';

/** Waits between attempts are random parts of a span: without chance they take no time. */
export const NO_WAITS: Record<string, string> = {
  NODE_OPTIONS: '--import=data:text/javascript,Math.random=()=>0',
};

/** The scripted model as a program, which says how often it was asked. */
export interface JudgeProgram extends LoopbackProgram {
  asked(): Promise<number>;
}

export async function startJudge(script: Script): Promise<JudgeProgram> {
  const program = await startProgram(script);
  return {
    ...program,
    asked: async () => {
      const response = await fetch(`${program.url}/stats`);
      return ((await response.json()) as { requests: number }).requests;
    },
  };
}

/** The `judge:` of a suite that asks this model. */
export function judgeBy(
  { baseUrls }: Pick<LoopbackProgram, 'baseUrls'>,
  more: object = {},
): object {
  return { model: JUDGE, base_url: baseUrls.openai, ...more };
}

/** A case whose arguments differ from the labelled ones in spelling alone; `word` is a part of all that is judged. */
export function caseOf(id: string, word: string = id, more: object = {}): object {
  const input = `please refund order 1042, ${word}`;
  return {
    id,
    input,
    expected_tool: 'refund',
    expected_args: { order: 'Order 1042', note: word },
    trace: {
      input,
      tool_calls: [
        { name: 'refund', arguments: { order: 'order 1042', note: word }, result: `done ${word}` },
      ],
      output: `I refunded it, ${word}`,
    },
    ...more,
  };
}

/** What the report says of a judged eval. */
export interface JudgedEval {
  readonly name: string;
  readonly verdict: string;
  readonly cases: readonly { readonly id: string; readonly verdict: string }[];
  readonly scores: readonly {
    readonly scorer: string;
    readonly tally: Readonly<Record<string, number>>;
    readonly metrics: Readonly<Record<string, number | null>>;
  }[];
  readonly gates: readonly {
    readonly metric: string;
    readonly outcome: string;
    readonly judged?: boolean;
  }[];
  readonly judge?: {
    readonly questions: number;
    readonly errors: Readonly<Record<string, number>>;
    readonly split: number;
    readonly answeredBy: readonly string[];
    readonly usage: { readonly inputTokens: number; readonly cost: number | null };
    readonly despite?: { readonly total: number };
  };
}

/** The evals of a report, by name. */
export function evalsOf(report: object): Readonly<Record<string, JudgedEval>> {
  const { evals } = report as { evals: readonly JudgedEval[] };
  return Object.fromEntries(evals.map((one) => [one.name, one]));
}

/** Cases by verdict. */
export function casesBy({ cases }: JudgedEval): Readonly<Record<string, readonly string[]>> {
  const lists: Record<string, string[]> = {};
  for (const { id, verdict } of cases) (lists[verdict] ??= []).push(id);
  return lists;
}

/** A hash of the bytes of every file below a folder. */
export function bytesIn(project: Project, folder: string): Readonly<Record<string, string>> {
  const files = project.list(folder).flatMap((name) => {
    try {
      const bytes = readFileSync(join(project.path, folder, name));
      return [[name, createHash('sha256').update(bytes).digest('hex')] as const];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(files);
}
