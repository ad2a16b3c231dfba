import { type Gate, type Scorer, SCORERS } from '#core';
import type { BlocksDocument, ExpectDocument, Path, TestDocument } from '#schema';
import type { Block, Build } from './build.ts';
import { buildDrives, isComplete } from './build-agents.ts';
import { buildDefaultGates, buildGates, gatedMetrics, NO_GATES } from './build-gates.ts';
import { rejectWithoutJudge } from './build-judge.ts';
import { buildOptions, rejectEmptyOptions, type WrittenOptions } from './build-options.ts';
import { buildRules, type Rules } from './build-rules.ts';
import { buildSelection } from './build-selection.ts';
import { checkUser } from './check-user.ts';
import { warnOfUnknownAgent } from './warn-of-unknown-agent.ts';
import { expandVariants } from '../plan/expand-variants.ts';
import { rejectIdleDriveKeys } from './reject-idle-keys.ts';
import type { ScorerPlan, TestPlan } from '../plan/plan.ts';
import { resolvePath, resolvePaths } from './resolve-path.ts';
import { catalogPlan, scorerPlan, withLabelFree } from '../plan/scorer-plan.ts';

/** The scorers that can be blocks of a test, in the order in which reports list them. */
const BLOCKS: readonly Scorer[] = SCORERS.filter(({ suite }) => suite?.block !== undefined);

const NOTHING_RENDERED: ReadonlySet<string> = new Set();

/** The plan of a test, once for every model of its agent. */
export function buildTest(
  test: TestDocument,
  path: Path,
  line: number,
  build: Build,
): readonly TestPlan[] {
  const { problems } = build;
  const rules = buildRules(test, build.rules, path, build);
  warnOfUnknownAgent(test.agent, [...path, 'agent'], build);
  const blocks = buildBlocks(test, rules, path, build);
  const names = gatedMetrics(test.expect);
  const plans = withLabelFree(
    blocks.map(({ plan }) => plan),
    names,
    build.context.catalog,
  );
  rejectWithoutJudge(plans, path, build);
  // A gate on an unknown metric has its own error.
  if (plans.length === 0 && names.length === 0) {
    const message = `test ${JSON.stringify(test.name)} has no scorer, so it measures nothing`;
    const hint = `add one, such as ${BLOCKS[0]?.name}, ${BLOCKS[1]?.name} or forbidden`;
    problems.error('SUITE_NO_SCORER', path, message, hint);
  }
  if (test.prompt !== undefined && test.turns !== undefined) {
    const message = '`prompt` is one turn and `turns` are several: a test has one of them';
    problems.keyError('SUITE_VALUE', [...path, 'turns'], message);
  }
  const turns = test.turns ?? (test.prompt === undefined ? [] : [test.prompt]);
  const gates = buildTestGates(test, blocks, plans, path, build);
  const traces = resolvePaths(test.traces, [...path, 'traces'], build);
  const select =
    test.select === undefined ? null : buildSelection(test.select, [...path, 'select'], build);
  const sharedTraces = test.traces === undefined ? recordedFor(test, build) : null;
  const images = (test.images ?? []).map((file, index) =>
    resolvePath(file, [...path, 'images', index], build),
  );
  const drives = buildDrives(
    test,
    { turns, images, ...(test.user === undefined ? {} : { user: test.user }) },
    build,
  );
  checkUser(test, drives, path, build);
  const isRecorded = traces !== null || sharedTraces !== null;
  rejectIdleDriveKeys(test, drives, isRecorded, path, build);
  // Written out: putting two objects together costs as much as all the rest of a small test.
  return expandVariants(test.name, drives).map(({ name, drive, variant }) => ({
    name,
    drive,
    variant,
    line,
    agent: test.agent ?? null,
    scorers: plans,
    gates,
    rules: rules.spec,
    countErrorsAsEmpty: rules.countErrorsAsEmpty,
    maxErrors: rules.maxErrors,
    isComplete: isComplete(rules, test.agent, build),
    runs: test.runs ?? null,
    tags: [test.tags ?? []].flat(),
    traces,
    sharedTraces,
    select,
  }));
}

/** Recorded runs for a test that names none: those of its agent, otherwise of the suite. */
function recordedFor(test: TestDocument, build: Build): readonly string[] | null {
  return build.recorded.get(test.agent ?? null) ?? build.recorded.get(null) ?? null;
}

/** A block as it is written, but for the options that only its scorer has. */
interface WrittenBlock extends WrittenOptions {
  readonly expect?: ExpectDocument | null;
}

function buildBlocks(test: TestDocument, rules: Rules, path: Path, build: Build): readonly Block[] {
  const blocks: Block[] = [];
  for (const scorer of BLOCKS) {
    const written: true | WrittenBlock | undefined = test[scorer.name as keyof BlocksDocument];
    if (written === undefined) continue;
    blocks.push(buildBlock(scorer, written, rules, [...path, scorer.name], build));
  }
  const { forbidden } = rules;
  if (forbidden.length > 0) {
    blocks.push({ plan: scorerPlan('forbidden', { tools: forbidden }), gates: NO_GATES });
  }
  if (test.no_tools === true) blocks.push({ plan: scorerPlan('no_tools', {}), gates: NO_GATES });
  const rank = ({ plan }: Block): number => SCORERS.indexOf(plan.scorer);
  return blocks.length < 2 ? blocks : blocks.sort((a, b) => rank(a) - rank(b));
}

function buildBlock(
  scorer: Scorer,
  written: true | WrittenBlock,
  rules: Rules,
  path: Path,
  build: Build,
): Block {
  const block = written === true ? {} : written;
  if (scorer.isLabelFree !== true) return buildExpecting(scorer, block, rules, path, build);
  const plan = catalogPlan(scorer.name, build.context.catalog);
  return { plan, gates: buildGates(block.expect, [plan], [...path, 'expect'], build) };
}

/** The block of a scorer with options; those that are written alike and have nothing wrong with them are one. */
function buildExpecting(
  scorer: Scorer,
  written: WrittenBlock,
  rules: Rules,
  path: Path,
  build: Build,
): Block {
  const { blocks, problems } = build;
  // Expected calls are long and seldom the same twice.
  const isShared = rules === build.rules && !Object.hasOwn(written, 'expected');
  const key = isShared ? `${scorer.name} ${JSON.stringify(written)}` : '';
  const shared = blocks.get(key);
  if (shared !== undefined) return shared;
  const before = problems.list.length;
  rejectEmptyOptions(scorer, written, path, build);
  const options = buildOptions(scorer, written, NOTHING_RENDERED, { rules, path, build });
  const plan = scorerPlan(scorer.name, options);
  const gates = buildGates(written.expect, [plan], [...path, 'expect'], build);
  const block = { plan, gates };
  if (isShared && problems.list.length === before) blocks.set(key, block);
  return block;
}

/** Gates of the blocks, then of the test; a block whose metrics nothing gates has its default gates. */
function buildTestGates(
  test: TestDocument,
  blocks: readonly Block[],
  plans: readonly ScorerPlan[],
  path: Path,
  build: Build,
): readonly Gate[] {
  const testGates = buildGates(test.expect, plans, [...path, 'expect'], build, 'test');
  const lists = blocks.map(({ plan, gates }) => {
    if (gates.length > 0) return gates;
    const isGated = testGates.some((gate) =>
      plan.scorer.metrics.some(({ id }) => id === gate.metric),
    );
    return isGated ? NO_GATES : buildDefaultGates(plan, build);
  });
  if (testGates.length > 0) lists.push(testGates);
  return lists.length === 1 ? (lists[0] as readonly Gate[]) : lists.flat();
}
