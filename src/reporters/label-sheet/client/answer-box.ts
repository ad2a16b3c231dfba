import type { SheetRow } from '../sheet.ts';
import {
  type Answer,
  choicesOf,
  choiceText,
  choose,
  chooseAlso,
  chosenIn,
  mark,
  type SheetData,
  statementsOf,
  toolsIn,
  withArguments,
} from './answer.ts';
import type { AnswerStore } from './answer-store.ts';
import { answerView } from './call-view.ts';
import { make, section } from './dom.ts';

/** The part of the page in which a case is answered. */
export class AnswerBox {
  readonly element: HTMLElement;
  readonly #task: SheetData['task'];
  readonly #row: SheetRow;
  readonly #answers: AnswerStore;
  readonly #onChange: () => void;

  constructor(task: SheetData['task'], row: SheetRow, answers: AnswerStore, onChange: () => void) {
    this.#task = task;
    this.#row = row;
    this.#answers = answers;
    this.#onChange = onChange;
    this.element = section(titleOf(task, row));
    this.element.id = 'answer';
  }

  /** Chooses one answer, or where several will do another one besides. */
  choose(choice: string, isAlso: boolean): void {
    const next = isAlso ? chooseAlso : choose;
    const hasStatements = statementsOf(this.#row).length > 0;
    this.#change(next(this.#task, this.#answer, choice, hasStatements));
  }

  /** Marks the first statement that is open. */
  markNext(isMet: boolean): void {
    const { met = {} } = this.#answer ?? {};
    const open = statementsOf(this.#row).find(({ id }) => met[id] === undefined);
    if (open !== undefined) this.#change(mark(this.#answer, open.id, isMet));
  }

  /** Takes the answer back. */
  clear(): void {
    this.#change(null);
  }

  /** Draws the answer. Only this part is drawn again when it changes, so that unfolded values stay so. */
  draw(): void {
    const answer = this.#answer;
    const [title] = this.element.children;
    const buttons = [...this.element.querySelectorAll<HTMLElement>('.choices button')];
    const focused = buttons.findIndex((button) => button === document.activeElement);
    const list = this.#choices();
    const statements = statementsOf(this.#row).map((one) => this.#statement(one));
    this.element.replaceChildren(...(title === undefined ? [] : [title]), list, ...statements);
    this.element.append(...(this.#task === 'label' ? this.#labelFields() : []));
    if (answer !== null) this.element.append(...this.#reasonFields(answer));
    [...this.element.querySelectorAll<HTMLElement>('.choices button')][focused]?.focus();
  }

  get #answer(): Answer | null {
    return this.#answers.get(this.#row.id);
  }

  #set(answer: Answer | null): void {
    this.#answers.set(this.#row.id, answer);
  }

  #change(answer: Answer | null): void {
    this.#set(answer);
    this.draw();
    this.#onChange();
  }

  #choices(): HTMLElement {
    const list = make('div', undefined, 'choices');
    const chosen = chosenIn(this.#task, this.#answer);
    choicesOf(this.#task, this.#row).forEach((choice, place) => {
      const digit = place < 9 ? String(place + 1) : '';
      const key = choice === 'none' && this.#task === 'label' ? 'n' : digit;
      const button = choiceButton(key, choiceText(this.#row, choice), chosen.includes(choice));
      button.addEventListener('click', (event) => this.choose(choice, event.shiftKey));
      list.append(button);
    });
    return list;
  }

  /** A statement, and whether it is true of the answer. */
  #statement({ id, text }: { readonly id: string; readonly text: string }): HTMLElement {
    const box = make('div', undefined, 'statement choices');
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', text);
    const met = this.#answer?.met?.[id];
    const buttons = [true, false].map((isMet) => {
      const button = choiceButton('', isMet ? 'yes' : 'no', met === isMet);
      button.addEventListener('click', () => this.#change(mark(this.#answer, id, isMet)));
      return button;
    });
    box.append(make('span', text), ...buttons);
    return box;
  }

  #labelFields(): readonly HTMLElement[] {
    const answer = this.#answer;
    const tools = toolsIn(answer);
    const choices = choicesOf(this.#task, this.#row);
    const other = make('input');
    other.id = 'other';
    other.setAttribute('list', 'known');
    other.value = tools.find((tool) => !choices.includes(tool)) ?? '';
    other.addEventListener('change', () => {
      if (other.value.trim() !== '') this.choose(other.value.trim(), false);
    });
    const fields = [labelled('Another tool', other)];
    if (answer !== null && 'expected_calls' in answer) fields.push(answerView({ ...answer }));
    if (tools.length > 0) fields.push(this.#argumentsField(answer));
    return fields;
  }

  #argumentsField(answer: Answer | null): HTMLElement {
    const args = answer?.expected_args;
    const area = textArea('arguments', args === undefined ? '' : JSON.stringify(args));
    area.addEventListener('input', () => {
      const next = withArguments(this.#answer, area.value);
      area.setAttribute('aria-invalid', String(next === null));
      if (next !== null) this.#set(next);
    });
    return labelled('Arguments as JSON, where they follow from the conversation', area);
  }

  #reasonFields(answer: Answer): readonly HTMLElement[] {
    const why = textArea('rationale', answer.rationale ?? '');
    why.addEventListener('input', () => this.#set({ ...this.#answer, rationale: why.value }));
    const undo = make('button');
    undo.type = 'button';
    undo.append(make('kbd', 'u'), ' ', make('span', 'Take back'));
    undo.addEventListener('click', () => this.clear());
    const fields = [labelled('Why', why), undo];
    return this.#task === 'rate' ? [this.#clauseField(answer), ...fields] : fields;
  }

  #clauseField(answer: Answer): HTMLElement {
    const clause = make('input');
    clause.id = 'clause';
    clause.maxLength = 100;
    clause.value = answer.clause ?? '';
    clause.addEventListener('input', () =>
      this.#set({ ...this.#answer, clause: clause.value.trim() }),
    );
    return labelled('The clause of the guide that decides, where one does', clause);
  }
}

function titleOf(task: SheetData['task'], { question }: SheetRow): string {
  if (task === 'label') return 'Which tool should be called now?';
  if (question === undefined) return 'How good are the arguments?';
  if (question.kind === 'goal') return 'Did the user get what they wanted?';
  return question.statements.length === 0
    ? 'How good is the answer, by the rubric?'
    : question.rubric === null
      ? 'What is true of the answer?'
      : 'How good is the answer by the rubric, and what is true of it?';
}

function choiceButton(key: string, text: string, isChosen: boolean): HTMLButtonElement {
  const button = make('button');
  button.type = 'button';
  if (key !== '') button.append(make('kbd', key), ' ');
  button.append(make('span', text));
  button.setAttribute('aria-pressed', String(isChosen));
  return button;
}

function textArea(id: string, value: string): HTMLTextAreaElement {
  const area = make('textarea');
  area.id = id;
  area.value = value;
  area.rows = 3;
  return area;
}

function labelled(title: string, field: HTMLInputElement | HTMLTextAreaElement): HTMLElement {
  const label = make('label', title);
  field.spellcheck = false;
  label.append(field);
  return label;
}
