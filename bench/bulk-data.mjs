// Recorded runs by the million: native JSONL of one to nine calls, twenty scenarios of three classes of three tools each.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const SCENARIOS = 20;
const CLASSES = ['search', 'fetch', 'store'];
const VERBS = ['find', 'query', 'lookup', 'open', 'get', 'load', 'save', 'write', 'put'];
const STRAY = ['shell.exec', 'memory.recall', 'clock.now', 'mail.deliver', 'browser.open_page'];
const TEXT =
  'compare the two offers and keep the cheaper one that arrives before the end of the month'.split(
    ' ',
  );

/** A small generator (Lehmer, modulo the prime 2^31 - 1): the same numbers every time. */
function numbersFrom(seed) {
  let state = seed;
  return (below) => (state = (state * 48271) % 2147483647) % below;
}

const toolsOf = (scenario) =>
  VERBS.map((verb, i) => ({ server: `server_${scenario}_${i % 4}`, name: `${verb}_item` }));

function words(next, count) {
  let text = TEXT[next(TEXT.length)];
  for (let i = 1; i < count; i += 1) text += ` ${TEXT[next(TEXT.length)]}`;
  return text;
}

function makeTrace(index, next) {
  const scenario = next(SCENARIOS);
  const tools = toolsOf(scenario);
  const calls = Array.from({ length: 1 + next(9) }, (_, i) => {
    const stray = next(5) === 0 ? STRAY[next(STRAY.length)].split('.') : null;
    const tool = stray === null ? tools[next(tools.length)] : { server: stray[0], name: stray[1] };
    return {
      server: tool.server,
      name: tool.name,
      arguments: { query: words(next, 3), limit: next(50) + 1, fresh: next(2) === 0 },
      id: `call_${i}`,
      status: next(40) === 0 ? 'error' : 'ok',
    };
  });
  return {
    id: `run-${index}`,
    test: `scenario ${scenario}`,
    agent: 'researcher',
    input: words(next, 12),
    tool_calls: calls,
    output: words(next, 10),
    usage: { input_tokens: 500 + next(4000), output_tokens: next(900), cost: next(1000) / 100000 },
  };
}

/** A folder with `traces.jsonl` of so many runs and the suite that measures them. */
export function writeBulk(root, count) {
  const folder = join(root, `bulk-${count}`);
  const file = join(folder, 'traces.jsonl');
  if (existsSync(file)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'suite.yaml'), suiteText());
  const fd = openSync(`${file}.part`, 'w');
  const next = numbersFrom(42);
  let lines = [];
  for (let i = 0; i < count; i += 1) {
    lines.push(JSON.stringify(makeTrace(i, next)));
    if (lines.length === 10_000 || i === count - 1) {
      writeSync(fd, `${lines.join('\n')}\n`);
      lines = [];
    }
  }
  closeSync(fd);
  renameSync(`${file}.part`, file);
  return folder;
}

/** The classes of each scenario: lists of tools, by the name of the test. */
export function scenarios() {
  return Array.from({ length: SCENARIOS }, (_, scenario) => {
    const tools = toolsOf(scenario).map(({ server, name }) => `${server}.${name}`);
    return {
      name: `scenario ${scenario}`,
      classes: CLASSES.map((_, i) => tools.slice(3 * i, 3 * i + 3)),
    };
  });
}

function suiteText() {
  const tests = scenarios().map(({ name: test, classes: lists }) => {
    const classes = lists.map(
      (members, i) => `        - { name: ${CLASSES[i]}, members: [${members.join(', ')}] }\n`,
    );
    return `  - name: ${test}\n    equal_function_sets:\n      classes:\n${classes.join('')}      expect:\n        - tool_selection.f1: { ">=": 10 }\n`;
  });
  return `traces: traces.jsonl\ntests:\n${tests.join('')}`;
}
