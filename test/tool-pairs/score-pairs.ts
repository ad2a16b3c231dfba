/** Labels over a catalog, tools written `server.tool`. */
export interface PairLabels {
  readonly functions: readonly LabelledFunction[];
  /** Tools that have no counterpart in the catalog, by half. */
  readonly alone: Readonly<Record<Half, readonly string[]>>;
  /** Tools on which two readers may differ: pairs with them are not counted. */
  readonly unsure: readonly string[];
}

export type Half = 'tune' | 'held-out';

interface LabelledFunction {
  readonly name: string;
  readonly half: Half;
  /** Functions of one family are close: pairs between them are not counted. */
  readonly family?: string;
  readonly tools: readonly string[];
}

interface Ref {
  readonly server: string | null;
  readonly name: string;
}

/** How many of the labelled pairs were proposed, and how many of the proposed pairs are labelled. */
export interface PairScore {
  readonly labelled: number;
  readonly proposed: number;
  readonly right: number;
  readonly recall: number;
  readonly precision: number;
  /** Labelled and proposed right, by function. */
  readonly functions: ReadonlyMap<string, { readonly labelled: number; readonly right: number }>;
  readonly wrong: readonly (readonly [string, string])[];
  readonly missed: readonly (readonly [string, string])[];
}

type Pair = readonly [string, string];

/** Scores proposed sets against the labels of a half. A pair counts where one of its tools is labelled in that half, and it is not skipped. */
export function scorePairs(
  sets: readonly { readonly members: readonly Ref[] }[],
  labels: PairLabels,
  half: Half,
  isSkipped: (a: string, b: string) => boolean = () => false,
): PairScore {
  const functions = labels.functions.filter((one) => one.half === half);
  const functionOf = new Map<string, LabelledFunction>();
  for (const one of labels.functions) for (const tool of one.tools) functionOf.set(tool, one);
  const ofHalf = new Set([...functions.flatMap(({ tools }) => tools), ...labels.alone[half]]);
  const unsure = new Set(labels.unsure);
  const servers = new Map<string, string>();
  const proposed = new Map<string, Pair>();
  for (const { members } of sets) {
    for (const member of members) servers.set(keyOf(member), serverOf(member));
    for (const pair of pairsOf(members.map(keyOf))) {
      const [a, b] = pair;
      if (servers.get(a) === servers.get(b) || unsure.has(a) || unsure.has(b)) continue;
      if ((!ofHalf.has(a) && !ofHalf.has(b)) || isSkipped(a, b)) continue;
      const one = functionOf.get(a);
      const other = functionOf.get(b);
      if (one !== other && one?.family !== undefined && one.family === other?.family) continue;
      proposed.set(pair.join('\n'), pair);
    }
  }
  const counts = new Map<string, { labelled: number; right: number }>();
  const right = new Set<string>();
  const missed: Pair[] = [];
  for (const { name, tools } of functions) {
    const count = { labelled: 0, right: 0 };
    counts.set(name, count);
    for (const pair of pairsOf(tools)) {
      if (serverIn(pair[0], servers) === serverIn(pair[1], servers) || isSkipped(...pair)) continue;
      count.labelled++;
      const key = pair.join('\n');
      if (!proposed.has(key)) missed.push(pair);
      else {
        count.right++;
        right.add(key);
      }
    }
  }
  const labelled = [...counts.values()].reduce((sum, one) => sum + one.labelled, 0);
  return {
    labelled,
    proposed: proposed.size,
    right: right.size,
    recall: right.size / labelled,
    precision: right.size / proposed.size,
    functions: counts,
    wrong: [...proposed].flatMap(([key, pair]) => (right.has(key) ? [] : [pair])),
    missed,
  };
}

/** A server that a catalog lists twice is labelled once. */
function serverOf({ server }: Ref): string {
  return (server ?? '').replace(/ \(\d+\)$/, '');
}

/** A tool as labels write it. */
export function keyOf(ref: Ref): string {
  return `${serverOf(ref)}.${ref.name}`;
}

/** The server of a tool; the part before the first dot where no set has the tool. */
function serverIn(tool: string, servers: ReadonlyMap<string, string>): string {
  return servers.get(tool) ?? tool.replace(/\.[^.]*$/, '');
}

function pairsOf(tools: readonly string[]): Pair[] {
  return tools.flatMap((a, at) => tools.slice(at + 1).map((b): Pair => (a < b ? [a, b] : [b, a])));
}
