import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import { parseLabel } from './label.ts';

const CLASSES = new Map([['search', { name: 'search', members: ['brave.web_search', 'google'] }]]);

function read(row: JsonObject): unknown {
  const parsed = parseLabel(row, CLASSES);
  return parsed.ok ? parsed.label : parsed.message;
}

describe('the label of a row', () => {
  it.each([
    ['the word', { expected_tool: 'none' }],
    ['null', { expected_tool: null }],
    ['no calls', { expected_calls: [] }],
    ['null and no calls', { expected_tool: null, expected_calls: [] }],
  ])('no tool is said by %s', (_, row) => {
    expect(read(row)).toEqual({ kind: 'none', calls: [] });
  });

  it('one tool is a decision, with arguments where they are labelled', () => {
    expect(read({ expected_tool: 'a', expected_args: { x: 1 } })).toEqual({
      kind: 'decision',
      calls: [{ name: 'a', tools: ['a'], args: { x: 1 } }],
    });
    expect(read({ expected_tool: { tool: 'none' }, expected_args: null })).toEqual({
      kind: 'decision',
      calls: [{ name: 'none', tools: [{ tool: 'none' }], args: undefined }],
    });
  });

  it('of a list the first names the row, of a class its name', () => {
    expect(read({ expected_tool: [{ server: 's', tool: 'a' }, 'b'] })).toMatchObject({
      calls: [{ name: 's.a', tools: [{ server: 's', tool: 'a' }, 'b'] }],
    });
    expect(read({ expected_tool: { class: 'search' } })).toMatchObject({
      calls: [{ name: 'search', tools: ['brave.web_search', 'google'] }],
    });
  });

  it('text of a table is read as what it says', () => {
    expect(read({ expected_tool: 'a', expected_args: '{"x":1}' })).toMatchObject({
      calls: [{ args: { x: 1 } }],
    });
    expect(read({ expected_calls: '[{"tool":"a"}]' })).toMatchObject({ kind: 'calls' });
  });

  it.each([
    [{}, /no label/],
    [{ id: 'r', expected_calls: null }, /no label/],
    [{ expected_tool: 'a', expected_calls: [] }, /both/],
    [{ expected_tool: 'none', expected_args: {} }, /no tool should be called/],
    [{ expected_tool: [] }, /empty list/],
    [{ expected_tool: ['a', 'none'] }, /lists none/],
    [{ expected_tool: '' }, /neither a tool/],
    [{ expected_tool: 7 }, /neither a tool/],
    [{ expected_tool: { class: 'serach' } }, /not declared: "serach"/],
    [{ expected_tool: { class: '__proto__' } }, /not declared/],
    [{ expected_tool: 'a', expected_args: [1] }, /not an object/],
    [{ expected_calls: {} }, /not a list/],
    [{ expected_calls: ['a'] }, /expected_calls\[0\]/],
    [{ expected_calls: [{ tool: 'a' }, { args: {} }] }, /expected_calls\[1\] names no tool/],
    [{ expected_calls: [{ tool: 'a' }], expected_args: {} }, /its own args/],
  ])('refuses %j', (row, message) => {
    expect(read(row as JsonObject)).toMatch(message);
  });
});

it('takes name for tool in expected calls', () => {
  const named = parseLabel({ expected_calls: [{ name: 'search', args: { q: 'x' } }] });
  expect(named).toEqual(parseLabel({ expected_calls: [{ tool: 'search', args: { q: 'x' } }] }));
  expect(named).toMatchObject({ ok: true, label: { calls: [{ name: 'search' }] } });
});
