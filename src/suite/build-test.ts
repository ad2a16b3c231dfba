import type { Gate } from '#core';
import type { ExpectDocument, Path, TestDocument } from '#schema';
import type { Build } from './build.ts';
import { buildDefaultGates, buildGates } from './build-gates.ts';
import { buildOptions } from './build-options.ts';
import { buildRules, type Rules } from './build-rules.ts';
import { buildSelection } from './build-selection.ts';
import { addCallChecks, warnOfUnknownAgent } from './build-shared.ts';
import type { ScorerPlan, TestPlan } from './plan.ts';
import { resolvePaths } from './resolve-path.ts';
import { callChecksPlan, scorerPlan } from './scorer-plan.ts';

/** The scorers that stand in a test as blocks, in the order in which reports list them. */
const BLOCKS = [
  'equal_function_sets',
  'function_call_coverage',
  'tool_call_f1',
  'tool_call_accuracy',
  'trajectory',
] as const;

const NOTHING_RENDERED: ReadonlySet<string> = new Set();

/** One scorer of a test, with the gates that stand in its block. */
interface Block {
  readonly plan: ScorerPlan;
  readonly expect: ExpectDocument | undefined;
  readonly path: Path;
}

/** The plan of a test. */
export function buildTest(
  test: TestDocument,
  path: Path,
  line: number,
  suiteRules: Rules,
  build: Build,
): TestPlan {
  const { problems } = build;
  const rules = buildRules(test, suiteRules, path, problems);
  if (test.answer !== undefined) {
    const message = 'answer needs a judge, which this version does not have';
    problems.keyError('SUITE_UNSUPPORTED', [...path, 'answer'], message);
  }
  warnOfUnknownAgent(test.agent, [...path, 'agent'], build);
  const blocks = buildBlocks(test, rules, path, build);
  const plans = addCallChecks(
    blocks.map(({ plan }) => plan),
    test.expect,
    build,
  );
  return {
    name: test.name,
    line,
    agent: test.agent ?? null,
    scorers: plans,
    gates: buildTestGates(test, blocks, plans, path, build),
    rules: rules.apply,
    countErrorsAsEmpty: rules.countErrorsAsEmpty,
    maxErrors: rules.maxErrors,
    runs: test.runs ?? null,
    traces: resolvePaths(test.traces, [...path, 'traces'], build),
    sharedTraces: test.traces === undefined ? recordedFor(test, build) : null,
    select:
      test.select === undefined ? null : buildSelection(test.select, [...path, 'select'], build),
  };
}

/** Recorded runs for a test that names none: those of its agent, else of the suite. */
function recordedFor(test: TestDocument, build: Build): readonly string[] | null {
  return build.recorded.get(test.agent ?? null) ?? build.recorded.get(null) ?? null;
}

function buildBlocks(test: TestDocument, rules: Rules, path: Path, build: Build): readonly Block[] {
  const blocks: Block[] = [];
  const add = (name: string, options: unknown, expect?: ExpectDocument): void => {
    blocks.push({ plan: scorerPlan(name, options), expect, path: [...path, name] });
  };
  for (const name of BLOCKS) {
    const written = test[name];
    if (written === undefined) continue;
    const options = buildOptions(written, NOTHING_RENDERED, rules, [...path, name], build);
    add(name, options, written.expect);
  }
  if (rules.forbidden.length > 0) add('forbidden', { tools: rules.forbidden });
  if (test.no_tools === true) add('no_tools', {});
  if (test.call_checks !== undefined) {
    const plan = callChecksPlan(build.context.catalog);
    const expect = test.call_checks === true ? undefined : test.call_checks.expect;
    blocks.push({ plan, expect, path: [...path, 'call_checks'] });
  }
  return blocks;
}

/** Gates of the blocks, then of the test; a block whose metrics nothing gates has its default gates. */
function buildTestGates(
  test: TestDocument,
  blocks: readonly Block[],
  plans: readonly ScorerPlan[],
  path: Path,
  build: Build,
): readonly Gate[] {
  const own = buildGates(test.expect, plans, [...path, 'expect'], build);
  const ofBlocks = blocks.flatMap(({ plan, expect, path: at }) => {
    if (expect !== undefined && expect.length > 0) {
      return buildGates(expect, [plan], [...at, 'expect'], build);
    }
    const isGated = own.some((gate) => plan.scorer.metrics.some(({ id }) => id === gate.metric));
    return isGated ? [] : buildDefaultGates(plan, build);
  });
  return own.length === 0 ? ofBlocks : [...ofBlocks, ...own];
}
