// Pairs of tools of different servers by the words that they share. The rule is a plain TF-IDF cosine over names and
// descriptions: it has nothing in common with how `whichtool tools` compares tools.

/** Longer descriptions are cut: examples at their end would outweigh what a tool does. */
const MAX_WORDS = 200;

/** A tool as labels write it. A server that a catalog lists twice is one server. */
export function labelOf({ server, name }) {
  return `${serverOf({ server })}.${name}`;
}

/** The tools of a report of `whichtool tools --json`, each once. */
export function toolsOf({ tools }) {
  const byLabel = new Map(tools.map((tool) => [labelOf(tool), tool]));
  return [...byLabel.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tool]) => tool);
}

/** The pairs of tools of different servers that a report proposes, as `a\nb` with the smaller label first. */
export function proposedPairs({ sets }) {
  const proposed = new Set();
  for (const { pairs } of sets)
    for (const { members } of pairs)
      if (serverOf(members[0]) !== serverOf(members[1]))
        proposed.add(members.map(labelOf).sort().join('\n'));
  return proposed;
}

/**
 * Calls `see(a, b, cosine)` with every pair of tools of different servers that share a word. Pairs with one and the same
 * description are copies, and left out.
 */
export function eachPair(tools, see) {
  const vectors = weigh(tools.map(countWords));
  const holders = new Map();
  for (const [at, vector] of vectors.entries())
    for (const [word, weight] of vector) {
      if (!holders.has(word)) holders.set(word, []);
      holders.get(word).push([at, weight]);
    }
  const cosines = new Float64Array(tools.length);
  for (const [at, vector] of vectors.entries()) {
    const touched = [];
    for (const [word, weight] of vector)
      for (const [other, otherWeight] of holders.get(word)) {
        if (other <= at) continue;
        if (cosines[other] === 0) touched.push(other);
        cosines[other] += weight * otherWeight;
      }
    for (const other of touched) {
      const [a, b] = [tools[at], tools[other]];
      if (serverOf(a) !== serverOf(b) && !isCopy(a, b)) see(a, b, cosines[other]);
      cosines[other] = 0;
    }
  }
}

/** Whether two tools have one and the same description. */
export function isCopy(a, b) {
  return a.description !== null && a.description.trim() === b.description?.trim();
}

function serverOf({ server }) {
  return (server ?? '').replace(/ \(\d+\)$/, '');
}

function countWords({ name, description }) {
  const text = `${name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')} ${description ?? ''}`;
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  const counts = new Map();
  for (const word of words.slice(0, MAX_WORDS)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function weigh(documents) {
  const holders = new Map();
  for (const counts of documents)
    for (const word of counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  return documents.map((counts) => {
    const weights = [...counts].map(([word, count]) => [
      word,
      (1 + Math.log(count)) * Math.log(documents.length / holders.get(word)),
    ]);
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0));
    return new Map(weights.map(([word, weight]) => [word, length === 0 ? 0 : weight / length]));
  });
}
