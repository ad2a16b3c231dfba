import { stringifyJson } from '#core';
import { type LabelBook, ratedCall } from '#dataset';
import {
  askedText,
  clip,
  contextText,
  conversationText,
  ratedText,
  runText,
  type SheetRow,
} from '#reporters';

type PrintedCase = Parameters<typeof ratedCall>[0];

/** Writes cases as people read them, one after the other. */
export class CasePrinter {
  readonly #labels: LabelBook | null;
  readonly #width: number;
  #lastContext: string | null = null;

  /** `labels` are those whose arguments are rated; null where something else is. */
  constructor(labels: LabelBook | null, width: number) {
    this.#labels = labels;
    this.#width = width;
  }

  format(sampledCase: PrintedCase, question: SheetRow['question']): string {
    const { input, before } = sampledCase;
    const conversation = conversationText(input);
    const rated = this.#labels === null ? null : ratedCall(sampledCase, this.#labels);
    const said =
      (conversation === null ? null : shortenResults(conversation)) ??
      (typeof input === 'string' ? `user: ${input}` : stringifyJson(input));
    // A run that has what the user said shows it between its calls.
    const isInRun = question?.run.steps.some(({ role }) => role === 'user') === true;
    return [
      ...this.#context(contextText(input)),
      ...(isInRun ? [] : [said]),
      ...(conversation === null && before.length > 0
        ? [`called before: ${stringifyJson(before)}`]
        : []),
      ...(rated === null ? [] : [ratedText(rated, this.#width)]),
      ...(question === undefined ? [] : [runText(question), askedText(question)]),
    ].join('\n');
  }

  /** Most cases of an agent have one system prompt. */
  #context(context: string | null): readonly string[] {
    const isRepeated = context === this.#lastContext;
    this.#lastContext = context;
    if (context === null) return [];
    return [isRepeated ? 'context: as before' : `context:\n${context}`];
  }
}

/** Results of tools are the longest part of a conversation; the html sheet has all of them. */
function shortenResults(conversation: string): string {
  const lines = conversation.split('\n').map((line) => {
    if (!line.startsWith('tool') || line.length <= MAX_RESULT) return line;
    return `${clip(line, MAX_RESULT)} (${line.length} characters, all of them are in the html sheet)`;
  });
  return lines.join('\n');
}

const MAX_RESULT = 400;
