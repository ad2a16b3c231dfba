import { describe, expect, it } from 'vitest';
import { parseSuite } from '#suite';
import type { DrivePlan, Suite } from '../plan/plan.ts';

const suiteOf = (agent: string, test = ''): string => `
agents:
  a: ${agent}
tests:
  - { name: t, agent: a, prompt: hello, function_call_coverage: { function_calls: [x] }${test} }
`;

async function load(text: string): Promise<Suite> {
  const loaded = await parseSuite(text, { path: 'suite.yaml' });
  if (!loaded.ok) throw new Error(loaded.issues.map(({ message }) => message).join('\n'));
  return loaded.suite;
}

async function driveOf(agent: string, test = ''): Promise<DrivePlan | null | undefined> {
  return (await load(suiteOf(agent, test))).tests[0]?.drive;
}

async function faults(text: string): Promise<readonly string[]> {
  const loaded = await parseSuite(text, { path: 'suite.yaml' });
  const issues = loaded.ok ? loaded.suite.warnings : loaded.issues;
  return issues.map(({ code, message, where }) => `${where?.line} ${code} ${message}`);
}

describe('an agent', () => {
  it('can act where it is a model, a program, a service or a function', async () => {
    expect((await driveOf('{ model: lexical }'))?.agent.model).toBe('lexical');
    expect((await driveOf('{ command: [node, agent.js] }'))?.agent.model).toBeNull();
    expect((await driveOf('{ http: http://127.0.0.1/ }'))?.agent.model).toBeNull();
    expect((await driveOf('{ module: ./agent.ts#run }'))?.agent.files.module).toMatchObject({
      path: expect.stringMatching(/agent\.ts$/),
      exportName: 'run',
    });
  });

  it('cannot act where it was only recorded, or is not declared', async () => {
    expect(await driveOf('{ traces: t.json }')).toBeNull();
    const { tests } = await load(suiteOf('{ model: lexical }').replace('agent: a', 'agent: b'));
    expect(tests[0]?.drive).toBeNull();
  });

  it('is one thing', async () => {
    expect(await faults(suiteOf('{ model: lexical, command: [x] }'))).toEqual([
      '3 SUITE_VALUE an agent is one thing: it has both `model` and `command`',
    ]);
  });

  it('has a model of somebody, at an address where that is not plain', async () => {
    expect(await faults(suiteOf('{ model: gpt-5 }'))).toEqual([
      '3 SUITE_MODEL "gpt-5" does not say whose model it is',
    ]);
    expect(await faults(suiteOf('{ model: "openai-compatible:m" }'))).toEqual([
      '3 SUITE_MODEL "openai-compatible:m" needs a base_url',
    ]);
  });
});

describe('an agent with several models', () => {
  it('makes every test and eval once for each, called after it', async () => {
    const { tests } = await load(suiteOf('{ models: [lexical, "module:./m.mjs#model"] }'));
    expect(tests.map(({ name, variant }) => [name, variant])).toEqual([
      ['t (lexical)', { of: 't', model: 'lexical' }],
      ['t (module:./m.mjs#model)', { of: 't', model: 'module:./m.mjs#model' }],
    ]);
    expect(tests.map(({ drive }) => drive?.agent.files.module?.exportName ?? null)).toEqual([
      null,
      'model',
    ]);
  });

  it('names each once', async () => {
    expect(await faults(suiteOf('{ models: [lexical, lexical] }'))).toEqual([
      '3 SUITE_DUPLICATE_NAME "lexical" is named twice',
    ]);
  });
});

describe('the runs of a test', () => {
  it('may take as long as the test says, else the agent, else two minutes', async () => {
    expect((await driveOf('{ model: lexical }'))?.timeoutMs).toBe(120_000);
    expect((await driveOf('{ model: lexical, timeout: 5 }'))?.timeoutMs).toBe(5000);
    expect((await driveOf('{ model: lexical, timeout: 5 }', ', timeout: 0.5'))?.timeoutMs).toBe(
      500,
    );
  });

  it('end and stop as it says', async () => {
    expect(await driveOf('{ model: lexical }')).toMatchObject({
      turns: ['hello'],
      stopsAfterDecision: false,
      stopsWhenDecided: false,
    });
    const stops = ', stop_after: first_decision, stop: decided';
    expect(await driveOf('{ model: lexical }', stops)).toMatchObject({
      stopsAfterDecision: true,
      stopsWhenDecided: true,
    });
  });

  it('begin with a prompt or with turns, not with both', async () => {
    expect(await faults(suiteOf('{ model: lexical }', ', turns: [a, b]'))).toEqual([
      expect.stringContaining('a test has one of them'),
    ]);
  });
});
