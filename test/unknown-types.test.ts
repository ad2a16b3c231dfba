import type { InspectionReport, Report } from '#core';
import { afterEach, describe, expect, it } from 'vitest';
import { FOREIGN_SHAPES } from '../src/readers/fixtures/foreign-shapes.ts';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

/** Gates that pass where no call was made. */
const SUITE = `
tests:
  - { name: nothing is called, traces: t.jsonl, no_tools: true, forbidden: [delete_all] }
`;

/** A conversation whose answer has a part of a type that is not known. */
const MYSTERY = {
  messages: [
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: [{ type: 'mystery' }, { type: 'text', text: 'Done.' }] },
  ],
};

describe('a record of a product without a reader', () => {
  it('is judged by gates that pass on a run without calls', async () => {
    const messages = [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: 'Done.' },
    ];
    folder = workspace({ 'whichtool.yaml': SUITE, 't.jsonl': jsonl({ messages }) });
    expect((await whichtool(['run'], { cwd: folder.path })).code).toBe(0);
  });

  it.each(FOREIGN_SHAPES)('%s never pass', async (_, format, records) => {
    folder = workspace({ 'whichtool.yaml': SUITE, 't.jsonl': jsonl(...records) });
    for (const flags of [[], ['--format', format]]) {
      const { code, stderr } = await whichtool(['run', ...flags], { cwd: folder.path });
      expect([2, 3]).toContain(code);
      expect(stderr).not.toContain('TRACE_UNCLAIMED');
    }
  });

  it('calls that OpenInference has only among the contents are read as calls', async () => {
    const message = 'llm.output_messages.0.message';
    folder = workspace({
      'whichtool.yaml': SUITE,
      't.jsonl': jsonl({
        name: 'llm',
        context: { trace_id: 't1', span_id: 's1' },
        attributes: {
          'openinference.span.kind': 'LLM',
          [`${message}.role`]: 'assistant',
          [`${message}.contents.0.message_content.type`]: 'text',
          [`${message}.contents.0.message_content.text`]: 'Yes.',
          [`${message}.contents.1.tool_call.id`]: 'c1',
          [`${message}.contents.1.tool_call.function.name`]: 'delete_all',
          [`${message}.contents.1.tool_call.function.arguments`]: '{"path":"/"}',
        },
      }),
    });
    const { code, stdout } = await whichtool(['run', '--reporter', 'json'], { cwd: folder.path });
    expect(code).toBe(1);
    const [test] = (JSON.parse(stdout) as Report).tests;
    expect(test?.gates.map(({ outcome }) => outcome)).toEqual(['fail', 'fail']);
  });
});

describe('an unknown type', () => {
  it('is reported with its code, place and name, and a way to pass it over', async () => {
    folder = workspace({ 'whichtool.yaml': SUITE, 't.jsonl': jsonl(MYSTERY) });
    const { code, stdout } = await whichtool(['run', '--reporter', 'json'], { cwd: folder.path });
    expect(code).toBe(3);
    const [test] = (JSON.parse(stdout) as Report).tests;
    expect(test?.unmeasured?.items).toMatchObject([
      {
        code: 'READ_UNKNOWN_TYPE',
        message: expect.stringMatching(/part "mystery".*ignore_types/),
        where: 't.jsonl:1',
      },
    ]);
  });

  it('is passed over where the suite, a test or a flag names it, and only then', async () => {
    folder = workspace({
      'whichtool.yaml': `ignore_types: [mystery]\n${SUITE}`,
      'test.yaml': SUITE.replaceAll('traces: t.jsonl', 'traces: t.jsonl, ignore_types: [mystery]'),
      'other.yaml': `ignore_types: [riddle]\n${SUITE}`,
      't.jsonl': jsonl(MYSTERY),
    });
    const cwd = { cwd: folder.path };
    expect((await whichtool(['run'], cwd)).code).toBe(0);
    expect((await whichtool(['run', 'test.yaml'], cwd)).code).toBe(0);
    expect((await whichtool(['run', 'other.yaml'], cwd)).code).toBe(3);
    for (const verb of ['score', 'inspect']) {
      expect((await whichtool([verb, 't.jsonl'], cwd)).code).toBe(3);
      const ignoring = await whichtool([verb, 't.jsonl', '--ignore-types', 'riddle, mystery'], cwd);
      expect(ignoring.code).toBe(0);
    }
    const inspected = await whichtool(
      ['inspect', 't.jsonl', '--ignore-types', 'mystery', '--json'],
      cwd,
    );
    expect((JSON.parse(inspected.stdout) as InspectionReport).runs.measured).toBe(1);
  });

  it('stays with a trace that was converted, and is left out of it by the flag', async () => {
    folder = workspace({
      'whichtool.yaml': SUITE.replaceAll('t.jsonl', 'native.jsonl'),
      'ignoring.yaml': `ignore_types: [mystery]\n${SUITE.replaceAll('t.jsonl', 'native.jsonl')}`,
      't.jsonl': jsonl(MYSTERY),
    });
    const cwd = { cwd: folder.path };
    await whichtool(['convert', 't.jsonl', '--out', 'native.jsonl'], cwd);
    expect((await whichtool(['run'], cwd)).code).toBe(3);
    expect((await whichtool(['run', 'ignoring.yaml'], cwd)).code).toBe(0);
    await whichtool(
      ['convert', 't.jsonl', '--out', 'native.jsonl', '--ignore-types', 'mystery'],
      cwd,
    );
    expect((await whichtool(['run'], cwd)).code).toBe(0);
  });
});
