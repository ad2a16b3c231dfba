/** Stop words: they say nothing about a task or a tool. */
const EMPTY: ReadonlySet<string> = new Set(
  (
    'a about above across after all also am an and any are as at be been before being below between both but by can could did do does ' +
    'doing each either for from had has have having he her here his how i if in into is it its itself just let like may me might more ' +
    'most must my need no not now of off on once only or other our out over own please same shall she should so some such than that the ' +
    'their them then there these they this those through to too under until up us very via want was we were what when where whether ' +
    'which while who whom whose why will with within without would you your yours ' +
    'tool tools param params parameter parameters argument arguments use uses used using usage given specified specific provide provides ' +
    'provided providing based allow allows allowing optional required default example examples eg ie etc ' +
    'return returns returned returning'
  ).split(' '),
);

/** Words of one meaning where tools and their users differ in wording; the first represents all. */
const SAME_MEANING: readonly string[] = [
  'search find lookup query',
  'get fetch retrieve obtain',
  'delete remove erase',
  'create make generate',
  'update modify edit change',
  'calculate compute',
  'list enumerate',
  'directory folder',
  'image picture photo',
  'repository repo',
  'document doc',
  'url link uri',
  'message msg',
  'database db',
  'determine check verify',
];

const ONE_OF: ReadonlyMap<string, string> = new Map(
  SAME_MEANING.flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map(stem);
    return others.map((other): [string, string] => [other, first]);
  }),
);

/** What a word is compared by: its stem, or that of a word of the same meaning. Null for a stop word. */
export function termOf(word: string): string | null {
  if (EMPTY.has(word) || /^(?:[0-9]+|[a-z])$/.test(word)) return null;
  const stemmed = stem(word);
  return ONE_OF.get(stemmed) ?? stemmed;
}

/** A word without the endings that English puts on it; lightly, so that different words stay different. */
function stem(word: string): string {
  let kept = word;
  if (kept.length > 4 && kept.endsWith('ies')) kept = `${kept.slice(0, -3)}y`;
  else if (kept.length > 4 && /(?:ss|sh|ch|x|z)es$/.test(kept)) kept = kept.slice(0, -2);
  else if (kept.length > 3 && /[^sui]s$/.test(kept)) kept = kept.slice(0, -1);
  if (kept.length > 5 && /[aeiouy].*ing$/.test(kept)) kept = single(kept.slice(0, -3));
  else if (kept.length > 4 && kept.endsWith('ed')) kept = single(kept.slice(0, -2));
  else if (kept.length > 5 && /[ts]ion$/.test(kept)) kept = kept.slice(0, -3);
  else if (kept.length > 5 && kept.endsWith('ator')) kept = kept.slice(0, -2);
  return kept.length > 3 && kept.endsWith('e') ? kept.slice(0, -1) : kept;
}

/** `runn` of `running` is `run`; `fill` of `filling` stays, as most words on `ll` and `ss` do. */
function single(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}
