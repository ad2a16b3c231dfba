import { redactText } from '#core';
import type { ChatUsage } from '../chat.ts';
import { isSameModel } from './same-model.ts';
import { UnusableAnswer } from './unusable-answer.ts';

/** Throws where another model answered than was asked. A provider that does not say which one did is believed. */
export function requireSameModel(
  label: string,
  expected: string,
  { model, usage }: { readonly model: string; readonly usage: ChatUsage | null },
): void {
  if (expected === '*' || model === '' || isSameModel(expected, model)) return;
  throw new UnusableAnswer(
    'MODEL_OTHER',
    `${label} was asked and ${redactText(model).slice(0, 100)} answered`,
    usage,
    {
      isFinal: true,
      hint: 'where that is another name of the same model, write it as `answers_as`',
    },
  );
}
