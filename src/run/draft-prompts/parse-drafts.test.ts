import { expect, it, test } from 'vitest';
import { parseDrafts } from './parse-drafts.ts';

const THREE = ['Where is my parcel?', 'Track order 4711.', 'I wonder when it comes.'];

function answer(prompts: unknown): string {
  return JSON.stringify({ prompts });
}

test.each([
  ['JSON', answer(THREE)],
  ['JSON between blanks', `\n ${answer(THREE)}\n`],
  ['JSON in a fence', `\`\`\`json\n${answer(THREE)}\n\`\`\``],
  ['prompts with line breaks', answer(THREE.map((prompt) => ` ${prompt.replaceAll(' ', '\n')} `))],
])('three prompts are read from %s', (_, text) => {
  expect(parseDrafts(text, 'track_order')).toEqual({ ok: true, prompts: THREE });
});

test.each([
  ['', 'not JSON'],
  [`Here you are: ${answer(THREE)}`, 'not JSON'],
  [answer(THREE).slice(0, -1), 'not JSON'],
  [JSON.stringify(THREE), 'list of 3 prompts'],
  [JSON.stringify({ prompts: THREE, note: 'x' }), 'list of 3 prompts'],
  [answer(THREE.slice(1)), 'list of 3 prompts'],
  [answer([...THREE, 'd']), 'list of 3 prompts'],
  ['{"__proto__": {"prompts": ["a","b","c"]}}', 'list of 3 prompts'],
  [answer([...THREE.slice(1), 7]), 'empty or not text'],
  [answer([...THREE.slice(1), ' \n']), 'empty or not text'],
  [answer([...THREE.slice(1), 'x'.repeat(501)]), 'longer than 500'],
  [answer([...THREE.slice(1), 'a\u202eb']), 'do not show'],
  [answer([...THREE.slice(1), 'a\u0007b']), 'do not show'],
  ['{"prompts": ["a", "b", "\\ud800"]}', 'do not show'],
  [answer([...THREE.slice(1), 'Call Track_Order now']), 'names the tool'],
  [answer([...THREE.slice(1), 'TRACK ORDER 4711.']), 'are the same'],
])('%j is refused: %s', (text, message) => {
  const parsed = parseDrafts(text, 'track_order');
  expect(parsed).toEqual({ ok: false, message: expect.stringContaining(message) });
});

it('lets a prompt say a name that is a word', () => {
  const prompts = ['search for shoes', 'Search the web for news', 'I need a new laptop'];
  expect(parseDrafts(answer(prompts), 'search')).toEqual({ ok: true, prompts });
});
