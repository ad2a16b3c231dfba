import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, parseJson, scoreTraces } from '#core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Report } from '#core';
import { startProgram } from '../loopback-model/start-program.ts';
import { jsonl, whichtool, workspace } from '../support/cli.ts';

// The Ragas page on tool call F1, item by item.

interface Call {
  readonly name: string;
  readonly args?: JsonObject;
}

interface Scores {
  readonly tally: Readonly<Record<string, number>>;
  readonly 'tool_call.f1'?: number | null;
  readonly 'tool_call.accuracy'?: number | null;
}

function score(called: readonly Call[], expected: readonly Call[]): Scores {
  const tool_calls = called.map(({ name, args = {} }) => ({ name, arguments: args }));
  const [f1, accuracy] = scoreTraces([{ tool_calls }], {
    tool_call_f1: { expected },
    tool_call_accuracy: { expected },
  });
  return { tally: f1!.tally, ...f1!.metrics, ...accuracy!.metrics };
}

const search = { name: 'search', args: { q: 'x' } };
const fetch = { name: 'fetch', args: { url: 'u' } };
const shell = { name: 'shell', args: { cmd: 'ls' } };

describe('precision, recall and F1', () => {
  it('precision falls with a call that is not expected', () => {
    expect(score([search, shell], [search])).toMatchObject({
      'tool_call.precision': 0.5,
      'tool_call.recall': 1,
    });
  });

  it('recall falls with an expected call that is not made', () => {
    expect(score([search], [search, fetch])).toMatchObject({
      'tool_call.precision': 1,
      'tool_call.recall': 0.5,
    });
  });

  it('F1 is their harmonic mean', () => {
    expect(score([search, shell], [search])['tool_call.f1']).toBe(0.6667);
    expect(score([search, shell], [search, fetch])['tool_call.f1']).toBe(0.5);
  });
});

describe('sets', () => {
  it('a call is its name together with its arguments', () => {
    expect(score([search], [{ name: 'search', args: { q: 'y' } }]).tally).toEqual({
      tp: 0,
      fp: 1,
      fn: 1,
    });
  });

  it('equal calls are one', () => {
    expect(score([search, search], [search]).tally).toEqual({ tp: 1, fp: 0, fn: 0 });
  });

  it('true positives are in both, false positives only called, false negatives only expected', () => {
    expect(score([search, shell], [search, fetch]).tally).toEqual({ tp: 1, fp: 1, fn: 1 });
  });

  it('the order does not matter, where accuracy does look at it', () => {
    const swapped = score([fetch, search], [search, fetch]);
    expect(swapped['tool_call.f1']).toBe(1);
    expect(swapped['tool_call.accuracy']).toBe(0);
  });
});

describe('nested arguments', () => {
  const nested = (value: JsonObject): Call => ({ name: 'plan', args: value });

  it('are equal whatever the order of their keys, at every depth', () => {
    const a = nested({ day: { from: 9, to: 17 }, rooms: [{ id: 1, seats: 4 }] });
    const b = nested({ rooms: [{ seats: 4, id: 1 }], day: { to: 17, from: 9 } });
    expect(score([a], [b])['tool_call.f1']).toBe(1);
  });

  it('differ where lists are in another order', () => {
    expect(score([nested({ ids: [1, 2] })], [nested({ ids: [2, 1] })])['tool_call.f1']).toBe(0);
  });
});

interface PeerVector {
  readonly id: string;
  readonly called: readonly Call[];
  readonly expected: readonly Call[];
  readonly peers: { readonly ragas?: { readonly f1?: number } };
}

const text = readFileSync(
  join(import.meta.dirname, '../../vectors/tool-calls-by-peer.json'),
  'utf8',
);
// Some arguments are integers beyond 2^53.
const parsed = parseJson(text);
const VECTORS = (parsed.ok ? parsed.value : []) as unknown as readonly PeerVector[];

it('two of the worked cases differ, and the page says why', () => {
  const compared = VECTORS.filter(({ peers }) => typeof peers.ragas?.f1 === 'number');
  const different = compared.filter(({ called, expected, peers }) => {
    const ours = score(called, expected)['tool_call.f1'] ?? -1;
    return Math.abs(ours - (peers.ragas?.f1 ?? -1)) > 1e-4;
  });
  expect(compared).toHaveLength(37);
  expect(different.map(({ id }) => id)).toEqual(['both-empty', 'bool-vs-int']);
});

it('multi-turn samples are a dataset as they are, with all that they say', async () => {
  const folder = workspace({
    'samples.jsonl': jsonl({
      user_input: [
        { type: 'human', content: 'Where is it?' },
        { type: 'ai', content: '', tool_calls: [{ name: 'search', args: { q: 'it' } }] },
        { type: 'tool', content: 'here' },
        { type: 'ai', content: 'Here.' },
        { type: 'human', content: 'Open it.' },
        { type: 'ai', content: '', tool_calls: [{ name: 'open', args: { id: 7 } }] },
      ],
      reference_tool_calls: [
        { name: 'open', args: { id: 7 } },
        { name: 'search', args: { q: 'it' } },
      ],
      reference: 'It is open.',
    }),
    'whichtool.yaml': `dataset: samples.jsonl
scorers:
  - type: tool_call_f1
  - type: tool_call_accuracy
    order: flexible
expect:
  - tool_call.f1: { "==": 1 }
  - tool_call.accuracy: { "==": 1 }
`,
  });
  const { code, stdout } = await whichtool(['run', '--no-history'], { cwd: folder.path });
  expect(stdout).toContain('PASS');
  expect(code).toBe(0);
  folder.remove();
});

describe('agent goal accuracy', () => {
  /** A conversation as Ragas writes it. */
  const sample = (id: string, said: string, more: object = {}): object => ({
    id,
    user_input: [
      { type: 'human', content: 'Book a table for two tonight' },
      { type: 'ai', content: '', tool_calls: [{ name: 'book_table', args: { people: 2 } }] },
      { type: 'tool', content: 'booked' },
      { type: 'ai', content: said },
    ],
    reference_tool_calls: [],
    ...more,
  });

  it('with a reference is about that, without one about what the user said', async () => {
    const program = await startProgram({
      judge: [
        { when: { prompt: '"reference":"A table for four is booked."' }, lean: 'low' },
        { lean: 'high' },
      ],
    });
    onTestFinished(() => program.close());
    const folder = workspace({
      'package.json': '{}',
      'samples.jsonl': jsonl(
        sample('with', 'It is booked.', { reference: 'A table for four is booked.' }),
        sample('without', 'It is booked.'),
      ),
      'whichtool.yaml': `judge: { model: "openai-compatible:judge-2026-11-01", base_url: "${program.baseUrls['openai-compatible']}" }
dataset: samples.jsonl
scorers: [{ type: goal }]
expect: [{ goal.achieved: { ">=": 0.5 } }]
`,
    });
    onTestFinished(() => folder.remove());
    const args = ['run', '--json', '--no-history', '--record', 'kept'];
    const { code, stdout } = await whichtool(args, { cwd: folder.path });
    const [one] = (JSON.parse(stdout) as Report).evals;
    expect(code).toBe(0);
    expect(one?.scores[0]?.metrics).toEqual({ 'goal.achieved': 0.5 });
    expect(one?.scores[0]?.misses.items).toMatchObject([{ case: 'with' }]);
    const asked = readFileSync(join(folder.path, 'kept/judge.jsonl'), 'utf8');
    expect(asked).toContain('"reference":null');
    expect(asked).toContain('"result":"booked"');
  });
});
