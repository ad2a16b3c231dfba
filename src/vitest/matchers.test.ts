import { describe, expect, it } from 'vitest';
import './index.ts';

const good = {
  tool_calls: [
    { name: 'web_search', server: 'brave', arguments: { q: 'news' } },
    { name: 'get', server: 'http' },
  ],
};
const bad = {
  tool_calls: [
    { name: 'search', server: 'google' },
    { name: 'exec', server: 'shell' },
  ],
};
const classes = { search: ['brave.web_search', 'google.search'], fetch: ['http.get'] };

/** The message a failing expectation throws. */
function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the expectation held');
}

describe('toSelectTools', () => {
  it('passes when every class is called and nothing else', () => {
    expect(good).toSelectTools(classes);
    expect(good).toSelectTools(
      [
        { name: 'search', members: ['web_search'] },
        { name: 'fetch', members: ['get'] },
      ],
      { f1: 100, recall: 100 },
    );
  });

  it('fails where a class comes before the one that it depends on', () => {
    const limits = { f1: 80, dependencies: [['search', 'fetch']] } as const;
    const backwards = { tool_calls: good.tool_calls.toReversed() };
    expect(good).toSelectTools(classes, limits);
    expect(backwards).toSelectTools(classes, { f1: 80 });
    expect(backwards).not.toSelectTools(classes, limits);
    expect(messageOf(() => expect(backwards).toSelectTools(classes, limits))).toContain(
      'expected the trace to select tools with f1 >= 80, search before fetch',
    );
    const orderAlone = { dependencies: [['search', 'fetch']] } as const;
    expect({ tool_calls: [] }).not.toSelectTools(classes, orderAlone);
    expect(good).toSelectTools(classes, orderAlone);
  });

  it('fails below its limit and names the missed class and the unexpected call', () => {
    const message = messageOf(() => expect(bad).toSelectTools(classes, { f1: 80 }));
    expect(message).toContain('expected the trace to select tools with f1 >= 80');
    expect(message).toContain('tool_selection.f1 = 50');
    expect(message).toContain('missed: fetch (none of http.get was called)');
    expect(message).toContain('unexpected: shell.exec, call 2');
  });

  it.each<[string, object, string]>([
    ['a share instead of percents', { f1: 0.8 }, 'f1 takes a whole number from 0 to 100, not 0.8'],
    ['text', { recall: '80%' }, 'recall takes a whole number'],
    ['a limit that is misspelt', { F1: 80 }, 'there is no limit "F1"'],
    ['no limit at all', {}, 'give a limit'],
  ])('refuses %s, which would pass nearly everything', (_, limits, message) => {
    expect(() => expect({ tool_calls: [] }).toSelectTools({ search: ['a'] }, limits)).toThrow(
      message,
    );
  });

  it('holds at its limit and can be negated', () => {
    expect(bad).toSelectTools(classes, { f1: 50 });
    expect(bad).not.toSelectTools(classes, { f1: 51 });
    expect(messageOf(() => expect(good).not.toSelectTools(classes))).toContain(
      'not to select tools',
    );
  });
});

describe('toCoverCalls', () => {
  it('looks at the order only when it is asked to', () => {
    expect(good).toCoverCalls(['get', 'web_search']);
    expect(
      messageOf(() => expect(good).toCoverCalls(['get', 'web_search'], { mode: 'in_order' })),
    ).toContain('in order');
  });

  it('names what was not called', () => {
    expect(messageOf(() => expect(bad).toCoverCalls(['google.search', 'http.get']))).toContain(
      'missed: http.get',
    );
  });
});

describe('toMatchToolCalls', () => {
  it('compares names and arguments in any order', () => {
    expect(good).toMatchToolCalls([
      { tool: 'http.get' },
      { tool: 'brave.web_search', args: { q: 'news' } },
    ]);
  });

  it('says where the arguments differ', () => {
    const message = messageOf(() =>
      expect(good).toMatchToolCalls([
        { tool: 'get' },
        { tool: 'web_search', args: { q: 'weather' } },
      ]),
    );
    expect(message).toContain('$.q differs: expected "weather", got "news"');
  });
});

it('refuses what is not a trace, with the place of the fault', () => {
  expect(() => expect({ tool_calls: [{ nme: 'x' }] } as never).toSelectTools(classes)).toThrow(
    'name',
  );
});
