import type { Json } from '#core';
import type { SheetRow } from '../sheet.ts';
import { AnswerBox } from './answer-box.ts';
import { AnswerStore } from './answer-store.ts';
import { choicesOf, formatAnswer, isDone, type SheetData } from './answer.ts';
import { answerView, callList } from './call-view.ts';
import { contextView, conversationView, recordsCalls } from './conversation-view.ts';
import { byId, make, section } from './dom.ts';
import { enableKeys } from './keys.ts';
import { textMember } from './member.ts';
import { ratedView } from './rated-view.ts';
import { runView } from './run-view.ts';

const sheet: SheetData = JSON.parse(byId('sheet').textContent);
const { task, rows } = sheet;
const answers = new AnswerStore(sheet, () => localStorage);
let place = Math.max(
  0,
  rows.findIndex((row) => !isDone(answers.get(row.id), row)),
);
let box: AnswerBox | null = null;

/** The tools of all cases, to suggest where a case does not record which were offered. */
function knownTools(): HTMLElement {
  const list = make('datalist');
  list.id = 'known';
  const names = rows.flatMap(({ tools, before }) => [...tools, ...before.flatMap(calledTool)]);
  list.append(...[...new Set(names)].map((name) => make('option', name)));
  return list;
}

function calledTool(call: Json): readonly string[] {
  const name = textMember(call, 'name');
  const server = textMember(call, 'server');
  if (name === null || name === '') return [];
  return [server === null || server === '' ? name : `${server}.${name}`];
}

function draw(): void {
  const main = byId('case');
  const row = rows[place];
  if (row === undefined) {
    main.replaceChildren(make('p', 'There is nothing to label.'));
    return;
  }
  box = new AnswerBox(task, row, answers, drawProgress);
  main.replaceChildren(...caseParts(row), box.element);
  box.draw();
  drawProgress();
}

function caseParts({
  id,
  input,
  before,
  rated,
  question,
  opinions,
}: SheetRow): readonly HTMLElement[] {
  const isBeforeShown = before.length > 0 && !recordsCalls(input);
  return [
    make('p', `Case ${place + 1} of ${rows.length} · ${id}`, 'where'),
    ...contextView(input),
    conversationView(input),
    ...(isBeforeShown ? [section('Called before', callList(before))] : []),
    ...(rated === null ? [] : [ratedView(rated)]),
    ...(question === undefined ? [] : runView(question)),
    ...opinions.map((opinion, number) =>
      section(`Opinion ${number + 1}`, answerView(opinion), ...reasonOf(opinion)),
    ),
  ];
}

function reasonOf(opinion: Json): readonly HTMLElement[] {
  const rationale = textMember(opinion, 'rationale');
  return rationale === null ? [] : [make('p', rationale, 'soft why')];
}

function drawProgress(): void {
  const done = rows.filter((row) => isDone(answers.get(row.id), row)).length;
  byId('progress').textContent = `${done} of ${rows.length} done`;
  byId('bar', HTMLProgressElement).value = done;
}

/** A long conversation is read from its end, where the question is. */
function showAnswer(): void {
  box?.element.scrollIntoView({ block: 'end' });
}

function move(step: 1 | -1): void {
  place = Math.max(0, Math.min(rows.length - 1, place + step));
  draw();
  scrollTo(0, 0);
  showAnswer();
}

function save(): void {
  const lines = rows.flatMap((row) => {
    const answer = answers.get(row.id);
    return isDone(answer, row) ? [formatAnswer(row, sheet.guideHash, answer)] : [];
  });
  const link = make('a');
  link.href = URL.createObjectURL(new Blob(lines, { type: 'application/jsonl' }));
  link.download = `${sheet.reviewer}.jsonl`;
  link.click();
  answers.isUnsaved = false;
}

/** The choice with this number; none is chosen by its own key. */
function chooseNumber(number: number, isAlso: boolean): void {
  const row = rows[place];
  const choice = row === undefined ? undefined : choicesOf(task, row)[number - 1];
  if (choice !== undefined && (task === 'rate' || choice !== 'none')) box?.choose(choice, isAlso);
}

document.body.append(knownTools());
byId('save').addEventListener('click', save);
byId('next').addEventListener('click', () => move(1));
byId('previous').addEventListener('click', () => move(-1));
addEventListener('beforeunload', (event) => {
  if (answers.isUnsaved) event.preventDefault();
});
if (rows.length > 0) {
  enableKeys({
    move,
    chooseNumber,
    chooseNone: () => {
      if (task === 'label') box?.choose('none', false);
    },
    mark: (isMet) => box?.markNext(isMet),
    clear: () => box?.clear(),
    save,
  });
}
draw();
showAnswer();
