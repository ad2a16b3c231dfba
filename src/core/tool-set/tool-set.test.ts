import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import type { ToolSpec } from '../trace.ts';
import { analyseTools } from './analyse-tools.ts';
import { findCandidates } from './find-candidates.ts';
import { listTool } from './list-tool.ts';
import { profileTools, weighTerms } from './tool-profile.ts';
import type { ToolSetReport } from './tool-set-report.ts';
import { ToolUses } from './tool-uses.ts';

function tool(spelled: string, description: string | null = null, ...names: string[]): ToolSpec {
  const dot = spelled.indexOf('.');
  const properties: JsonObject = Object.fromEntries(
    names.map((name) => [name, { type: 'string', description: `The ${name}.` }]),
  );
  return {
    server: dot === -1 ? null : spelled.slice(0, dot),
    name: spelled.slice(dot + 1),
    description,
    inputSchema: { type: 'object', properties, required: names.slice(0, 1) },
    cost: null,
  };
}

function analyse(...tools: ToolSpec[]): ToolSetReport {
  return analyseTools(tools, { version: '1' });
}

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

describe('likely sets', () => {
  const brave = tool('brave.web_search', 'Search the web and return pages.', 'query', 'count');
  const google = tool('google.searchWeb', 'Searches the web, returning pages.', 'query');
  const music = tool('music.search', 'Look for songs by their artist.', 'query');

  const likeness = {
    score: 98,
    name: 100,
    description: 100,
    parameters: 80,
    servers: null,
    action: 'search',
  };

  it('join tools of different servers that say and take the same', () => {
    const { sets } = analyse(brave, music, google);
    expect(sets).toEqual([
      {
        name: 'web_search',
        members: [
          { server: 'brave', name: 'web_search' },
          { server: 'google', name: 'searchWeb' },
        ],
        likeness,
        words: ['web', 'pages', 'search'],
        parameters: ['query'],
        pairs: [
          {
            members: [
              { server: 'brave', name: 'web_search' },
              { server: 'google', name: 'searchWeb' },
            ],
            likeness,
            words: ['web', 'pages', 'search'],
            parameters: ['query'],
          },
        ],
      },
    ]);
  });

  it('join image generators and engines however they are spelled', () => {
    const drawn = (spelled: string, text: string): ToolSpec => tool(spelled, text, 'prompt');
    const { sets } = analyse(
      drawn('flux.generateImage', 'Generate an image from a text prompt.'),
      drawn('dall.create_image', 'Creates images from a prompt.'),
      drawn('pixel.image_generation', '根据提示生成图像'),
      tool('ddg.search', 'Search DuckDuckGo and return results.', 'q'),
      tool('tavily.tavily_web_search', 'Searches the internet.', 'search_query'),
    );
    const names = sets.map(({ members }) => members.map(({ server }) => server).join(' '));
    expect(new Set(names)).toEqual(new Set(['dall flux pixel', 'ddg tavily']));
  });

  it('distinguish products by their other tools', () => {
    const product = (server: string, ...things: string[]): ToolSpec[] => [
      tool(`${server}.delete_item`, 'Delete an item.', 'id'),
      ...things.map((thing) => tool(`${server}.${thing}`, `Do the ${thing}.`, 'id')),
    ];
    const servers = ['create_index', 'run_query', 'vector_upsert'];
    const alike = analyse(...product('a', ...servers), ...product('b', ...servers)).sets;
    const apart = analyse(
      ...product('a', ...servers),
      ...product('b', 'play_song', 'skip_track', 'set_volume'),
    ).sets;
    const scoreOf = (sets: ToolSetReport['sets']): number =>
      sets.find(({ name }) => name === 'delete_item')?.likeness.score ?? 0;
    expect(scoreOf(alike)).toBeGreaterThan(scoreOf(apart));
  });

  it('grow and shrink with the minimum', () => {
    const tools = [brave, google, tool('x.search_pages', 'Search pages of a book.', 'query')];
    const sizeAt = (minLikeness: number): number =>
      analyseTools(tools, { version: '1', minLikeness }).sets[0]?.members.length ?? 0;
    expect([sizeAt(100), sizeAt(90), sizeAt(30)]).toEqual([0, 2, 3]);
  });

  it('do not depend on the order of the tools', () => {
    const word = fc.constantFrom('get', 'find', 'order', 'user', 'list', 'file', 'delete', 'web');
    const some = fc.record({
      server: fc.constantFrom('a', 'b', 'c', 'd'),
      name: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('_')),
      description: fc.option(fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))),
      inputSchema: fc.constant(null),
      cost: fc.constant(null),
    });
    const catalog = fc.uniqueArray(some, {
      maxLength: 25,
      selector: ({ server, name }) => `${server}.${name}`,
    });
    fc.assert(
      fc.property(
        catalog.chain((tools) =>
          fc.tuple(fc.constant(tools), fc.shuffledSubarray(tools, { minLength: tools.length })),
        ),
        ([tools, shuffled]) => {
          expect(analyse(...shuffled).sets).toEqual(analyse(...tools).sets);
        },
      ),
    );
  });

  it('never join tools of one server', () => {
    const other = { ...google, server: 'brave' };
    expect(analyse(brave, other).sets).toEqual([]);
    expect(analyse(brave, other).confusable).toHaveLength(1);
  });

  it('never join tools that do different things to the same', () => {
    const made = tool('a.create_issue', 'An issue of the repository.', 'id');
    const gone = tool('b.delete_issue', 'An issue of the repository.', 'id');
    expect(analyse(made, gone).sets).toEqual([]);
  });

  it('do not rest on one word alone where nothing is described', () => {
    expect(analyse(tool('a.search', null, 'q'), tool('b.search', null, 'q')).sets).toEqual([]);
    const named = [tool('a.search_users', null, 'q'), tool('b.search_users', null, 'q')];
    expect(analyse(...named).sets).toHaveLength(1);
  });

  it('look through the brand in a name', () => {
    const exa = tool('exa.web_search_exa', 'Search the web with exa, return pages.', 'query');
    expect(analyse(brave, exa).sets[0]?.members).toHaveLength(2);
  });

  it('get different names', () => {
    const other = (server: string): ToolSpec =>
      tool(`${server}.web_search`, 'Ten thousand photographs of cats, ranked.', 'cat', 'breed');
    const { sets } = analyse(brave, google, other('x'), other('y'));
    expect(sets.map(({ name }) => name)).toEqual(['web_search', 'web_search_2']);
  });

  it('hold each tool at most once and each server at most once, whatever the tools are', () => {
    const word = fc.constantFrom('get', 'find', 'order', 'user', 'list', 'of', 'file', 'delete');
    const some = fc.record({
      server: fc.constantFrom('a', 'b', 'c', null),
      name: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('_')),
      description: fc.option(fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))),
      inputSchema: fc.constant(null),
      cost: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 25 }), (tools) => {
        const report = analyse(...tools);
        const members = report.sets.flatMap((set) => set.members);
        const keys = members.map((one) => JSON.stringify(one));
        expect(new Set(keys).size).toBe(keys.length);
        for (const set of report.sets) {
          expect(set.members.length).toBeGreaterThan(1);
          expect(new Set(set.members.map(({ server }) => server)).size).toBe(set.members.length);
        }
        expect(analyse(...tools)).toEqual(report);
      }),
    );
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

describe('confusable pairs across servers', () => {
  const jira = tool('jira.search', 'Search content using a query language.', 'query');
  const wiki = tool('wiki.search', 'Search content using a query language of pages.', 'query');

  it('read alike and are in no set together', () => {
    const report = analyseTools([jira, wiki], { version: '1', minLikeness: 100 });
    expect(report.sets).toEqual([]);
    expect(report.confusable).toMatchObject([
      { server: 'jira', otherServer: 'wiki', names: ['search', 'search'] },
    ]);
  });

  it('are not repeated where a set already joins them', () => {
    const report = analyseTools([jira, wiki], { version: '1', minLikeness: 20 });
    expect(report.sets).toHaveLength(1);
    expect(report.confusable).toEqual([]);
  });

  it('are listed once for a whole set', () => {
    const copies = ['a', 'b', 'c'].map((server) => ({ ...jira, server }));
    const other = tool('wiki.find_content', 'Find content using a query language.', 'words', 'in');
    const { sets, confusable } = analyseTools([...copies, other], {
      version: '1',
      minLikeness: 85,
    });
    expect(sets.map(({ members }) => members.length)).toEqual([3]);
    expect(confusable).toHaveLength(1);
  });

  it('need the score that is asked for', () => {
    const at = (minConfusable: number): number =>
      analyseTools([jira, wiki], { version: '1', minLikeness: 100, minConfusable }).confusable
        .length;
    expect([at(50), at(100)]).toEqual([1, 0]);
  });
});

describe('candidates', () => {
  it('stay few, however many tools have the same words', () => {
    const tools = Array.from({ length: 3000 }, (_, i) => tool(`s${i}.search`, 'Search the web.'));
    const profiles = profileTools(tools);
    expect([...findCandidates(profiles, weighTerms(profiles, 30))]).toEqual([]);
    const different = tools.map((one, i) => ({
      ...one,
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
  ])('finds %s', (_, one, rule) => {
    expect(rulesOf(one)).toEqual([`${one.name}: ${rule}`]);
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
    const one = tool('a.read_file', 'Returns the text at a path.', 'path');
    const { lint, confusable } = analyse(one, { ...one, description: 'Something else entirely.' });
    expect(lint.map(({ rule, message }) => [rule, message])).toEqual([
      ['duplicate-tool', 'its server lists it 2 times'],
    ]);
    expect(confusable).toEqual([]);
  });

  it('finds optional parameters that five calls did not pass', () => {
    const one = tool('a.read_file', 'Returns the text at a path.', 'path', 'encoding');
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
    expect(analyseTools([one], { uses, version: '1' }).lint).toEqual([]);
    call({ path: 'x' });
    expect(analyseTools([one], { uses, version: '1' }).lint).toMatchObject([
      { rule: 'unused-optional', message: 'never passed in 5 calls: encoding' },
    ]);
    call({ encoding: 'utf8' });
    expect(analyseTools([one], { uses, version: '1' }).lint).toEqual([]);
  });
});
