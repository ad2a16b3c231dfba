import { expect, it } from 'vitest';
import { opinionsText, ratedText } from './opinions-text.ts';

const OPINIONS = [
  {
    expected_tool: 'get_user_details',
    expected_args: { user_id: 'mia_li_3668' },
    rationale: 'the user is known by id',
  },
  { expected_tool: 'none', unsure: true },
];

it('puts opinions side by side, in words', () => {
  expect(opinionsText(OPINIONS, 72)).toBe(
    [
      '  1  get_user_details                 2  no tool',
      '     user_id  mia_li_3668                unsure',
      '     “the user is known by id”',
    ].join('\n'),
  );
});

it('puts them below each other on a narrow terminal', () => {
  expect(opinionsText(OPINIONS, 40).split('\n')).toEqual([
    '  1  get_user_details',
    '     user_id  mia_li_3668',
    '     “the user is known by id”',
    '  2  no tool',
    '     unsure',
  ]);
});

it('shows rated arguments line by line', () => {
  const rated = {
    expected: { expected_tool: 'refund', expected_args: { order: 'K1', reason: 'late' } },
    called: [{ name: 'refund', arguments: { order: 'K1', why: 7 } }],
  };
  expect(ratedText(rated, 60).split('\n')).toEqual([
    '          expected refund           called refund',
    '  order   K1                        K1',
    '  reason  late                      (left out)',
    '  why     (left out)                7',
  ]);
});

it('lists several calls', () => {
  const rated = {
    expected: { expected_calls: [{ tool: 'a', args: { q: 1 } }, { tool: 'b' }] },
    called: [{ name: 'a', server: 's' }, 'x'],
  };
  expect(ratedText(rated, 80).split('\n')).toEqual([
    'expected: a; q  1',
    '          b, arguments are not compared',
    'called:   s.a, arguments are not compared',
    '          something that is not a call, arguments are not compared',
  ]);
});
