import type { ProposedGate, SuiteDraft, TestDraft } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { yamlText } from '../escape/yaml.ts';
import { formatClasses, yamlMember } from '../tools/classes-yaml.ts';
import { wrapToWidth } from '../terminal/width.ts';
import { clip } from '../values/clip.ts';
import { formatCount } from '../values/value.ts';
import { explainGate } from './explain-gate.ts';

const MAX_LINE = 100;

/** A draft as the YAML of a suite, with a comment for each gate. */
export function* formatSuiteDraft(draft: SuiteDraft): Iterable<string> {
  const runs = draft.tests.reduce((sum, test) => sum + test.runs, 0);
  yield '# yaml-language-server: $schema=./node_modules/whichtool/schema/suite.json';
  yield `# Drafted by \`whichtool init\` from ${formatCount(runs, 'recorded run')}. Every gate held on them.`;
  yield '# The gates say "not worse than these runs", not "right": correct classes and values.';
  yield* classesOf(draft);
  yield 'tests:';
  for (const test of draft.tests) yield* testOf(test);
}

function* classesOf({ classes, hasDescriptions }: SuiteDraft): Iterable<string> {
  if (classes.length === 0) return;
  const sets = classes.flatMap(({ name, evidence }) =>
    evidence === null ? [] : [{ ...evidence, name }],
  );
  if (sets.length === 0) yield 'classes:';
  else {
    const from = hasDescriptions ? 'names, descriptions and parameters' : 'names alone';
    yield `# Tools that may do the same job, by ${from}: keep those that really do.`;
    yield* formatClasses(sets);
  }
  const single = classes.filter(({ evidence }) => evidence === null);
  const others = sets.length === 0 ? 'tool' : 'other tool';
  if (single.length > 0)
    yield `  # One class for each ${others}: put those that do the same job into one.`;
  for (const { name, members } of single)
    yield `  - { name: ${yamlText(name)}, members: [${members.map(yamlMember).join(', ')}] }`;
}

function* testOf(test: TestDraft): Iterable<string> {
  const { gates, use } = test;
  yield `  - name: ${yamlText(test.name)}`;
  yield `    # ${formatCount(test.runs, 'run')} (${test.format}), ${formatCount(test.calls, 'call')}`;
  yield* listOf('    traces', test.traces.map(yamlPath), { isShortBare: true });
  if (test.errors > 0) {
    const first = test.firstError === null ? '' : `, the first: ${comment(test.firstError)}`;
    yield `    max_errors: ${test.errors} # as many are not measured today${first}`;
  }
  if (use.classes.length > 0 && gates?.selection.length !== 0) {
    yield '    equal_function_sets:';
    yield* listOf('      classes', use.classes.map(yamlText));
    yield* expectOf('      ', gates?.selection ?? [], test);
  }
  if (use.usual.length > 0 && gates?.coverage.length !== 0) {
    yield '    function_call_coverage: # the tools that at least three of four runs call';
    yield* listOf('      function_calls', use.usual.map(yamlMember));
    yield* expectOf('      ', gates?.coverage ?? [], test);
  }
  yield '    call_checks: true';
  yield '    text_calls: true';
  yield '    usage: true';
  yield* expectOf('    ', gates?.others ?? [], test);
  for (const { why, metrics } of byReason(gates?.ungated ?? []))
    yield* commentOf('    ', `No gate on ${metrics.join(', ')}: ${comment(why)}.`);
}

function* expectOf(
  indent: string,
  gates: readonly ProposedGate[],
  { runs }: TestDraft,
): Iterable<string> {
  if (gates.length === 0) return;
  yield `${indent}expect:`;
  for (const gate of gates) {
    yield* commentOf(`${indent}  `, explainGate(gate, runs));
    yield `${indent}  - ${gate.metric}: { "${gate.op}": ${gate.value} }`;
  }
}

function* commentOf(indent: string, text: string): Iterable<string> {
  for (const line of wrapToWidth(text, MAX_LINE - indent.length - 2)) yield `${indent}# ${line}`;
}

/** A path is plain where it has no character that YAML or a pattern gives a meaning. */
function yamlPath(path: string): string {
  return /^[A-Za-z0-9_][\w./-]*$/.test(path) ? path : yamlText(path);
}

/** A list on one line where it fits, otherwise one item a line. */
function* listOf(
  key: string,
  items: readonly string[],
  { isShortBare = false } = {},
): Iterable<string> {
  const [only = ''] = items;
  const line = isShortBare && items.length === 1 ? only : `[${items.join(', ')}]`;
  if (items.length === 1 || `${key}: ${line}`.length <= MAX_LINE) yield `${key}: ${line}`;
  else {
    yield `${key}:`;
    const indent = ' '.repeat(key.length - key.trimStart().length + 2);
    for (const item of items) yield `${indent}- ${item}`;
  }
}

/** Figures that have no gate for one reason, together. */
function byReason(
  ungated: readonly { readonly metric: string; readonly why: string }[],
): readonly { readonly why: string; readonly metrics: readonly string[] }[] {
  const reasons = new Map<string, string[]>();
  for (const { metric, why } of ungated) {
    const metrics = reasons.get(why);
    if (metrics === undefined) reasons.set(why, [metric]);
    else metrics.push(metric);
  }
  return [...reasons].map(([why, metrics]) => ({ why, metrics }));
}

/** Text that may come from a trace, on one line. */
function comment(text: string): string {
  return makeVisible(clip(text, 200));
}
