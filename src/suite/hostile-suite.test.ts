import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSuite } from './load/parse-suite.ts';

async function faults(text: string, path: string = 'suite.yaml'): Promise<readonly string[]> {
  const loaded = await parseSuite(text, { path });
  const issues = loaded.ok ? loaded.suite.warnings : loaded.issues;
  return issues.map(({ code, where }) => `${where?.line}:${where?.column} ${code}`);
}

async function codes(text: string, path?: string): Promise<readonly string[]> {
  return (await faults(text, path)).map((fault) => fault.replace(/^.* /, ''));
}

const GATED = `tests:
  - name: a
    no_tools: true
    expect:
      - no_tool.rate: { ">=": 0.5 }
`;

function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

describe('bombs', () => {
  it('refuses aliases before they could grow', async () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [i, name] of Array.from('bcdefghi').entries()) {
      const last = 'abcdefghi'[i];
      lines.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${last}`).join(', ')}]`);
    }
    const result = await codes(lines.join('\n'));
    expect(result.filter((code) => code === 'YAML_ALIAS')).toHaveLength(81);
    expect(new Set(result)).toEqual(new Set(['YAML_ALIAS', 'SUITE_UNKNOWN_KEY']));
  });

  it('refuses an alias that contains itself', async () => {
    expect(await codes('tests: &a [*a]\n')).toEqual(['YAML_ALIAS', 'YAML_ALIAS']);
  });

  it('refuses merges of thousands of maps', async () => {
    const maps = Array.from({ length: 4000 }, (_, i) => `&m${i} { k${i}: 1 }`).join(', ');
    const names = Array.from({ length: 4000 }, (_, i) => `*m${i}`).join(', ');
    const result = new Set(await codes(`x: [${maps}]\ny:\n  <<: [${names}]\n`));
    expect(result).toEqual(new Set(['SUITE_UNKNOWN_KEY', 'YAML_ALIAS', 'SUITE_MORE']));
  });

  it.each(['[', '{a: ', '- ', '? '])('stays alive under 5,000 times %s', async (open) => {
    for (let i = 0; i < 5; i++) expect(await codes(open.repeat(5000))).toEqual(['YAML_DEPTH']);
  });

  it('allows what is within the depth', async () => {
    const deep = `${'['.repeat(80)}${']'.repeat(80)}`;
    const text = `tests: [{ name: a, tool_call_f1: { expected: [{ tool: x, args: { a: ${deep} } }] } }]\n`;
    expect(await codes(text)).toEqual([]);
  });

  it('refuses one value of more than 1 MB', async () => {
    const long = 'x'.repeat(1024 * 1024 + 1);
    expect(await faults(`tests:\n  - name: a\n    prompt: ${long}\n`)).toContain(
      '3:13 SUITE_TOO_LARGE',
    );
  });

  it('refuses more than 2,000,000 values', async () => {
    expect(await codes(`tests: [${'1,'.repeat(2_000_001)}1]`)).toEqual(['SUITE_TOO_LARGE']);
    expect(await codes(`tests: [${'1,'.repeat(8_000_000)}1]`)).toEqual(['SUITE_TOO_LARGE']);
  });

  it('says the first thousand of very many faults, and that there are more', async () => {
    const result = await faults(`tests:\n${'  -\n'.repeat(200_000)}`);
    expect(result).toHaveLength(1001);
    expect(result[999]).toBe('1001:3 SUITE_TYPE');
    expect(result[1000]).toBe('1002:3 SUITE_MORE');
  });

  it('lists a hundred warnings and never loses an error behind them', async () => {
    const warned = Array.from(
      { length: 300 },
      (_, i) => `  - { name: t${i}, agent: x, usage: true }\n`,
    ).join('');
    const text = `agents: { a: {} }\ntests:\n${warned}`;
    const result = await faults(text);
    expect(result).toHaveLength(101);
    expect(result[100]).toBe('103:26 SUITE_MORE');
    expect(await faults(`${text}  - { name: last, runs: 0 }\n`)).toContain('303:25 SUITE_VALUE');
  });

  it.each<[string, (count: number) => string]>([
    [
      'classes that are not declared',
      (count) =>
        `classes: [${repeat(count, (i) => `{ name: c${i}, members: [x${i}] },`)}]\ntests: [{ name: a, equal_function_sets: { classes: [${repeat(count, (i) => `k${i},`)}] } }]\n`,
    ],
    [
      'scorers and gates of the user',
      (count) =>
        `dataset: d\nscorers: [${repeat(count, (i) => `{ type: module, module: x, key: k${i} },`)}]\nexpect: [${repeat(count, (i) => `{ k${i}.x: { ">=": 1 } },`)}]\n`,
    ],
    ['unknown keys', (count) => `tests: [{ name: a, ${repeat(count, (i) => `k${i}: 1,`)} }]\n`],
  ])('takes time in proportion to its size: %s', async (_what, make) => {
    const time = async (count: number): Promise<number> => {
      const text = make(count);
      const before = process.cpuUsage();
      await parseSuite(text, { path: 'suite.yaml' });
      return process.cpuUsage(before).user;
    };
    await time(2000);
    const [small, large] = [await time(2000), await time(16_000)];
    // Eight times the size: far from the sixty-four times of a loop inside of a loop.
    expect(large / small).toBeLessThan(30);
  });

  it('is not slowed down by one very long line', async () => {
    const result = await faults(`tests: [${'1,'.repeat(500_000)}1]`);
    expect(result).toHaveLength(1001);
    expect(result[1]).toBe('1:11 SUITE_TYPE');
  });
});

describe('tags', () => {
  it.each([
    '!!js/function "x"',
    '!!python/object:os.system x',
    '!foo x',
    '!!binary aGk=',
    '!!set { x }',
    '! x',
    '!<tag:x> y',
  ])('refuses %s', async (value) => {
    expect(await codes(`${GATED}    prompt: ${value}\n`)).toContain('YAML_TAG');
  });

  it('refuses tags and anchors on maps, lists and keys too', async () => {
    expect(await codes('tests: !x\n  - &y\n    !z name: a\n    usage: true\n')).toEqual([
      'YAML_TAG',
      'YAML_ALIAS',
      'YAML_TAG',
    ]);
  });
});

describe('names of the language itself', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'])(
    'calls %s an unknown key and changes no prototype',
    async (key) => {
      const before = Reflect.ownKeys(Object.prototype).length;
      expect(await faults(`${key}: { polluted: 1 }\n${GATED}`)).toEqual(['1:1 SUITE_UNKNOWN_KEY']);
      expect(await faults(`${GATED}    ${key}: { polluted: 1 }\n`)).toEqual([
        '6:5 SUITE_UNKNOWN_KEY',
      ]);
      expect(await faults(`{ "${key}": { "polluted": 1 } }`, 'suite.json')).toEqual([
        '1:3 SUITE_UNKNOWN_KEY',
      ]);
      expect(Reflect.ownKeys(Object.prototype).length).toBe(before);
      expect('polluted' in {}).toBe(false);
    },
  );

  it('refuses a merge of a prototype', async () => {
    expect(await codes(`tests:\n  - <<: { __proto__: { name: x } }\n    name: a\n`)).toEqual([
      'YAML_ALIAS',
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'takes %s as a name of the user',
    async (name) => {
      const text = `classes: [{ name: ${name}, members: [${name}] }]
agents: { ${name}: { model: lexical } }
tests:
  - name: ${name}
    agent: ${name}
    aliases: { ${name}: x }
    equal_function_sets: { classes: [${name}] }
    tool_call_f1: { expected: [{ tool: ${name}, args: { ${name}: 1 } }] }
`;
      const loaded = await parseSuite(text, { path: 'suite.yaml' });
      if (!loaded.ok) throw new Error(loaded.issues[0]?.message);
      const [classes, calls] = loaded.suite.tests[0]?.scorers ?? [];
      expect(classes?.options).toEqual({ classes: [{ name, members: [name] }] });
      expect(JSON.stringify(calls?.options)).toBe(
        `{"expected":[{"tool":"${name}","args":{"${name}":1}}]}`,
      );
    },
  );

  it('does not take an inherited name for a declared one', async () => {
    expect(
      await codes('agents: {}\ntests: [{ name: a, usage: true, agent: constructor }]\n'),
    ).toEqual(['SUITE_UNKNOWN_AGENT']);
    const text = 'tests: [{ name: a, equal_function_sets: { classes: [constructor] } }]\n';
    expect(await codes(text)).toEqual(['SUITE_UNKNOWN_CLASS']);
    expect(await codes('tests: [{ name: a, expect: [{ __proto__: { ">=": 1 } }] }]\n')).toEqual([
      'SUITE_UNKNOWN_METRIC',
    ]);
  });
});

describe('gates of the wrong unit', () => {
  it.each([
    ['tool_selection.f1', '0.8', 'did you mean 80?'],
    ['tool_selection.f1', '101', undefined],
    ['tool_selection.f1', '-1', undefined],
    ['tool_selection.f1', '"80"', 'write it without quotes: 80'],
    ['tool_selection.f1', '80.5', 'only whole percents are compared'],
    ['tool_selection.f1', '.nan', undefined],
    ['tool_selection.f1', '.inf', undefined],
    ['tool_selection.f1_mean', '80', 'did you mean 0.8?'],
    ['tool_selection.f1_mean', '-0.1', undefined],
    ['tool_selection.repeats', '-1', undefined],
    ['tool_selection.repeats', '5%', undefined],
  ])('refuses %s >= %s', async (metric, value, hint) => {
    const text = `tests:
  - name: a
    equal_function_sets:
      classes: []
      expect: [{ ${metric}: { ">=": ${value} } }]
`;
    const loaded = await parseSuite(text, { path: 'suite.yaml' });
    const [issue] = loaded.ok ? [] : loaded.issues;
    expect(issue?.code).toBe('SUITE_GATE_UNIT');
    expect(issue?.where).toMatchObject({ line: 5, column: 28 + metric.length });
    expect(issue?.hint).toBe(hint);
  });

  it.each(['{ between: [0.9, 0.1] }', '{ between: [1] }', '{ between: 1 }', '{}', '[]', '0.5'])(
    'refuses %s',
    async (matcher) => {
      const text = `tests: [{ name: a, no_tools: true, expect: [{ no_tool.rate: ${matcher} }] }]\n`;
      expect(await codes(text)).toHaveLength(1);
    },
  );
});

describe('bytes around a suite', () => {
  const gateOf = async (text: string): Promise<unknown> => {
    const loaded = await parseSuite(text, { path: 'suite.yaml' });
    return loaded.ok
      ? loaded.suite.tests.map(({ name, gates }) => ({ name, gates }))
      : loaded.issues;
  };

  it.each([
    ['CRLF', GATED.replaceAll('\n', '\r\n')],
    ['lone CR', GATED.replaceAll('\n', '\r')],
    ['trailing blanks', GATED.replaceAll('\n', '   \n')],
    ['trailing tabs', GATED.replaceAll('\n', '\t\n')],
    ['comments', GATED.replaceAll('\n', ' # x\n\n')],
    ['a start and an end', `---\n${GATED}...\n`],
    ['a directive', `%YAML 1.2\n---\n${GATED}`],
  ])('gives the same gate with %s', async (_what, text) => {
    expect(await gateOf(text)).toEqual(await gateOf(GATED));
  });

  it.each([
    ['tabs for indentation', 'tests:\n\t- name: a\n', '2:1 YAML_SYNTAX'],
    ['a control character', 'tests:\n  - name: a\u0007b\n', '2:12 YAML_SYNTAX'],
    ['a NUL', 'tests:\n  - name: a\u0000b\n', '2:12 YAML_SYNTAX'],
    [
      'half a surrogate pair',
      'tests:\n  - name: "a\\ud800"\n    usage: true\n',
      '2:11 SUITE_VALUE',
    ],
  ])('refuses %s precisely', async (_what, text, fault) => {
    expect(await faults(text)).toEqual([fault]);
  });

  it('keeps NEL and line separators inside of text', async () => {
    const loaded = await parseSuite('tests:\n  - name: "a\u0085b\u2028c"\n    usage: true\n', {
      path: 'suite.yaml',
    });
    expect(loaded.ok && loaded.suite.tests[0]?.name).toBe('a\u0085b\u2028c');
  });
});

describe('JSON suites', () => {
  it('are read strictly', async () => {
    expect(await faults('{ "tests": [ { "name": "a" }, ] }', 'suite.json')).toEqual([
      '1:31 JSON_SYNTAX',
    ]);
    expect(await faults("{ 'tests': [] }", 'suite.json')).toEqual(['1:3 JSON_SYNTAX']);
    expect(await faults('tests: []', 'suite.json')).toEqual(['1:2 JSON_SYNTAX']);
    expect(await codes('{ "tests": [ { "name": "a", "runs": 1e999 } ] }', 'suite.json')).toEqual([
      'NUMBER_RANGE',
    ]);
    expect(await codes('['.repeat(5000), 'suite.json')).toHaveLength(1);
  });

  it('have places, and all of their repeated keys', async () => {
    const text =
      '{\n  "tests": [\n    { "name": "a", "name": "b", "runs": 1, "runs": 2, "tracs": "x" }\n  ]\n}\n';
    expect(await faults(text, 'suite.json')).toEqual([
      '3:20 SUITE_DUPLICATE_KEY',
      '3:44 SUITE_DUPLICATE_KEY',
      '3:55 SUITE_UNKNOWN_KEY',
    ]);
  });

  it('read escapes and large numbers like everything else', async () => {
    const text =
      '{ "tests": [ { "name": "\\ud83d\\ude00 \\u0041\\/", "runs": 1, "usage": true } ] }';
    const loaded = await parseSuite(text, { path: 'suite.json' });
    expect(loaded.ok && loaded.suite.tests[0]?.name).toBe('😀 A/');
  });
});

describe('anything at all', () => {
  it('ends in a plan or in issues with places', async () => {
    const piece = fc.constantFrom(
      'tests:',
      'evals:',
      ' ',
      '\n',
      '  ',
      '- ',
      'name: a',
      'expect:',
      '[',
      ']',
      '{',
      '}',
      ',',
      ': ',
      '"',
      "'",
      '|',
      '>',
      '&a',
      '*a',
      '!t',
      '#',
      '---',
      'a',
      '1',
      '~',
      '<<',
      '%',
      '\t',
      '{{',
      '}}',
      'scorers:',
      'type: trajectory',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const text = pieces.join('');
        for (const path of ['s.yaml', 's.json']) {
          const loaded = await parseSuite(text, { path });
          if (loaded.ok) continue;
          expect(loaded.issues.length).toBeGreaterThan(0);
          for (const { where, excerpt } of loaded.issues) {
            expect(where?.line).toBeGreaterThan(0);
            expect(where?.column).toBeGreaterThan(0);
            expect(excerpt?.length).toBeGreaterThan(0);
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('never turns a misspelt key into a suite that passes', async () => {
    const keys = ['tests', 'name', 'expect', 'no_tools', 'no_tool.rate'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...keys),
        fc.nat(),
        fc.constantFrom('x', '', '_'),
        async (key, at, put) => {
          const place = at % key.length;
          const wrong = key.slice(0, place) + put + key.slice(place + 1);
          fc.pre(wrong !== key);
          const loaded = await parseSuite(GATED.replace(`${key}:`, `${wrong}:`), {
            path: 's.yaml',
          });
          expect(loaded.ok).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('leaves the process alive under repeated deep nesting', () => {
    const script = `import { parseEvents } from 'js-yaml';
for (let i = 0; i < 40; i++) { try { parseEvents('['.repeat(5000), { maxDepth: 100 }); } catch {} }
process.stdout.write('alive');`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('alive');
  });
});
