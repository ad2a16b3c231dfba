import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolSpec } from '../trace/trace.ts';
import { analyseTools } from './analyse-tools.ts';
import { analyse, tool } from './fixtures/tools.ts';
import type { ToolSetReport } from './tool-set-report.ts';

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
        const keys = members.map((member) => JSON.stringify(member));
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
