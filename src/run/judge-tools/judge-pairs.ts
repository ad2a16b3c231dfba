import {
  BILLION,
  formatTool,
  type Issue,
  type JudgeAnswer,
  type JudgedPair,
  type JudgedTools,
  joinJudged,
  MIN_DOUBTFUL,
  type ToolSetAnalysis,
  type ToolSetReport,
  toolsQuestion,
  type ToolsQuestion,
  type ToolsVerdict,
} from '#core';
import { askJudges, findInjection, injectionIssue, promptHash } from '#judge';
import { IssueList } from '../issues/issue-list.ts';
import { openStores } from '../judging/open-stores.ts';
import { Interrupted } from '../limits/interrupted.ts';
import type { JudgeToolsOptions } from './judge-options.ts';
import { openToolJudge } from './open-tool-judge.ts';

/** Asks about the doubtful pairs, the most alike first. */
export async function judgePairs(
  { report, doubtful }: ToolSetAnalysis,
  options: JudgeToolsOptions,
  signal: AbortSignal,
): Promise<ToolSetReport> {
  const minimum = options.minDoubtful ?? MIN_DOUBTFUL;
  const all = doubtful(minimum);
  const tools = new Map(report.tools.map((tool) => [formatTool(tool), tool]));
  const asked = all
    .slice(0, options.maxPairs)
    .map((pair) => ({ pair, question: toolsQuestion(pair.members, tools) }));
  const panel = openToolJudge(options);
  const { stores, recorded } = openStores(options);
  const questions = asked.map(({ question }) => question);
  const mayAsk = !options.isReplay;
  const answers = await askJudges(questions, { panel, stores, mayAsk, signal }).finally(() =>
    recorded?.save(),
  );
  if (signal.aborted) throw new Interrupted();
  const firstAnswers = asked.map(({ question }) => answers.of(question)[0]!);
  const pairs = asked.map(({ pair }, at): JudgedPair => {
    const { verdict, error } = firstAnswers[at]!;
    return { ...pair, same: verdict?.same ?? null, reason: verdict?.reason ?? null, error };
  });
  const judged: JudgedTools = {
    model: options.model,
    answeredBy: [...new Set(firstAnswers.flatMap(({ answeredBy }) => answeredBy ?? []))].sort(),
    prompt: promptHash(panel, 'tools'),
    minimum,
    doubtful: all.length,
    pairs,
    sets: joinJudged(report.sets, pairs),
    usage: sumUsage(firstAnswers),
  };
  const issues = listIssues([...answers.issues, ...injections(questions)]);
  return { ...report, judged, issues: [...report.issues, ...issues] };
}

/** What all answers took, kept ones too: the same whether they were asked for now or before. */
function sumUsage(answers: readonly JudgeAnswer<ToolsVerdict>[]): JudgedTools['usage'] {
  const used = answers.flatMap(({ usage }) => usage ?? []);
  const sum = (of: (usage: (typeof used)[number]) => number): number =>
    used.reduce((total, usage) => total + of(usage), 0);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: used.some(({ cost }) => cost === null)
      ? null
      : sum(({ cost }) => Math.round((cost ?? 0) * BILLION)) / BILLION,
  };
}

function injections(questions: readonly ToolsQuestion[]): readonly Issue[] {
  return questions.flatMap((question) => {
    const injection = findInjection(question);
    if (injection === null) return [];
    const names = question.tools.map(formatTool).join(' and ');
    return injectionIssue(`${injection} (${names})`, null);
  });
}

function listIssues(issues: readonly Issue[]): ToolSetReport['issues'] {
  const list = new IssueList(null);
  for (const issue of issues) list.add(issue);
  return list.report().issues;
}
