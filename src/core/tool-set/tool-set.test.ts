import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import type { ToolSpec } from '../trace/trace.ts';
import { analyseTools } from './analyse-tools.ts';
import { analyse, tool } from './fixtures/tools.ts';
import { findCandidates } from './find-candidates.ts';
import { listTool } from './list-tool.ts';
import { profileTools, weighTerms } from './tool-profile.ts';
import { ToolUses } from './tool-uses.ts';

describe('a listed tool', () => {
  it('costs a token for every four bytes that a model is told', () => {
    // {"name":"a","description":"é","input_schema":{}} is 48 characters, one of which has two bytes.
    const listed = listTool({ ...tool('a', 'é'), inputSchema: null });
    expect(listed.tokens).toBe(Math.ceil(49 / 4));
  });

  it('says what its parameters take', () => {
    const properties = {
      plain: { type: 'string' },
      list: { type: 'array', items: { type: 'number' } },
      either: { type: ['string', 'null'] },
      choice: { enum: ['a', 'b'] },
      free: {},
    };
    const { parameters } = listTool({ ...tool('a'), inputSchema: { properties } });
    expect(parameters.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'plain: string',
      'list: number[]',
      'either: string|null',
      'choice: enum',
      'free: any',
    ]);
  });
});

describe('confusable pairs', () => {
  it('say which words collide and which tell them apart', () => {
    const { confusable } = analyse(
      tool('shop.get_order_status', 'Get the status of an order of a customer.', 'order_id'),
      tool('shop.get_order_history', 'Get the history of an order of a customer.', 'order_id'),
      tool('shop.send_mail', 'Write to somebody.', 'to'),
    );
    expect(confusable).toHaveLength(1);
    expect(confusable[0]).toMatchObject({
      server: 'shop',
      names: ['get_order_status', 'get_order_history'],
      words: ['get', 'order', 'customer'],
      differences: [['status'], ['history']],
    });
  });

  it.each([
    [
      tool('d.search_kb', 'Full-text search over help articles.', 'query'),
      tool('d.get_kb_article', 'Returns one help article by its id.', 'article_id'),
    ],
    [
      tool('d.get_order_status', 'Returns the shipping status.', 'order_id'),
      tool('d.get_order_history', "Returns the customer's last ten purchases.", 'user_id'),
    ],
  ])('are two look-ups of one subject, whatever their descriptions say: %#', (a, b) => {
    const others = [tool('d.create_ticket', 'Opens a ticket.', 'text'), tool('d.get_user', 'Who.')];
    const { confusable } = analyse(a, ...others, b);
    expect(confusable.map(({ names }) => names)).toEqual([[a.name, b.name]]);
  });

  it('are not made of a subject that most tools of a server have', () => {
    const names = ['get_issue', 'list_issue_events', 'search_issue_text', 'read_issue_log'];
    const texts = ['One.', 'What happened and when.', 'Finds words.', 'Lines of output.'];
    const tools = names.map((name, i) => tool(`g.${name}`, texts[i], `p${i}`));
    expect(analyse(...tools).confusable).toEqual([]);
  });

  it('are not made of a thing and its opposite', () => {
    const { confusable } = analyse(
      tool('a.lock_door', 'The door of the house.', 'door'),
      tool('a.unlock_door', 'The door of the house.', 'door'),
    );
    expect(confusable).toEqual([]);
  });
});

describe('candidates', () => {
  it('stay few, however many tools have the same words', () => {
    const tools = Array.from({ length: 3000 }, (_, i) => tool(`s${i}.search`, 'Search the web.'));
    const profiles = profileTools(tools);
    expect([...findCandidates(profiles, weighTerms(profiles, 30))]).toEqual([]);
    const different = tools.map((tool, i) => ({
      ...tool,
      description: `Word${i % 30} word${i % 17}`,
    }));
    const mixed = profileTools(different);
    const pairs = [...findCandidates(mixed, weighTerms(mixed, 30))];
    expect(pairs.length).toBeGreaterThan(3000);
    expect(pairs.length).toBeLessThanOrEqual(3000 * 60);
  });
});

describe('lint', () => {
  const rulesOf = (...tools: ToolSpec[]): string[] =>
    analyse(...tools).lint.map(({ name, rule }) => `${name}: ${rule}`);

  it('has nothing against well-described tools', () => {
    expect(rulesOf(tool('a.read_file', 'Returns the text at a path.', 'path'))).toEqual([]);
  });

  test.each<[string, ToolSpec, string]>([
    ['no description', tool('a.b'), 'missing-description'],
    ['a blank description', tool('a.b', ' \n'), 'missing-description'],
    ['its name again', tool('a.read_file', 'Reads files.'), 'empty-description'],
    ['a novel', tool('a.b', 'word '.repeat(300)), 'long-description'],
    ['a name with a blank', tool('a.my tool', 'Counts sheep.'), 'unusual-name'],
    ['no schema', { ...tool('a.b', 'Counts sheep.'), inputSchema: null }, 'missing-schema'],
    [
      'a requirement from nowhere',
      { ...tool('a.b', 'Counts sheep.'), inputSchema: { properties: {}, required: ['x'] } },
      'undeclared-required',
    ],
    [
      'a parameter without a word',
      { ...tool('a.b', 'Counts sheep.'), inputSchema: { properties: { x: {} } } },
      'undescribed-parameters',
    ],
  ])('finds %s', (_, item, rule) => {
    expect(rulesOf(item)).toEqual([`${item.name}: ${rule}`]);
  });

  it('finds tools that are told apart badly, inside a server only', () => {
    const opening = 'Use this to look up anything that';
    expect(
      rulesOf(
        tool('a.get_item', `${opening} is an item.`),
        tool('a.getItems', `${opening} are items.`),
        tool('b.get_item', `${opening} is an item.`),
        tool('a.other', 'The very same words.'),
        tool('a.another', 'The very same words.'),
      ),
    ).toEqual([
      'get_item: similar-name',
      'get_item: duplicate-opening',
      'getItems: similar-name',
      'getItems: duplicate-opening',
      'other: duplicate-description',
      'another: duplicate-description',
    ]);
  });

  it('finds an opening that three tools share, and says what to write instead', () => {
    const jobs = ['look up a refund', 'check an order', 'open a ticket'];
    const tools = jobs.map((job, i) =>
      tool(`a.job_${'xyz'.charAt(i)}`, `Use this tool to ${job}.`),
    );
    expect(analyse(...tools).lint).toEqual([
      {
        rule: 'shared-opening',
        server: 'a',
        name: 'job_x',
        message:
          'its description begins with "Use this tool", as does that of job_y and 1 more; ' +
          'lead with the trigger: "When the user asks about …"',
      },
    ]);
    expect(rulesOf(...tools.slice(1))).toEqual([]);
  });

  it('compares the triggers of descriptions that lead with them', () => {
    const rules = (...triggers: readonly string[]): readonly string[] =>
      rulesOf(
        ...triggers.map((trigger, i) =>
          tool(`a.job_${'xyz'.charAt(i)}`, `When the user asks about ${trigger}, call this.`),
        ),
      );
    expect(rules('a refund', 'an order', 'the ticket')).toEqual([]);
    expect(rules('a lost parcel at sea', 'a lost parcel at home', 'a lost parcel at work')).toEqual(
      ['job_x: shared-opening'],
    );
  });

  it('says once that a server lists a tool twice', () => {
    const item = tool('a.read_file', 'Returns the text at a path.', 'path');
    const { lint, confusable } = analyse(item, {
      ...item,
      description: 'Something else entirely.',
    });
    expect(lint.map(({ rule, message }) => [rule, message])).toEqual([
      ['duplicate-tool', 'its server lists it 2 times'],
    ]);
    expect(confusable).toEqual([]);
  });

  it('finds optional parameters that five calls did not pass', () => {
    const item = tool('a.read_file', 'Returns the text at a path.', 'path', 'encoding');
    const uses = new ToolUses();
    const call = (value: JsonObject): void =>
      uses.add({
        server: 'a',
        name: 'read_file',
        arguments: { state: 'parsed', value },
        id: null,
        requester: null,
        status: null,
      });
    for (let i = 0; i < 4; i++) call({ path: 'x' });
    expect(analyseTools([item], { uses, version: '1' }).lint).toEqual([]);
    call({ path: 'x' });
    expect(analyseTools([item], { uses, version: '1' }).lint).toMatchObject([
      { rule: 'unused-optional', message: 'never passed in 5 calls: encoding' },
    ]);
    call({ encoding: 'utf8' });
    expect(analyseTools([item], { uses, version: '1' }).lint).toEqual([]);
  });
});
