import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { toolsOffered } from './offered-tools.ts';
import type { SampledCase } from './sampled-case.ts';

function caseOf(trace: JsonObject, before: SampledCase['before'] = []): SampledCase {
  return { id: 'a', input: null, before, trace, turn: 1, stratum: {}, represents: 1 };
}
const SCHEMA = { type: 'object' };
const STATUS = { name: 'status', description: 'Where it is.', input_schema: SCHEMA };

it('lists what a case was offered, with descriptions and schemas', () => {
  const one = caseOf({ tools: [STATUS, { name: 'find', server: 'shop' }], tool_calls: [] });
  expect(toolsOffered([one], null)(one)).toEqual([
    { name: 'status', description: 'Where it is.', schema: SCHEMA },
    { name: 'shop.find', description: null, schema: null },
  ]);
});

it('takes the tools of the catalog where a case does not record them', () => {
  const tool = { server: null, name: 'cancel', description: 'Stop.', inputSchema: null, cost: 1 };
  const one = caseOf({ tool_calls: [{ name: 'odd' }] });
  expect(toolsOffered([one], [tool])(one)).toEqual([
    { name: 'cancel', description: 'Stop.', schema: null },
  ]);
});

it('takes those of all cases without a catalog, by name', () => {
  const first = caseOf({ tools: [STATUS], tool_calls: [{ name: 'status' }] });
  const second = caseOf({ tool_calls: [{ name: 'status' }] }, [{ name: 'mail' }, 'odd']);
  const tools = toolsOffered([first, second], null)(second);
  expect(tools.map(({ name, description }) => [name, description])).toEqual([
    ['mail', null],
    ['status', 'Where it is.'],
  ]);
});

it('completes a tool that a case only names', () => {
  const first = caseOf({ tools: [STATUS], tool_calls: [] });
  const second = caseOf({ tools: [{ name: 'status' }], tool_calls: [] });
  expect(toolsOffered([first, second], null)(second)[0]?.description).toBe('Where it is.');
});
