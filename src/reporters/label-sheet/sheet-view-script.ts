/**
 * How the labelling page shows a case: a conversation, calls as lines, long values folded. The first part of the page's
 * script; text of cases becomes text nodes only, and members are read only where they are a value's own.
 */
export const SHEET_VIEW_SCRIPT = `'use strict';
const make = (tag, text, name) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (name !== undefined) element.className = name;
  return element;
};
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const own = (value, ...keys) => {
  if (!isObject(value)) return undefined;
  const key = keys.find((one) => Object.hasOwn(value, one) && value[one] !== null);
  return key === undefined ? undefined : value[key];
};
const LONG = 200;
const LONG_SPEECH = 1500;
const show = (value) => typeof value === 'string' ? value : JSON.stringify(value, null, 2);
const fold = (value, most) => {
  const text = show(value);
  const line = typeof value === 'string' ? value : JSON.stringify(value);
  if (line.length <= most) return make('pre', most === LONG ? line : text);
  const box = make('details');
  const head = make('summary');
  head.append(make('span', Array.from(line.slice(0, LONG)).slice(0, -1).join('') + '…', 'preview'));
  box.append(head, make('pre', text));
  return box;
};
const section = (title, ...parts) => {
  const box = make('section');
  box.append(make('h2', title), ...parts);
  return box;
};
const callLine = (call) => {
  const inner = own(call, 'function');
  const name = own(call, 'name', 'tool', 'expected_tool') ?? own(inner, 'name');
  if (typeof name !== 'string') return fold(call, LONG);
  const line = make('div', undefined, 'call');
  const head = make('span', undefined, 'tool-name');
  const server = own(call, 'server');
  if (typeof server === 'string') head.append(make('span', server + '.', 'server'));
  head.append(make('b', name));
  line.append(head);
  const status = own(call, 'status');
  if (typeof status === 'string') line.append(make('span', status, status === 'ok' ? 'tag good' : 'tag bad'));
  const requester = own(call, 'requester');
  if (typeof requester === 'string') line.append(make('span', 'asked by ' + requester, 'tag'));
  const given = own(call, 'arguments', 'args', 'expected_args', 'input') ?? own(inner, 'arguments');
  if (given !== undefined) line.append(fold(given, LONG));
  return line;
};
const callList = (calls) => {
  const list = make('ol', undefined, 'calls');
  for (const call of calls) {
    const entry = make('li');
    entry.append(callLine(call));
    list.append(entry);
  }
  return list;
};
const answerView = (answer) => {
  const calls = own(answer, 'expected_calls');
  if (Array.isArray(calls)) return callList(calls);
  if (isObject(answer) && answer.expected_tool === null) return callLine({ name: 'none' });
  return callLine(answer);
};
const argumentsOf = (call) => {
  const given = own(call, 'arguments', 'args', 'expected_args', 'input') ?? own(own(call, 'function'), 'arguments');
  if (typeof given !== 'string') return given;
  try { return JSON.parse(given); } catch { return given; }
};
// One call beside one call is a line per argument; anything else two columns.
const ratedView = ({ expected, called }) => {
  const several = own(expected, 'expected_calls');
  const wanted = Array.isArray(several) ? several : [expected];
  const pair = [wanted[0], called[0]].map(argumentsOf);
  if (wanted.length !== 1 || called.length !== 1 || !pair.every(isObject)) {
    const box = make('div', undefined, 'pair');
    box.append(section('Expected', answerView(expected)), section('Called', callList(called)));
    return box;
  }
  const table = make('table');
  const row = (cells, name, tag = 'td') => {
    const line = make('tr', undefined, name);
    for (const cell of cells) {
      const box = make(tag);
      box.append(cell);
      line.append(box);
    }
    table.append(line);
  };
  const nameOf = (call) => own(call, 'name', 'tool', 'expected_tool');
  const head = (title, call) => title + (typeof nameOf(call) === 'string' ? ' · ' + nameOf(call) : '');
  row(['Argument', head('Expected', wanted[0]), head('Called', called[0])], undefined, 'th');
  for (const name of new Set(pair.flatMap((one) => Object.keys(one)))) {
    const cells = pair.map((one) => Object.hasOwn(one, name) ? fold(one[name], LONG) : make('span', '(not given)', 'soft'));
    row([make('b', name), ...cells], cells[0].textContent === cells[1].textContent ? 'same' : undefined);
  }
  return section('Arguments', table);
};
const reason = (opinion) => typeof own(opinion, 'rationale') === 'string' ? [make('p', own(opinion, 'rationale'), 'soft why')] : [];
const roleOf = (message) => {
  const role = own(message, 'role', 'type');
  return typeof role === 'string' ? role : null;
};
const SPEAKERS = new Map([['human', 'user'], ['ai', 'assistant'], ['model', 'assistant'], ['function', 'tool'], ['developer', 'system']]);
const isResult = (block) => own(block, 'type') === 'tool_result';
const contentParts = (content, most) => {
  if (!Array.isArray(content)) return content === undefined || content === '' ? [] : [fold(content, most)];
  return content.map((block) => {
    const type = own(block, 'type');
    if (type === 'tool_use' || type === 'function_call') return callLine(block);
    const text = isResult(block) ? own(block, 'content') : own(block, 'text');
    return fold(text === undefined ? block : text, isResult(block) ? LONG : most);
  });
};
const turn = (message) => {
  const role = roleOf(message);
  const content = own(message, 'content', 'parts');
  // Some programs send results of tools back in the user's name.
  const isTool = Array.isArray(content) && content.length > 0 && content.every(isResult);
  const speaker = isTool ? 'tool' : SPEAKERS.get(role) ?? role;
  const known = ['user', 'assistant', 'tool', 'system'].includes(speaker) ? speaker : 'other';
  const box = make('div', undefined, 'turn ' + known);
  const name = own(message, 'name');
  box.append(make('b', speaker + (typeof name === 'string' ? ' · ' + name : '')));
  const most = known === 'user' || known === 'assistant' ? LONG_SPEECH : LONG;
  const calls = own(message, 'tool_calls');
  const parts = contentParts(content, most);
  if (Array.isArray(calls)) parts.push(...calls.map(callLine));
  box.append(...(parts.length > 0 ? parts : [fold(message, LONG)]));
  return box;
};
const tellsCalls = (input) => {
  const messages = own(input, 'messages');
  return Array.isArray(messages) && messages.some((one) => own(one, 'tool_calls'));
};
// What the agent had been told and what is known of the run, folded: cases of one agent share most of it.
const contextView = (input) => {
  const context = own(input, 'context');
  if (context === undefined) return [];
  const entries = isObject(context) ? Object.entries(context) : [['context', context]];
  return [section('Context', ...entries.flatMap(([name, value]) => [make('b', name), fold(value, LONG)]))];
};
const conversation = (input) => {
  if (input === null) return section('Input', make('p', '(not recorded)', 'soft'));
  if (typeof input === 'string') return section('Conversation', turn({ role: 'user', content: input }));
  const messages = Array.isArray(input) ? input : own(input, 'messages');
  const isTold = Array.isArray(messages) && messages.length > 0 && messages.every((one) => roleOf(one) !== null);
  return isTold ? section('Conversation', ...messages.map(turn)) : section('Input', fold(input, LONG_SPEECH));
};
`;
