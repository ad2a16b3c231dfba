import { createInterface } from 'node:readline';
import type { JsonObject } from '#core';
import {
  type Answer,
  checkLabels,
  checkReviewer,
  expectedLabels,
  type FilledRow,
  importLabels,
  isRating,
  type OfferedTool,
  toolsOffered,
} from '#dataset';
import { answerLine, makeVisible, opinionsText } from '#reporters';
import { EXIT, importContext, type LabelContext } from '#run';
import { readCatalogFlag } from '../flags/catalog-flag.ts';
import { OutputError } from '../output/output.ts';
import { printIssues } from '../output/print-issues.ts';
import { widthOf } from '../output/terminal.ts';
import { helpText, keysText } from './adjudicate-help.ts';
import { CasePrinter } from './case-text.ts';
import { openLabelled } from './label-context.ts';
import { parseDecision, type TypedAnswer } from './parse-decision.ts';
import { parseRating } from './parse-rating.ts';

/** The flags of `label adjudicate` as commander gives them. */
export interface AdjudicateFlags {
  readonly reviewer: string;
  readonly task?: string;
  readonly catalog?: string;
}

/** Walks a third person through the cases that reviewers disagree on. Each decision is on disk before the next is asked for. */
export async function adjudicate(folder: string, flags: AdjudicateFlags): Promise<number> {
  const reviewer = checkReviewer(flags.reviewer);
  const context = await openLabelled(folder, flags.task);
  const { sample, book, questions } = context;
  const open = [...sample.cases.values()].filter(({ id }) => book.settle(id).state === 'disputed');
  const disputed = open.filter(({ id }) => !book.isReviewer(reviewer, id));
  const catalog = await readCatalogFlag(flags.catalog);
  const toolsOf = toolsOffered(sample.cases.values(), catalog);
  const width = widthOf(process.stdout);
  const printer = new CasePrinter(book.task === 'rate' ? expectedLabels(context) : null, width);
  if (disputed.length > 0 && sample.guide !== null) print(`${sample.guide.trimEnd()}\n`);
  print(`${disputed.length} disputed cases for ${reviewer}.`);
  const excluded = open.length - disputed.length;
  if (excluded > 0)
    print(`${excluded} more are left to others: ${reviewer} reviews them and cannot decide.`);
  if (disputed.length > 0) print(helpText(book.task));
  const lines = createInterface({ input: process.stdin, terminal: false })[Symbol.asyncIterator]();
  const read = async (): Promise<string> => {
    if (process.stdin.isTTY) process.stdout.write('> ');
    const { value, done } = await lines.next();
    return done === true ? 'q' : value.trim();
  };
  let decided = 0;
  for (const [index, sampledCase] of disputed.entries()) {
    const opinions = book.opinionsOf(sampledCase.id);
    const question = questions?.get(sampledCase.id);
    print(`\nCase ${index + 1} of ${disputed.length}, ${sampledCase.id}`);
    print(printer.format(sampledCase, question));
    print(`\n${opinionsText(opinions, width, question)}\n`);
    const answer = await ask(read, {
      context,
      opinions,
      tools: toolsOf(sampledCase),
      source: { reviewer, catalog },
      id: sampledCase.id,
    });
    if (answer === 'quit') return end(decided, disputed.length);
    if (answer === 'skip') continue;
    decided += (await add(folder, context, answer, { reviewer, catalog })) ? 1 : 0;
  }
  return end(decided, disputed.length);
}

/** A case that is asked about. */
interface AskedCase {
  readonly context: LabelContext;
  readonly id: string;
  readonly opinions: readonly Answer[];
  readonly tools: readonly OfferedTool[];
  readonly source: Decider;
}

/** Who decides, and which tools there are. */
interface Decider {
  readonly reviewer: string;
  readonly catalog: Awaited<ReturnType<typeof readCatalogFlag>>;
}

/** Asks until the answer can be used. */
async function ask(
  read: () => Promise<string>,
  askedCase: AskedCase,
): Promise<FilledRow | 'skip' | 'quit'> {
  const { task } = askedCase.context.book;
  for (;;) {
    const said = await read();
    if (said === 's') return 'skip';
    if (said === 'q') return 'quit';
    if (said === '?' || said === 'help') {
      print(helpText(task));
      continue;
    }
    const typed = parseTyped(said, askedCase);
    if (!typed.ok) {
      print(`${typed.message}\n${keysText(task, askedCase.opinions.length)}`);
      continue;
    }
    const row: FilledRow = { value: { ...typed.answer, id: askedCase.id }, where: {} };
    const { sample, book } = askedCase.context;
    const { records, issues } = checkLabels(sample, book, [row], decision(askedCase.source, book));
    if (records.length > 0) {
      print(`→ ${wordsOf(records[0]?.answer ?? {}, askedCase)}`);
      return row;
    }
    printIssues(issues);
    print(keysText(task, askedCase.opinions.length));
  }
}

function parseTyped(said: string, { context, opinions, tools, id }: AskedCase): TypedAnswer {
  return isRating(context.book.task)
    ? parseRating(said, context.questions?.get(id))
    : parseDecision(said, opinions, tools);
}

function wordsOf(answer: JsonObject, { context, id }: AskedCase): string {
  return answerLine(answer, context.questions?.get(id));
}

function decision(
  { reviewer, catalog }: Decider,
  seen: LabelContext['book'],
): Parameters<typeof checkLabels>[3] {
  const time = new Date().toISOString();
  return { reviewer, role: 'adjudicate', time, revise: false, catalog, seen };
}

/** Adds a decision. What another process added meanwhile may leave nothing to decide. */
async function add(
  folder: string,
  context: LabelContext,
  row: FilledRow,
  source: Decider,
): Promise<boolean> {
  const outcome = await importLabels(folder, [row], {
    ...decision(source, context.book),
    ...importContext(context),
  });
  if (!outcome.ok) throw new OutputError(outcome.issue);
  printIssues(outcome.checked.issues);
  return outcome.checked.issues.length === 0;
}

function end(decided: number, disputed: number): number {
  print(`${decided} of ${disputed} decided`);
  return EXIT.ok;
}

function print(text: string): void {
  for (const line of text.split('\n')) process.stdout.write(`${makeVisible(line)}\n`);
}
