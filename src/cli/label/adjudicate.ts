import { createInterface } from 'node:readline';
import { isJsonObject, parseJson, stringifyJson } from '#core';
import {
  type Answer,
  checkLabels,
  checkReviewer,
  expectedLabels,
  type FilledRow,
  importLabels,
  isRating,
  ratedCall,
  type Task,
  toolsOffered,
} from '#dataset';
import { askedText, contextText, conversationText, makeVisible, runText } from '#reporters';
import { EXIT } from '#run';
import { readCatalogFlag } from '../flags/catalog-flag.ts';
import { printIssues } from '../output/print-issues.ts';
import { importContext, openLabelled } from './label-context.ts';
import { OutputError } from '../output/output.ts';

/** The flags of `label adjudicate` as commander gives them. */
export interface AdjudicateFlags {
  readonly reviewer: string;
  readonly task?: string;
  readonly catalog?: string;
}

const RATE = 'is the rating, and a clause of the guide may follow it; s skips; q ends';
const HELP: Readonly<Record<Task, string>> = {
  label:
    '1, 2, … takes that label; a tool that was offered, none, or a label as JSON is another; s skips; q ends',
  rate: `1, 0.5 or 0 ${RATE}`,
  'rate-answer': `1, 0.5 or 0 ${RATE}`,
  'rate-goal': `1 (achieved) or 0 ${RATE}`,
};

/** Walks a third person through the cases that reviewers disagree on. Each decision is on disk before the next is asked for. */
export async function adjudicate(folder: string, flags: AdjudicateFlags): Promise<number> {
  const reviewer = checkReviewer(flags.reviewer);
  const context = await openLabelled(folder, flags.task);
  const { sample, book, questions } = context;
  const checked = importContext(context);
  const labels = book.task === 'rate' ? expectedLabels(context) : null;
  const disputed = [...sample.cases.values()].filter(
    ({ id }) => book.settle(id).state === 'disputed' && !book.isReviewer(reviewer, id),
  );
  const catalog = await readCatalogFlag(flags.catalog);
  const toolsOf = toolsOffered(sample.cases.values(), catalog);
  const tell = (text: string): void => {
    for (const line of text.split('\n')) process.stdout.write(`${makeVisible(line)}\n`);
  };
  if (disputed.length > 0 && sample.guide !== null) tell(sample.guide);
  tell(`${disputed.length} disputed cases for ${reviewer}. ${HELP[book.task]}`);
  const lines = createInterface({ input: process.stdin, terminal: false })[Symbol.asyncIterator]();
  let decided = 0;
  let lastContext: string | null = null;
  for (const [index, one] of disputed.entries()) {
    const { id, input, before } = one;
    const opinions = book.opinionsOf(id);
    tell(`\n${index + 1} of ${disputed.length}, case ${id}`);
    const context = contextText(input);
    // Most cases of an agent have one system prompt.
    if (context !== null)
      tell(context === lastContext ? 'context: as before' : `context:\n${context}`);
    lastContext = context;
    const conversation = conversationText(input);
    tell(conversation ?? (typeof input === 'string' ? `user: ${input}` : stringifyJson(input)));
    if (conversation === null && before.length > 0) tell(`called before: ${stringifyJson(before)}`);
    const rated = labels === null ? null : ratedCall(one, labels);
    if (rated !== null) {
      tell(`expected: ${stringifyJson(rated.expected)}`);
      tell(`called:   ${stringifyJson(rated.called)}`);
    }
    const question = questions?.get(id);
    if (question !== undefined) tell(`${runText(question)}\n${askedText(question)}`);
    opinions.forEach((opinion, i) => tell(`  ${i + 1}  ${formatOpinion(opinion)}`));
    for (;;) {
      if (process.stdin.isTTY) process.stdout.write('> ');
      const { value: line, done } = await lines.next();
      const said = done === true ? 'q' : line.trim();
      if (said === 's') break;
      if (said === 'q') return end(decided, disputed.length);
      const row: FilledRow = {
        value: {
          id,
          ...answerFrom(
            said,
            opinions,
            toolsOf(one).map(({ name }) => name),
            book.task,
          ),
        },
        where: {},
      };
      const source = {
        reviewer,
        role: 'adjudicate',
        time: new Date().toISOString(),
        revise: false,
        catalog,
        seen: book,
      } as const;
      const { records, issues } = checkLabels(sample, book, [row], source);
      if (records.length === 0) {
        printIssues(issues);
        tell(HELP[book.task]);
        continue;
      }
      const outcome = await importLabels(folder, [row], { ...source, ...checked });
      if (!outcome.ok) throw new OutputError(outcome.issue);
      // What another process added meanwhile may leave nothing to decide.
      printIssues(outcome.checked.issues);
      decided += outcome.checked.issues.length === 0 ? 1 : 0;
      break;
    }
  }
  return end(decided, disputed.length);
}

function end(decided: number, disputed: number): number {
  process.stdout.write(`${decided} of ${disputed} decided\n`);
  return EXIT.ok;
}

/** What a reviewer said, and why. */
function formatOpinion({ rationale, ...answer }: Answer): string {
  return `${stringifyJson(answer)}${typeof rationale === 'string' ? `  ${rationale}` : ''}`;
}

/** What was typed: a rating, the number of an opinion, a label as JSON, or a tool that was offered. */
function answerFrom(
  said: string,
  opinions: readonly Answer[],
  tools: readonly string[],
  task: Task,
): Answer {
  if (isRating(task)) {
    const [rating = '', ...clause] = said.split(/\s+/);
    return { rating, clause: clause.join(' ') };
  }
  const opinion = /^\d+$/.test(said) ? opinions[Number(said) - 1] : undefined;
  if (opinion !== undefined) return opinion;
  if (said.startsWith('{')) {
    const parsed = parseJson(said);
    return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  }
  // A typing mistake is not a tool.
  const isTool = said === 'none' || tools.length === 0 || tools.includes(said);
  return isTool && said !== '' ? { expected_tool: said } : {};
}
