import {
  type ConfusablePair,
  formatTool,
  type Likeness,
  type LikelySet,
  type LintFinding,
  type LintRule,
  type ListedTool,
  type ToolRef,
  type ToolSetReport,
} from '#core';
import { formatCount, formatNumber } from '../values/value.ts';

/** What each rule is about, in the order in which findings are shown. */
const RULE_TITLES: Readonly<Record<LintRule, string>> = {
  'duplicate-tool': 'listed twice',
  'similar-name': 'names that are nearly the same',
  'unusual-name': 'names that not every provider takes',
  'missing-description': 'without a description',
  'empty-description': 'descriptions that say no more than the name',
  'duplicate-description': 'the same description twice',
  'duplicate-opening': 'descriptions that begin alike',
  'shared-opening': 'openings that many tools share',
  'long-description': 'descriptions that are too long',
  'missing-schema': 'without an input schema',
  'undeclared-required': 'required parameters that are not declared',
  'undescribed-parameters': 'parameters without a description',
  'unused-optional': 'optional parameters that are never passed',
  'skill-name': 'skills whose name is not that of the specification or of their folder',
  'skill-trigger': 'skills that do not say when to use them',
  'skill-length': 'skills that are too long',
  'skill-key': 'skills with unknown keys',
};

/** The findings of one rule. */
export interface LintGroup {
  readonly title: string;
  readonly findings: readonly LintFinding[];
}

/** What the tools are, in a few words each. */
export function summaryParts({ servers, tools, tokens }: ToolSetReport): string[] {
  const named = servers.filter(({ server }) => server !== null).length;
  return [
    ...(named === 0 ? [] : [formatCount(named, 'server')]),
    formatCount(tools.length, 'tool'),
    `about ${formatNumber(tokens)} tokens to offer them all`,
  ];
}

/** `path: string, limit?: integer`. */
export function signatureOf({ parameters }: ListedTool): string {
  return parameters
    .map(({ name, type, required }) => `${name}${required ? '' : '?'}: ${type}`)
    .join(', ');
}

/** Why tools were put into one set: what speaks for the two that are least alike, and what all have in common. */
export function explainSet({ likeness, words, parameters, pairs }: LikelySet): string {
  const weakest = pairs.find((pair) => pair.likeness.score === likeness.score);
  const verbs = new Set(pairs.map((pair) => pair.likeness.action).filter((verb) => verb !== null));
  const parts = [
    formatLikeness(likeness, likeness.servers),
    words.length === 0 ? '' : `all say ${words.join(', ')}`,
    parameters.length === 0 ? '' : `all take ${parameters.join(', ')}`,
    verbs.size === 1 ? `verb ${[...verbs].join()}` : '',
    pairs.length > 1 && weakest !== undefined
      ? `least alike are ${weakest.members.map(formatTool).join(' and ')}`
      : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** Which words two tools share and which only one of them has. */
export function explainPair(pair: ConfusablePair): string {
  const { likeness, words, differences } = pair;
  const [first, other] = differences;
  const names = pair.otherServer === undefined ? pair.names : toolsOf(pair).map(formatTool);
  const parts = [
    formatLikeness(likeness),
    words.length === 0 ? '' : `both say ${words.join(', ')}`,
    first.length === 0 ? '' : `only ${names[0]} says ${first.join(', ')}`,
    other.length === 0 ? '' : `only ${names[1]} says ${other.join(', ')}`,
    first.length + other.length === 0 ? 'no word tells them apart' : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** `82 % alike (name 80, description 75, parameters 100)`, with the other tools of the servers where they were compared. */
function formatLikeness(
  { score, name, description, parameters }: Likeness,
  servers: number | null = null,
): string {
  const parts = [
    `name ${name}`,
    description === null ? '' : `description ${description}`,
    parameters === null ? '' : `parameters ${parameters}`,
    servers === null ? '' : `servers ${servers}`,
  ];
  return `${score} % alike (${parts.filter((part) => part !== '').join(', ')})`;
}

/** The two tools of a pair. */
export function formatPair(pair: ConfusablePair): string {
  const [first, other] = toolsOf(pair);
  const isAcross = pair.otherServer !== undefined;
  return `${formatTool(first)} and ${isAcross ? formatTool(other) : other.name}`;
}

function toolsOf({ server, otherServer = server, names }: ConfusablePair): [ToolRef, ToolRef] {
  return [
    { server, name: names[0] },
    { server: otherServer, name: names[1] },
  ];
}

/** The findings by rule; rules without any are left out. */
export function lintGroups(findings: readonly LintFinding[]): LintGroup[] {
  return Object.entries(RULE_TITLES).flatMap(([rule, title]) => {
    const own = findings.filter((finding) => finding.rule === rule);
    return own.length === 0 ? [] : [{ title, findings: own }];
  });
}
