import type { SheetRow } from '../sheet.ts';
import {
  type Answer,
  choicesOf,
  choose,
  chooseAlso,
  chosenIn,
  type SheetData,
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
    this.element = section(
      task === 'rate' ? 'How good are the arguments?' : 'Which tool should be called now?',
    );
    this.element.id = 'answer';
  }

  /** Chooses one answer, or where several will do another one besides. */
  choose(choice: string, isAlso: boolean): void {
    const next = isAlso ? chooseAlso : choose;
    this.#change(next(this.#task, this.#answer, choice));
  }

  /** Takes the answer back. */
  clear(): void {
    this.#change(null);
  }

  /** Draws the answer. Only this part is drawn again when it changes, so that unfolded values stay so. */
  draw(): void {
    const answer = this.#answer;
    const [title] = this.element.children;
    const buttons = [...this.element.querySelectorAll('.choices button')];
    const focused = buttons.findIndex((button) => button === document.activeElement);
    const list = this.#choices();
    this.element.replaceChildren(...(title === undefined ? [] : [title]), list);
    this.element.append(...(this.#task === 'label' ? this.#labelFields() : []));
    if (answer !== null) this.element.append(...this.#reasonFields(answer));
    const button = list.children[focused];
    if (button instanceof HTMLElement) button.focus();
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
      const button = make('button');
      button.type = 'button';
      const digit = place < 9 ? String(place + 1) : '';
      const key = choice === 'none' && this.#task === 'label' ? 'n' : digit;
      if (key !== '') button.append(make('kbd', key), ' ');
      button.append(make('span', choice));
      button.setAttribute('aria-pressed', String(chosen.includes(choice)));
      button.addEventListener('click', (event) => this.choose(choice, event.shiftKey));
      list.append(button);
    });
    return list;
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
