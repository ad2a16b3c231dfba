import { canonicalJson, type Json, type Question } from '#core';
import { hashText } from '../hash-text.ts';
import type { Panel } from '../panel.ts';
import { ANSWER_SCHEMAS } from './answer-schema.ts';
import { reaskText, systemText, userText } from './build-prompt.ts';

/** A hash of all that questions of a kind are asked by: instructions, guide and schemas. */
export function promptHash({ guide }: Pick<Panel, 'guide'>, kind: Question['kind']): string {
  return hashText(
    canonicalJson([
      systemText(kind, guide),
      userText(kind, 'FENCE', 'DATA'),
      reaskText('FAULT'),
      ANSWER_SCHEMAS[kind] as unknown as Json,
    ]),
  );
}
