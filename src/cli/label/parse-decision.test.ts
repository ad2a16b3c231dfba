import { expect, it } from 'vitest';
import { stringifyAsWritten } from '#core';
import type { OfferedTool } from '#dataset';
import { parseDecision } from './parse-decision.ts';
import { parseRating } from './parse-rating.ts';

const TOOLS: readonly OfferedTool[] = [
  {
    name: 'status',
    description: null,
    schema: {
      type: 'object',
      properties: { order_id: { type: 'string' }, count: { type: 'integer' } },
      required: ['order_id'],
    },
  },
  { name: 'shop.mail', description: null, schema: null },
];
const OPINIONS = [
  { expected_tool: 'status', unsure: true, rationale: 'first' },
  { expected_tool: 'none' },
];

/** The answer as JSON, or what is wrong. */
function read(line: string, tools = TOOLS): string {
  const typed = parseDecision(line, OPINIONS, tools);
  return typed.ok ? stringifyAsWritten(typed.answer) : typed.message;
}

it.each([
  ['1', '{"expected_tool":"status","rationale":"first"}'],
  ['2 because the guide says so', '{"expected_tool":"none","rationale":"the guide says so"}'],
  ['none', '{"expected_tool":"none"}'],
  ['status', '{"expected_tool":"status"}'],
  ['status or shop.mail', '{"expected_tool":["status","shop.mail"]}'],
  ['status, shop.mail', '{"expected_tool":["status","shop.mail"]}'],
  ['status order_id=7', '{"expected_tool":"status","expected_args":{"order_id":"7"}}'],
  [
    'status with order_id="a b" count=3 because it is asked',
    '{"expected_tool":"status","expected_args":{"order_id":"a b","count":3},"rationale":"it is asked"}',
  ],
  [
    `shop.mail n=1.0 big=12345678901234567891 text="7" ok=true to=["a b", {"c": "]"}] x='q"q'`,
    '{"expected_tool":"shop.mail","expected_args":{"n":1.0,"big":12345678901234567891,"text":"7","ok":true,"to":["a b",{"c":"]"}],"x":"q\\"q"}}',
  ],
  [
    'status order_id=7 and shop.mail to=ann',
    '{"expected_calls":[{"tool":"status","args":{"order_id":"7"}},{"tool":"shop.mail","args":{"to":"ann"}}]}',
  ],
  [
    'shop.mail why="late because of rain" because it is asked',
    '{"expected_tool":"shop.mail","expected_args":{"why":"late because of rain"},"rationale":"it is asked"}',
  ],
  ['{"expected_tool": "status"}', '{"expected_tool":"status"}'],
])('reads %s', (line, answer) => {
  expect(read(line)).toBe(answer);
});

it.each([
  ['', 'type a number, a tool or none'],
  ['3', 'there is no opinion 3'],
  ['statos', 'the case was not offered "statos"; did you mean "status"?'],
  ['order_id=7', 'name a tool before order_id='],
  [
    'status count=3',
    "these arguments do not fit the schema: must have required property 'order_id'",
  ],
  ['status order_id=7 count=x', 'these arguments do not fit the schema: count must be integer'],
  ['status order_id=7 order_id=8', 'the key "order_id" is written twice'],
  ['{"expected_tool"', 'this is not JSON: the text ends too early'],
])('says what is wrong with %j', (line, message) => {
  expect(read(line)).toContain(message);
});

it('takes any tool where none is recorded', () => {
  expect(read('anything', [])).toBe('{"expected_tool":"anything"}');
});

it('reads ratings as numbers and as words, with a clause and a reason', () => {
  const goal = {
    kind: 'goal',
    run: { input: '', steps: [], output: '', cut: 0 },
    reference: null,
  } as const;
  expect(parseRating('0.5 reasons', undefined)).toEqual({
    ok: true,
    answer: { rating: 0.5, clause: 'reasons' },
  });
  expect(parseRating('Not the same because of the date', undefined)).toEqual({
    ok: true,
    answer: { rating: 0, rationale: 'of the date' },
  });
  expect(parseRating('not achieved', goal)).toEqual({ ok: true, answer: { rating: 0 } });
  expect(parseRating('0.5', goal)).toEqual({
    ok: false,
    message: 'a rating is 1 (achieved), 0 (not achieved)',
  });
});
