import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { whichtool } from './support/cli.ts';
import { type Estimate, estimateSample, type PairSample } from './tool-pairs/estimate-sample.ts';
import {
  type Half,
  keyOf,
  type PairLabels,
  type PairScore,
  scorePairs,
} from './tool-pairs/score-pairs.ts';

const FOLDER = new URL('tool-pairs/', import.meta.url);
const TOUCAN = new URL('../../shared/data/toucan/servers_with_tools.json', import.meta.url);

interface Shown {
  readonly tools: readonly { server: string; name: string; description: string | null }[];
  readonly sets: Parameters<typeof scorePairs>[0];
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
}

function labelsIn(name: string): PairLabels {
  return readJson(name) as PairLabels;
}

async function toolsOf(catalog: URL): Promise<Shown> {
  const args = ['tools', fileURLToPath(catalog), '--json'];
  const ran = await whichtool(args, { cwd: fileURLToPath(FOLDER) });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ran.stdout) as Shown;
}

/** The public catalog: thousands of tools are compared once. */
let known: Promise<Shown> | null = null;
const publicTools = (): Promise<Shown> => (known ??= toolsOf(TOUCAN));

/** Recall and precision as docs/tools.md shows them. */
function figures({ recall, precision }: PairScore): string {
  return `${recall.toFixed(2)} at ${precision.toFixed(2)}`;
}

function withLimits({ value, limits }: Estimate): string {
  return `${value.toFixed(2)} (${limits.map((limit) => limit.toFixed(2)).join(' to ')})`;
}

it('finds the sets of a small catalog', async () => {
  const { sets } = await toolsOf(new URL('own-catalog.json', FOLDER));
  const score = scorePairs(sets, labelsIn('own-labels.json'), 'held-out');
  expect(score.wrong).toEqual([]);
  expect(figures(score)).toBe('0.82 at 1.00');
});

it.skipIf(!existsSync(TOUCAN))(
  'finds the sets of a public catalog: ../shared/data/toucan is needed',
  async () => {
    const { sets, tools } = await publicTools();
    expect(tools).toHaveLength(6044);
    expect(sets.length).toBeGreaterThan(500);
    const labels = labelsIn('public-catalog.json');
    const texts = new Map(tools.map((tool) => [keyOf(tool), tool.description]));
    const isCopy = (a: string, b: string): boolean =>
      texts.get(a) !== null && texts.get(a) === texts.get(b);
    const labelled = labels.functions.flatMap((one) => one.tools);
    expect(labelled.filter((tool) => !texts.has(tool))).toEqual([]);
    const shown = (['tune', 'held-out'] as Half[]).map((half) => [
      half,
      figures(scorePairs(sets, labels, half)),
      figures(scorePairs(sets, labels, half, isCopy)),
    ]);
    expect(shown).toEqual([
      ['tune', '0.57 at 0.89', '0.53 at 0.87'],
      ['held-out', '0.76 at 0.95', '0.72 at 0.94'],
    ]);
  },
);

it.skipIf(!existsSync(TOUCAN))(
  'agrees with blind labels of random pairs: ../shared/data/toucan is needed',
  async () => {
    const { sets, tools } = await publicTools();
    const sample = readJson('blind-sample.json') as PairSample;
    const names = new Set(tools.map(keyOf));
    expect(sample.pairs.flatMap((pair) => pair.tools).filter((tool) => !names.has(tool))).toEqual(
      [],
    );
    const setsOf = new Map<string, Set<number>>();
    for (const [at, { members }] of sets.entries())
      for (const member of members) {
        const key = keyOf(member);
        setsOf.set(key, (setsOf.get(key) ?? new Set()).add(at));
      }
    const isProposed = (a: string, b: string): boolean =>
      [...(setsOf.get(a) ?? [])].some((at) => setsOf.get(b)?.has(at) === true);
    const { precision, recall } = estimateSample(sample, isProposed);
    expect([withLimits(precision), withLimits(recall)]).toEqual([
      '0.77 (0.69 to 0.83)',
      '0.43 (0.21 to 0.60)',
    ]);
  },
);
