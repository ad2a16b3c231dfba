import { SHEET_VIEW_SCRIPT } from './sheet-view-script.ts';

/**
 * What the labelling page does. Text of cases becomes text nodes only. Written as a script, not as a module: the page
 * has no server and its policy names the hash of exactly this text.
 */
export const SHEET_SCRIPT: string = `${SHEET_VIEW_SCRIPT}
const sheet = JSON.parse(document.getElementById('sheet').textContent);
const rows = sheet.rows;
const isRating = sheet.task === 'rate';
const store = 'whichtool ' + sheet.task + ' ' + sheet.reviewer + ' ' + sheet.key;
const answers = new Map(rows.map((row) => [row.id, row.answer === null ? null : { ...row.answer, rationale: row.rationale || '' }]));
// What is known to exist, for cases that do not tell which tools were offered.
const known = make('datalist');
known.id = 'known';
const fullName = (call) => (own(call, 'server') ? own(call, 'server') + '.' : '') + own(call, 'name');
for (const name of new Set(rows.flatMap((row) => [...row.tools, ...row.before.filter((call) => own(call, 'name')).map(fullName)])))
  known.append(make('option', name));
document.body.append(known);
let at = 0;
let unsaved = false;
const byId = (id) => document.getElementById(id);
try {
  const kept = JSON.parse(localStorage.getItem(store) || '[]');
  for (const [id, answer] of kept) if (answers.has(id)) answers.set(id, answer);
} catch { /* what cannot be kept is not kept */ }
const keep = () => {
  unsaved = true;
  try { localStorage.setItem(store, JSON.stringify([...answers])); } catch { /* the save button is there */ }
};
const choices = (row) => isRating ? ['1', '0.5', '0'] : [...row.tools, 'none'];
const chosen = (answer) => {
  if (!answer) return null;
  if (isRating) return String(answer.rating);
  if ('expected_calls' in answer) return null;
  return answer.expected_tool === null ? 'none' : answer.expected_tool;
};
const set = (row, change) => {
  const before = answers.get(row.id) || {};
  answers.set(row.id, { ...before, ...change });
  keep();
};
const choose = (row, choice) => {
  const { rationale = '', clause = '' } = answers.get(row.id) || {};
  if (isRating) answers.set(row.id, { rating: Number(choice), ...(clause ? { clause } : {}), rationale });
  else answers.set(row.id, { expected_tool: choice, rationale });
  keep();
  drawAnswer();
};
const toolsIn = (answer) => [chosen(answer)].flat().filter((one) => typeof one === 'string' && one !== 'none');
// One more tool that will do, or one less.
const chooseAlso = (row, choice) => {
  const answer = answers.get(row.id);
  const before = toolsIn(answer);
  if (isRating || choice === 'none' || before.length === 0) { choose(row, choice); return; }
  const now = before.includes(choice) ? before.filter((one) => one !== choice) : [...before, choice];
  if (now.length === 0) { clear(row); return; }
  answers.set(row.id, { ...answer, expected_tool: now.length === 1 ? now[0] : now });
  keep();
  drawAnswer();
};
const clear = (row) => { answers.set(row.id, null); keep(); drawAnswer(); };
const field = (name, title, value, onInput) => {
  const label = make('label', title);
  const area = make('textarea');
  area.id = name;
  area.value = value;
  area.rows = 3;
  area.spellcheck = false;
  area.addEventListener('input', () => onInput(area));
  label.append(area);
  return label;
};
const setArguments = (row, area) => {
  const text = area.value.trim();
  const answer = { ...(answers.get(row.id) || {}) };
  delete answer.expected_args;
  let wrong = false;
  if (text !== '') {
    try {
      const value = JSON.parse(text);
      if (value === null || typeof value !== 'object' || Array.isArray(value)) wrong = true;
      else answer.expected_args = value;
    } catch { wrong = true; }
  }
  area.setAttribute('aria-invalid', String(wrong));
  if (!wrong) { answers.set(row.id, answer); keep(); }
};
const draw = () => {
  const row = rows[at];
  const main = byId('case');
  main.replaceChildren();
  if (!row) { main.append(make('p', 'There is nothing to label.')); return; }
  main.append(make('p', 'Case ' + (at + 1) + ' of ' + rows.length + ' · ' + row.id, 'where'));
  main.append(...contextView(row.input), conversation(row.input));
  if (row.before.length > 0 && !tellsCalls(row.input)) main.append(section('Called before', callList(row.before)));
  if (row.rated) main.append(ratedView(row.rated));
  row.opinions.forEach((opinion, i) => main.append(section('Opinion ' + (i + 1), answerView(opinion), ...reason(opinion))));
  const box = section(isRating ? 'How good are the arguments?' : 'Which tool should be called now?');
  box.id = 'answer';
  main.append(box);
  drawAnswer();
};
// Only the answer is drawn anew when it changes, so that what was unfolded stays so.
const drawAnswer = () => {
  const row = rows[at];
  const answer = answers.get(row.id);
  const box = byId('answer');
  const held = [...box.querySelectorAll('.choices button')].indexOf(document.activeElement);
  const list = make('div', undefined, 'choices');
  choices(row).forEach((choice, i) => {
    const button = make('button');
    button.type = 'button';
    const key = choice === 'none' && !isRating ? 'n' : i < 9 ? String(i + 1) : '';
    if (key) button.append(make('kbd', key), ' ');
    button.append(make('span', choice));
    button.setAttribute('aria-pressed', String([chosen(answer)].flat().includes(choice)));
    button.addEventListener('click', (event) => (event.shiftKey ? chooseAlso : choose)(row, choice));
    list.append(button);
  });
  box.replaceChildren(box.firstElementChild, list);
  if (!isRating) {
    const other = make('label', 'Another tool');
    const input = make('input');
    input.id = 'other';
    input.spellcheck = false;
    input.setAttribute('list', 'known');
    const now = toolsIn(answer);
    input.value = now.find((one) => !choices(row).includes(one)) || '';
    input.addEventListener('change', () => { if (input.value.trim() !== '') choose(row, input.value.trim()); });
    other.append(input);
    box.append(other);
    if (answer && 'expected_calls' in answer) box.append(answerView(answer));
    if (now.length > 0)
      box.append(field('arguments', 'Arguments as JSON, where they follow from the conversation', answer.expected_args ? JSON.stringify(answer.expected_args) : '', (area) => setArguments(row, area)));
  }
  if (answer && isRating) {
    const clause = make('label', 'The clause of the guide that decides, where one does');
    const input = make('input');
    input.id = 'clause';
    input.maxLength = 100;
    input.spellcheck = false;
    input.value = answer.clause || '';
    input.addEventListener('input', () => set(row, { clause: input.value.trim() }));
    clause.append(input);
    box.append(clause);
  }
  if (answer) {
    box.append(field('rationale', 'Why', answer.rationale || '', (area) => set(row, { rationale: area.value })));
    const undo = make('button');
    undo.append(make('kbd', 'u'), ' ', make('span', 'Take back'));
    undo.type = 'button';
    undo.addEventListener('click', () => clear(row));
    box.append(undo);
  }
  if (held >= 0) list.children[held].focus();
  const done = rows.filter((one) => isDone(answers.get(one.id))).length;
  byId('progress').textContent = done + ' of ' + rows.length + ' done';
  byId('bar').value = done;
};
const isDone = (answer) => !!answer && ('rating' in answer || 'expected_tool' in answer || 'expected_calls' in answer);
// A long conversation is read from its end, where the question stands.
const showAnswer = () => { const box = byId('answer'); if (box) box.scrollIntoView({ block: 'end' }); };
const go = (step) => { at = Math.max(0, Math.min(rows.length - 1, at + step)); draw(); scrollTo(0, 0); showAnswer(); };
const save = () => {
  const lines = rows.filter((row) => isDone(answers.get(row.id))).map((row) => {
    const { rationale, clause, ...answer } = answers.get(row.id);
    return JSON.stringify({ id: row.id, case_hash: row.caseHash, ...(sheet.guideHash ? { guide_hash: sheet.guideHash } : {}), ...answer, ...(clause ? { clause } : {}), ...(rationale ? { rationale } : {}) }) + '\\n';
  });
  const link = make('a');
  link.href = URL.createObjectURL(new Blob(lines, { type: 'application/jsonl' }));
  link.download = sheet.reviewer + '.jsonl';
  link.click();
  unsaved = false;
};
byId('save').addEventListener('click', save);
byId('next').addEventListener('click', () => go(1));
byId('previous').addEventListener('click', () => go(-1));
addEventListener('beforeunload', (event) => { if (unsaved) event.preventDefault(); });
addEventListener('keydown', (event) => {
  const row = rows[at];
  if (event.key === 'Escape') { document.activeElement.blur(); return; }
  if (/^(?:INPUT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey || !row) return;
  const options = choices(row);
  const focus = (id) => { const found = byId(id); if (found) { event.preventDefault(); found.focus(); } };
  if (event.key === 'j' || event.key === 'ArrowRight') go(1);
  else if (event.key === 'k' || event.key === 'ArrowLeft') go(-1);
  else if (event.key === 'n' && !isRating) choose(row, 'none');
  else if (/^Digit[1-9]$/.test(event.code) || /^[1-9]$/.test(event.key)) {
    // With shift a key gives another sign, on each keyboard its own.
    const choice = options[Number(/^[1-9]$/.test(event.key) ? event.key : event.code.slice(5)) - 1];
    if (choice !== undefined && (isRating || choice !== 'none')) (event.shiftKey ? chooseAlso : choose)(row, choice);
  }
  else if (event.key === 'u') clear(row);
  else if (event.key === 'o') focus('other');
  else if (event.key === 'a') focus('arguments');
  else if (event.key === 'c') focus('clause');
  else if (event.key === 'r') focus('rationale');
  else if (event.key === 's') save();
});
const first = rows.findIndex((row) => !isDone(answers.get(row.id)));
at = Math.max(0, first);
draw();
showAnswer();
`;
