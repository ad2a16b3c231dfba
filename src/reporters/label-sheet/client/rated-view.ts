import type { Json, JsonObject } from '#core';
import type { SheetRow } from '../sheet.ts';
import { answerView, callList, recordedArguments, toolName } from './call-view.ts';
import { fold, make, MAX_CHARS, section } from './dom.ts';
import { isObject, memberOf } from './member.ts';

/** What is rated. One call beside one call is a line per argument; anything else is two columns. */
export function ratedView({ expected, called }: NonNullable<SheetRow['rated']>): HTMLElement {
  const several = memberOf(expected, 'expected_calls');
  const calls: readonly Json[] = Array.isArray(several) ? several : [expected];
  const [expectedArguments, calledArguments] = [calls[0], called[0]].map(parsedArguments);
  if (
    calls.length === 1 &&
    called.length === 1 &&
    isObject(expectedArguments) &&
    isObject(calledArguments)
  ) {
    const heads = [head('Expected', calls[0]), head('Called', called[0])];
    return section('Arguments', argumentTable(heads, [expectedArguments, calledArguments]));
  }
  const box = make('div', undefined, 'pair');
  box.append(section('Expected', answerView(expected)), section('Called', callList(called)));
  return box;
}

function argumentTable(
  heads: readonly string[],
  pair: readonly [JsonObject, JsonObject],
): HTMLElement {
  const table = make('table');
  table.append(tableRow('th', ['Argument', ...heads]));
  for (const name of new Set(pair.flatMap((args) => Object.keys(args)))) {
    const [expected, called] = [cell(pair[0], name), cell(pair[1], name)];
    const isSame = expected.textContent === called.textContent;
    table.append(tableRow('td', [make('b', name), expected, called], isSame ? 'same' : undefined));
  }
  return table;
}

function tableRow(
  tag: 'td' | 'th',
  cells: readonly (Node | string)[],
  className?: string,
): HTMLElement {
  const line = make('tr', undefined, className);
  for (const content of cells) {
    const box = make(tag);
    box.append(content);
    line.append(box);
  }
  return line;
}

function cell(args: JsonObject, name: string): HTMLElement {
  return Object.hasOwn(args, name)
    ? fold(args[name] as Json, MAX_CHARS)
    : make('span', '(not given)', 'soft');
}

function head(title: string, call: Json | undefined): string {
  const name = toolName(call);
  return name === null ? title : `${title} · ${name}`;
}

function parsedArguments(call: Json | undefined): Json | undefined {
  const recorded = recordedArguments(call);
  if (typeof recorded !== 'string') return recorded;
  try {
    return JSON.parse(recorded) as Json;
  } catch {
    return recorded;
  }
}
