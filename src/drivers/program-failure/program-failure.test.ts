import { describe, expect, it } from 'vitest';
import { redactText } from '#core';
import { explainEnd } from './explain-end.ts';
import { hintForVariable } from './missing-variable.ts';

const TRACEBACK = `Traceback (most recent call last):
  File "agent.py", line 5, in <module>
    main()
KeyError: 'MY_API_KEY'
`;

describe('how a program ended', () => {
  it('is the error in one line, then the lines of the traceback', () => {
    expect(explainEnd('the program ended with code 1', TRACEBACK).split('\n')).toEqual([
      "the program ended with code 1: KeyError: 'MY_API_KEY'",
      'Traceback (most recent call last):',
      '  File "agent.py", line 5, in <module>',
      '    main()',
      "KeyError: 'MY_API_KEY'",
    ]);
  });

  it('names the error of Node, which stands above its stack', () => {
    const stderr =
      '/a.js:1\nthrow new Error("boom")\n^\n\nError: boom\n    at a.js:1\n\nNode.js v20\n';
    expect(explainEnd('it ended', stderr).split('\n')[0]).toBe('it ended: Error: boom');
  });

  it('is one line where the program wrote one or none', () => {
    expect(explainEnd('it ended', 'no luck\n')).toBe('it ended: no luck');
    expect(explainEnd('it ended', ' \n')).toBe('it ended');
  });

  it('has a bounded number of lines, without colours and controls', () => {
    const many = Array.from({ length: 500 }, (_, i) => `\u001b[31mline ${i}\u001b[0m\u0007`);
    const lines = explainEnd('it ended', many.join('\n')).split('\n');
    expect([lines.length, lines[0], lines[1]]).toEqual([16, 'it ended: line 499', 'line 485']);
    const [, long = ''] = explainEnd('it ended', `${'x'.repeat(5000)}\ny`).split('\n');
    expect(long).toHaveLength(201);
  });
});

describe('the hint for a missing variable', () => {
  const hint = (name: string, also = ''): string =>
    `programs get only the variables that env: names, as env: { NAME: "\${NAME}" }; add ${name}${also}`;

  const UNSET = ', which is not set here either';

  it('names the variable, and where it is not set here says so', () => {
    expect(hintForVariable(TRACEBACK, {}, { MY_API_KEY: 'x' })).toBe(hint('MY_API_KEY'));
    expect(hintForVariable(TRACEBACK, {}, {})).toBe(hint('MY_API_KEY', UNSET));
  });

  it.each([
    'openai.OpenAIError: The api_key client option must be set either by passing api_key to the client or by setting the OPENAI_API_KEY environment variable',
    'Error: OPENAI_API_KEY is not set',
    'Error: Missing environment variable: OPENAI_API_KEY',
    'ValueError: OPENAI_API_KEY environment variable is required',
    'Error: env var OPENAI_API_KEY missing',
    'Please provide an OPENAI_API_KEY',
  ])('is found in %s', (stderr) => {
    expect(hintForVariable(stderr, {}, {})).toBe(hint('OPENAI_API_KEY', UNSET));
  });

  it('is not redacted', () => {
    const text = hintForVariable(TRACEBACK, {}, {}) ?? '';
    expect(redactText(text)).toBe(text);
  });

  it('is found in any words where the variable is set here', () => {
    const stderr = 'auth failed (SERPER_TOKEN)';
    expect(hintForVariable(stderr, {}, { SERPER_TOKEN: 'x' })).toBe(hint('SERPER_TOKEN'));
    expect(hintForVariable(stderr, {}, {})).toBeUndefined();
  });

  it('is absent where the program has the variable, or complains about something else', () => {
    expect(hintForVariable(TRACEBACK, { MY_API_KEY: 'x' }, { MY_API_KEY: 'x' })).toBeUndefined();
    expect(hintForVariable("KeyError: 'order'\nERROR: HTTP 500 missing", {}, {})).toBeUndefined();
  });
});
