import { analyseTools, type ToolSetReport, type ToolSpec } from '#core';
import { expect, it, test } from 'vitest';
import { load as parse } from 'js-yaml';
import { PAYLOADS } from '../fixtures/payloads.ts';
import { loadToolSetReporter, DOCUMENT_REPORTER_NAMES } from '../index.ts';

const COMMAND = /^\s*(?:::|##(?! whichtool))/u;

function tool(server: string | null, name: string, description: string | null): ToolSpec {
  const properties = {
    query: { type: 'string', description: 'What.' },
    limit: { type: 'integer' },
  };
  return {
    server,
    name,
    description,
    inputSchema: { properties, required: ['query'] },
    cost: null,
  };
}

const REPORT = analyseTools(
  [
    tool('brave', 'web_search', 'Search the web and return pages.'),
    tool('google', 'search_web', 'Searches the web, returning pages.'),
    tool('shop', 'get_order_status', 'Get the status of an order of a customer.'),
    tool('shop', 'get_order_history', 'Get the history of an order of a customer.'),
    tool('shop', 'help', null),
  ],
  { version: '1' },
);

async function show(
  name: 'terminal' | 'markdown' | 'json',
  report: ToolSetReport,
): Promise<string> {
  const render = await loadToolSetReporter(name);
  return [...render(report, { color: false, width: 80 })].join('');
}

it('shows tools, classes to copy, confusable pairs and bad descriptions on a terminal', async () => {
  const text = await show('terminal', REPORT);
  expect(text).toMatch(/^3 servers · 5 tools · about \d+ tokens to offer them all\n/);
  expect(text).toContain('brave.web_search');
  expect(text).toContain('query: string, limit?: integer');
  expect(text).toContain('shop.get_order_status and get_order_history');
  expect(text).toContain('only get_order_status says status; only get_order_history');
  expect(text).toContain('without a description (1)');
  expect(text).toContain('parameters without a description (5)');
});

test.each(['terminal', 'markdown'] as const)('%s names both servers of a pair', async (name) => {
  const [pair] = REPORT.confusable;
  const text = await show(name, {
    ...REPORT,
    confusable: [{ ...pair!, otherServer: 'store' }],
  });
  expect(text).toContain('shop.get_order_status and store.get_order_history');
  expect(text).toContain('store.get_order_history says history');
});

test.each(['terminal', 'markdown'] as const)('%s has classes that YAML reads', async (name) => {
  const text = await show(name, REPORT);
  const block = /^classes:\n(?: {2}.*\n)+/m.exec(text)?.[0] ?? '';
  expect(parse(block)).toEqual({
    classes: [{ name: 'web_search', members: ['brave.web_search', 'google.search_web'] }],
  });
  expect(block).toMatch(/# \d+ % alike \(name 100, description 100, parameters 100\); all say web/);
});

it('writes a tool whose parts have dots as a pair', async () => {
  const twins = ['a.b', 'c'].map((server) => tool(server, 'find_users', 'Find users by a name.'));
  const text = await show('markdown', analyseTools(twins, { version: '1' }));
  expect(parse(/^classes:\n(?: {2}.*\n)+/m.exec(text)?.[0] ?? '')).toEqual({
    classes: [
      { name: 'find_users', members: [{ server: 'a.b', tool: 'find_users' }, 'c.find_users'] },
    ],
  });
});

it('tells what could not be listed apart from what was odd', async () => {
  const issue = (severity: 'error' | 'warning') =>
    ({ code: 'X', severity, message: `an ${severity}`, where: null, hint: null }) as const;
  const issues = [issue('error'), issue('warning')];
  const text = await show('terminal', analyseTools([], { issues, version: '1' }));
  expect(text).toContain('Not listed (1)\n  │ an error [X]\n');
  expect(text).toContain('1 warning\n  │ an warning [X]\n');
});

it('gives programs everything', async () => {
  expect(JSON.parse(await show('json', REPORT))).toEqual(JSON.parse(JSON.stringify(REPORT)));
});

test.each(DOCUMENT_REPORTER_NAMES)('%s shows no tools at all', async (name) => {
  expect(await show(name as 'json', analyseTools([], { version: '1' }))).not.toBe('');
});

test.each(['terminal', 'markdown'] as const)(
  '%s lets nothing through that hides, controls or begins a line like a command',
  async (name) => {
    for (const payload of PAYLOADS) {
      const inputSchema = {
        properties: { [payload]: { type: payload } },
        required: [`${payload}x`],
      };
      const hostile = ['a', 'b'].flatMap((server) =>
        ['find_users', `find_users${payload}`].map((own) => ({
          ...tool(`${server}${payload}`, own, `Find users by ${payload} a name.`),
          inputSchema,
        })),
      );
      const issue = {
        code: 'X',
        severity: 'warning',
        message: payload,
        where: payload,
        hint: payload,
      } as const;
      const text = await show(name, analyseTools(hostile, { issues: [issue], version: '1' }));
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      expect(text).not.toMatch(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/);
      expect(text.isWellFormed()).toBe(true);
      expect(
        text.split('\n').filter((line) => COMMAND.test(line) && !line.startsWith('### ')),
      ).toEqual([]);
      expect(() => parse(/^classes:\n(?: {2}.*\n)+/m.exec(text)?.[0] ?? '')).not.toThrow();
    }
  },
);
