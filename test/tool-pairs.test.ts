import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { whichtool } from './support/cli.ts';
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

function labelsIn(name: string): PairLabels {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as PairLabels;
}

async function toolsOf(catalog: URL): Promise<Shown> {
  const args = ['tools', fileURLToPath(catalog), '--json'];
  const ran = await whichtool(args, { cwd: fileURLToPath(FOLDER) });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ran.stdout) as Shown;
}

/** Recall and precision as docs/tools.md shows them. */
function figures({ recall, precision }: PairScore): string {
  return `${recall.toFixed(2)} at ${precision.toFixed(2)}`;
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
    const { sets, tools } = await toolsOf(TOUCAN);
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
