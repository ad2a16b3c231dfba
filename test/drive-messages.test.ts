import { describe, expect, it } from 'vitest';
import { jsonl } from './support/cli.ts';
import { agentOf, loopback, project } from './support/driving.ts';

const PROVIDERS = ['openai', 'openai-compatible', 'anthropic', 'google'] as const;
const DATA = 'aGk=';
const IMAGE = { type: 'image_url', image_url: { url: `data:image/png;base64,${DATA}` } };
/** What people copy from a log of OpenAI: instructions, an image, a call and its result without a name. */
const MESSAGES = [
  { role: 'system', content: 'Shop rules.' },
  { role: 'user', content: [{ type: 'text', text: 'what is this?' }, IMAGE] },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c9', type: 'function', function: { name: 'wrong', arguments: '{"a":1}' } }],
  },
  { role: 'tool', tool_call_id: 'c9', content: 'seen' },
];

function evalOf(): object {
  return {
    name: 'rows',
    agent: 'desk',
    dataset: 'rows.jsonl',
    stop_after: 'first_decision',
    scorers: [{ type: 'tool_name_match' }],
  };
}

describe('the messages of a row', () => {
  it.each(PROVIDERS)('reach %s whole', async (provider) => {
    const model = await loopback({ decide: () => ({ calls: [{ name: 'right' }] }) });
    const agent = agentOf(model, {
      model: `${provider}:gemini-3-pro-preview`,
      base_url: model.baseUrls[provider],
      system: 'Be kind.',
    });
    const own = project(
      { agents: { desk: agent }, evals: [evalOf()] },
      {
        files: {
          'rows.jsonl': jsonl({ id: 'r', input: { messages: MESSAGES }, expected_tool: 'right' }),
        },
      },
    );
    const { code, report, stderr } = await own.measure();
    expect([code, stderr]).toEqual([0, '']);
    expect(report.evals[0]?.cases).toMatchObject([{ id: 'r', verdict: 'pass' }]);
    const sent = JSON.stringify(model.requests[0]?.body);
    for (const word of ['Be kind.', 'Shop rules.', 'what is this?', DATA, 'seen', '"wrong"'])
      expect(sent).toContain(word);
    if (provider !== 'google') return;
    expect(sent).toContain('"functionResponse":{"name":"wrong"');
    expect(sent).toContain('"thoughtSignature":"skip_thought_signature_validator"');
  });

  it.each([
    [
      'a part of an unknown type',
      [{ role: 'user', content: [{ type: 'input_audio' }] }],
      '/input/messages/0/content/0',
    ],
    [
      'a result of no call',
      [{ role: 'tool', tool_call_id: 'c1', content: 'x' }],
      '/input/messages/0',
    ],
  ])(
    'with %s are refused with the place, before a model is asked',
    async (_, messages, pointer) => {
      const model = await loopback();
      const own = project(
        { agents: { desk: agentOf(model) }, evals: [evalOf()] },
        {
          files: { 'rows.jsonl': jsonl({ id: 'r', input: { messages }, expected_tool: 'right' }) },
        },
      );
      const { code, stderr } = await own.run('run');
      expect([code, model.stats.requests]).toEqual([2, 0]);
      expect(stderr).toContain(pointer);
      expect(stderr).toContain('[DRIVE_MESSAGES]');
    },
  );

  it.each([
    [
      'anthropic',
      [
        { role: 'user', content: 'hi' },
        { role: 'system', content: 'late' },
        { role: 'user', content: 'go' },
      ],
      'message 2',
    ],
    [
      'google',
      [
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: 'https://x.example/i.png' } }],
        },
      ],
      'message 1',
    ],
  ] as const)('that %s cannot be sent make an errored run', async (provider, messages, place) => {
    const model = await loopback();
    const agent = agentOf(model, { model: `${provider}:m`, base_url: model.baseUrls[provider] });
    const own = project(
      { agents: { desk: agent }, evals: [evalOf()] },
      { files: { 'rows.jsonl': jsonl({ id: 'r', input: { messages }, expected_tool: 'right' }) } },
    );
    const { code, bytes } = await own.measure();
    expect([code, model.stats.requests]).toEqual([3, 0]);
    expect(bytes).toContain(place);
    expect(bytes).toContain('DRIVE_MESSAGES');
  });

  it('reach programs as the row has them, whatever their parts', async () => {
    const messages = [
      ...MESSAGES,
      { role: 'user', content: [{ type: 'input_audio', audio: 'x' }] },
    ];
    const program = `
      let text = '';
      process.stdin.on('data', (part) => (text += part)).on('end', () => {
        const isWhole = JSON.stringify(JSON.parse(text).messages) === process.env.WANTED;
        console.log(JSON.stringify({ tool_calls: [{ name: isWhole ? 'right' : 'wrong' }] }));
      });`;
    const own = project(
      {
        agents: {
          desk: {
            command: [process.execPath, 'agent.cjs'],
            env: { WANTED: JSON.stringify(messages) },
          },
        },
        evals: [{ ...evalOf(), stop_after: undefined }],
      },
      {
        files: {
          'agent.cjs': program,
          'rows.jsonl': jsonl({ id: 'r', input: { messages }, expected_tool: 'right' }),
        },
      },
    );
    const { code, report } = await own.measure();
    expect(code).toBe(0);
    expect(report.evals[0]?.cases).toMatchObject([{ id: 'r', verdict: 'pass' }]);
  });
});
