import { splitWords } from './split-words.ts';
import { countTerms, type DescribedTool, type TermCounts, toolTerms } from './tool-terms.ts';
import { weightOfRarity } from './weight-of-rarity.ts';

/** How much an occurrence counts by its place. */
const IN_NAME = 3;
const IN_DESCRIPTION = 1;
const IN_PARAMETERS = 0.5;

/** BM25: how soon more occurrences stop to matter, and how much a long text is held against a tool. */
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.4;

/** Rarity among few tools means little: fewer than this count as this many. */
const MIN_TOOLS = 30;

/** A text and how much it counts. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** How well a tool fits a text. */
export interface RankedTool {
  /** Its place in the list of tools. */
  readonly index: number;
  readonly score: number;
  /** Which share of what the text says the tool has words for, 0 to 1. */
  readonly coverage: number;
  /** How many different terms of the text it has, and how many of them are in its name. */
  readonly terms: number;
  readonly nameTerms: number;
}

interface WeighedTool {
  readonly terms: TermCounts;
  readonly name: TermCounts;
  readonly penalty: number;
}

/** Ranks tools by how well their names, descriptions and parameters fit a text. The same input gives the same ranks anywhere. */
export class ToolRelevance {
  readonly #tools: readonly WeighedTool[];
  /** Which tools have a term. */
  readonly #holders = new Map<string, number[]>();

  constructor(tools: readonly DescribedTool[]) {
    const weighed = tools.map(weigh);
    const lengths = weighed.map(({ terms }) => sum(terms.values()));
    const mean = sum(lengths) / Math.max(1, lengths.length);
    this.#tools = weighed.map(({ terms, name }, index) => {
      for (const term of terms.keys()) {
        const holders = this.#holders.get(term);
        if (holders === undefined) this.#holders.set(term, [index]);
        else holders.push(index);
      }
      const length = mean === 0 ? 1 : (lengths[index] ?? 0) / mean;
      return { terms, name, penalty: 1 - LENGTH_PENALTY + LENGTH_PENALTY * length };
    });
  }

  /** The tools that have any word of the texts, best first; equals in the order in which they were given. */
  rank(texts: readonly WeightedText[]): RankedTool[] {
    const asked = weighTexts(texts);
    const total = Math.max(MIN_TOOLS, this.#tools.length);
    const matches = new Map<
      number,
      { score: number; covered: number; terms: number; nameTerms: number }
    >();
    let weightSum = 0;
    for (const [term, weight] of asked) {
      const holders = this.#holders.get(term) ?? [];
      const worth = weight * weightOfRarity(holders.length, total);
      weightSum += worth;
      for (const index of holders) {
        const tool = this.#tools[index] as WeighedTool;
        const times = tool.terms.get(term) ?? 0;
        const before = matches.get(index) ?? { score: 0, covered: 0, terms: 0, nameTerms: 0 };
        matches.set(index, {
          score:
            before.score + (worth * times * (SATURATION + 1)) / (times + SATURATION * tool.penalty),
          covered: before.covered + worth,
          terms: before.terms + 1,
          nameTerms: before.nameTerms + (tool.name.has(term) ? 1 : 0),
        });
      }
    }
    return [...matches]
      .map(([index, { covered, ...rest }]) => ({ index, coverage: covered / weightSum, ...rest }))
      .sort((a, b) => b.score - a.score || a.index - b.index);
  }
}

function weigh(tool: DescribedTool): Pick<WeighedTool, 'terms' | 'name'> {
  const { name, description, parameters } = toolTerms(tool);
  const terms = new Map<string, number>();
  const add = (counts: TermCounts, weight: number): void => {
    for (const [term, times] of counts) terms.set(term, (terms.get(term) ?? 0) + times * weight);
  };
  add(name, IN_NAME);
  add(description, IN_DESCRIPTION);
  add(parameters, IN_PARAMETERS);
  return { terms, name };
}

/** Each term once, at the weight of the text that counts most. */
function weighTexts(texts: readonly WeightedText[]): TermCounts {
  const weights = new Map<string, number>();
  for (const { text, weight } of texts) {
    for (const term of countTerms(splitWords(text)).keys())
      weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  }
  return weights;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
