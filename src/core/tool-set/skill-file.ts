import type { ToolSpec } from '../trace/trace.ts';
import type { LintFinding, LintRule } from './tool-set-report.ts';

/** What the file of a skill says: its front matter, and how long its text is. */
export interface SkillFile {
  /** The folder that it is in. */
  readonly folder: string;
  readonly name: string | null;
  readonly description: string | null;
  /** The keys of its front matter. */
  readonly keys: readonly string[];
  readonly lines: number;
}

/** Keys that the Agent Skills specification names, and those that Claude Code adds. */
const KEYS = new Set(
  `name description license compatibility metadata allowed-tools argument-hint disable-model-invocation user-invocable
  model context agent hooks version when_to_use effort paths shell`.split(/\s+/),
);

/** Lower-case letters, digits and single hyphens. */
const NAME = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** A longer text is cut or costs more than it helps: what is seldom needed belongs in files beside it. */
const MAX_LINES = 500;
/** Words that say when a skill applies; without one of them a model sees only what the skill does. */
const TRIGGER =
  /\b(?:when|whenever|if|use (?:this|it|for)|before|after|trigger|asks?|mentions?)\b/i;

/** A skill as something that can be picked: it takes no arguments. */
export function toolOfSkill({ folder, name, description }: SkillFile): ToolSpec {
  return { server: null, name: name ?? folder, description, inputSchema: true, cost: null };
}

/** Holds the file of a skill to the rules of the specification, beside those for all descriptions. */
export function lintSkill(file: SkillFile): readonly LintFinding[] {
  const { server, name } = toolOfSkill(file);
  const findings = [...lintName(file), ...lintText(file)];
  return findings.map(([rule, message]) => ({ rule, server, name, message }));
}

function* lintName({ folder, name }: SkillFile): Iterable<readonly [LintRule, string]> {
  if (name === null) {
    yield ['skill-name', 'its front matter has no name; its folder is taken'];
    return;
  }
  if (!NAME.test(name))
    yield ['skill-name', 'names have lower-case letters, digits and single hyphens, at most 64'];
  if (name !== folder)
    yield ['skill-name', `it is in the folder ${folder}; agents look for it in ${name}`];
}

function* lintText(file: SkillFile): Iterable<readonly [LintRule, string]> {
  const { description, keys, lines } = file;
  if (description !== null && description.trim() !== '' && !TRIGGER.test(description))
    yield ['skill-trigger', 'its description does not say when to use it'];
  if (lines > MAX_LINES)
    yield ['skill-length', `${lines} lines; move what is seldom needed to files beside it`];
  const unknown = keys.filter((key) => !KEYS.has(key));
  if (unknown.length > 0) yield ['skill-key', `not in the specification: ${unknown.join(', ')}`];
}
