import type { Json, JsonObject } from '#core';
import type { SheetRow } from '../sheet.ts';
import { callLine } from './call-view.ts';
import { fold, make, MAX_CHARS, MAX_MESSAGE_CHARS, section } from './dom.ts';
import { textMember } from './member.ts';

/** A run as the judge sees it, and what it is rated by. */
export function runView(question: NonNullable<SheetRow['question']>): readonly HTMLElement[] {
  const { steps, output, cut } = question.run;
  const said = turn('assistant', 'final answer', fold(output, MAX_MESSAGE_CHARS));
  const left =
    cut === 0 ? [] : [make('p', `${cut} characters are left out, as for the judge.`, 'soft')];
  return [
    section('What the agent did', ...steps.map(stepView), said, ...left),
    ...askedView(question),
  ];
}

/** What was said, or a call with what it returned. */
function stepView(step: JsonObject): HTMLElement {
  const role = textMember(step, 'role');
  if (role !== null)
    return turn(role === 'user' ? 'user' : 'assistant', role, textView(step, 'text'));
  const call = textMember(step, 'call');
  const parts = call === null ? [] : [callLine({ ...step, name: call })];
  const result = Object.hasOwn(step, 'result') ? [textView(step, 'result')] : [];
  return turn('tool', call === null ? 'result' : 'call', ...parts, ...result);
}

function askedView(question: NonNullable<SheetRow['question']>): readonly HTMLElement[] {
  const text = question.kind === 'goal' ? question.reference : question.rubric;
  if (text === null) return [];
  const title = question.kind === 'goal' ? 'What should have come out' : 'Rubric';
  return [section(title, make('p', text, 'why'))];
}

function textView(step: JsonObject, name: string): HTMLElement {
  return fold(step[name] as Json, name === 'text' ? MAX_MESSAGE_CHARS : MAX_CHARS);
}

function turn(kind: string, title: string, ...parts: readonly HTMLElement[]): HTMLElement {
  const box = make('div', undefined, `turn ${kind}`);
  box.append(make('b', title), ...parts);
  return box;
}
