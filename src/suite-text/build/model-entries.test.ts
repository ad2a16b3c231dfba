import { describe, expect, it } from 'vitest';
import { parseSuite } from '#suite';

async function load(models: string, more = ''): Promise<Awaited<ReturnType<typeof parseSuite>>> {
  const text = `
agents:
  a:
    models:
${models}
${more}
tests:
  - { name: t, agent: a, prompt: hello, function_call_coverage: { function_calls: [x] } }
`;
  return parseSuite(text, { path: 'suite.yaml' });
}

async function faults(models: string, more = ''): Promise<readonly string[]> {
  const loaded = await load(models, more);
  const issues = loaded.ok ? loaded.suite.warnings : loaded.issues;
  return issues.map(
    ({ code, message, where }) => `${where?.line}:${where?.column} ${code} ${message}`,
  );
}

describe('a list of models with keys of their own', () => {
  it('has plans with those keys in place of the ones of the agent', async () => {
    const loaded = await load(
      `      - openai:gpt-5
      - { model: "openai:gpt-5", name: gpt-5 low, reasoning_effort: low }
      - { model: "openai-compatible:q", base_url: http://127.0.0.1/v1, prices: { input: 0, output: 0 } }`,
      '    api_key_env: MY_KEY\n    prices: { input: 1, output: 2 }',
    );
    if (!loaded.ok) throw new Error(loaded.issues[0]?.message);
    expect(loaded.suite.tests.map(({ name, variant }) => [name, variant?.model])).toEqual([
      ['t (openai:gpt-5)', 'openai:gpt-5'],
      ['t (gpt-5 low)', 'gpt-5 low'],
      ['t (openai-compatible:q)', 'openai-compatible:q'],
    ]);
    const documents = loaded.suite.tests.map(({ drive }) => drive?.agent.document);
    expect(documents.map((document) => document?.reasoning_effort)).toEqual([
      undefined,
      'low',
      undefined,
    ]);
    expect(documents.map((document) => document?.prices?.input)).toEqual([1, 1, 0]);
    // The key of the agent stays with its own address.
    expect(documents.map((document) => document?.api_key_env)).toEqual([
      'MY_KEY',
      'MY_KEY',
      undefined,
    ]);
  });

  it('names each once', async () => {
    expect(
      await faults('      - openai:gpt-5\n      - { model: "openai:gpt-5", top_p: 0.5 }'),
    ).toEqual(['6:18 SUITE_DUPLICATE_NAME "openai:gpt-5" is named twice']);
  });

  it('has errors at the place of the key', async () => {
    expect(await faults('      - { model: "openai-compatible:q" }')).toEqual([
      '5:18 SUITE_MODEL "openai-compatible:q" needs a base_url',
    ]);
    expect(await faults('      - { model: lexical, top_p: 1 }')).toEqual([
      '5:27 SUITE_NO_EFFECT `top_p` has no effect: this is one of `lexical`',
    ]);
    expect(await faults('      - { model: "openai:m", efort: low }')).toEqual([
      expect.stringMatching(/^5:30 SUITE_UNKNOWN_KEY/),
    ]);
    expect(await faults('      - { model: "openai:m", reasoning_effort: lots }')).toEqual([
      expect.stringMatching(/^5:48 SUITE_VALUE/),
    ]);
  });

  it('does not let further members replace what is measured', async () => {
    expect(await faults('      - { model: "openai:m", extra_body: { tools: [] } }')).toEqual([
      '5:44 SUITE_VALUE `extra_body` cannot set `tools`: it is what is measured',
    ]);
  });

  it('sets thinking of Gemini in one way', async () => {
    expect(
      await faults(
        '      - google:g\n      - openai:m',
        '    reasoning_effort: low\n    thinking: true',
      ),
    ).toEqual([
      expect.stringContaining('8:5 SUITE_VALUE `thinking` and `reasoning_effort`'),
      '8:15 SUITE_NO_EFFECT `thinking` has no effect on `openai:` models',
    ]);
  });
});
