// Judging: many questions to a model on this machine, 16 at once; then the same with all answers kept.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CLI, DATA } from './places.mjs';
import { atMost } from './row.mjs';

const PRELOAD = fileURLToPath(new URL('report-usage.mjs', import.meta.url));
const MODEL = fileURLToPath(new URL('../test/loopback-model/main.mjs', import.meta.url));

export async function measureJudge({ quick }) {
  const folder = join(DATA, 'judge');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const model = await startModel(folder);
  try {
    const [few, many] = quick ? [50, 250] : [100, 1100];
    writeRows(folder, few, 'few');
    writeRows(folder, many, 'many');
    const rows = [];
    // The same rows without a judge: what reading and scoring them costs.
    writeFileSync(join(folder, 'whichtool.yaml'), suite(null, '{ type: tool_args_match }'));
    const plain = { few: await best(folder, 'few'), many: await best(folder, 'many') };
    for (const [kind, scorer] of Object.entries(SCORERS)) {
      writeFileSync(join(folder, 'whichtool.yaml'), suite(model, scorer));
      const [askedFew, keptFew] = await judgeTwice(folder, 'few');
      const [askedMany, keptMany] = await judgeTwice(folder, 'many');
      // What starting costs is in both.
      const perQuestion = (more, less) => ((more - less) / (many - few)) * 1000;
      rows.push(
        atMost(
          `CPU of whichtool for a question about ${kind}, 16 at once`,
          perQuestion(askedMany, askedFew),
          'µs',
          10_000,
        ),
        atMost('the same with a kept answer', perQuestion(keptMany, keptFew), 'µs', null),
        atMost(
          'what the kept answer adds to a row without a judge',
          perQuestion(keptMany - plain.many, keptFew - plain.few),
          'µs',
          500,
        ),
      );
    }
    return rows;
  } finally {
    model.close();
  }
}

/** The best of so many: a machine is never faster than it is. */
const ROUNDS = 3;

const SCORERS = {
  arguments: '{ type: tool_args_semantic }',
  'an answer':
    '{ type: answer, rubric: "It names the order and what was done.", must: [It is polite.] }',
};

/** Judges a dataset as users do, and then again with kept answers; answers what the process itself used. */
async function judgeTwice(folder, name) {
  rmSync(join(folder, '.whichtool'), { recursive: true, force: true });
  const asked = await judge(folder, name);
  const kept = [];
  for (let round = 0; round < ROUNDS; round++) kept.push(await judge(folder, name));
  if (kept.some(({ report }) => report !== asked.report))
    throw new Error('a kept answer changed the report');
  return [asked.cpuMs, Math.min(...kept.map(({ cpuMs }) => cpuMs))];
}

/** What a run uses at best. */
async function best(folder, name) {
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await judge(folder, name));
  return Math.min(...runs.map(({ cpuMs }) => cpuMs));
}

async function judge(folder, name) {
  const usage = join(folder, 'usage.json');
  const report = join(folder, 'report.json');
  await promisify(execFile)(
    process.execPath,
    [
      '--import',
      PRELOAD,
      CLI,
      'run',
      '--no-history',
      '--dataset',
      `${name}.jsonl`,
      '--reporter',
      `json=${report}`,
    ],
    { cwd: folder, env: { ...process.env, BENCH_USAGE_FILE: usage } },
  );
  const { cpuMs } = JSON.parse(readFileSync(usage, 'utf8'));
  return { cpuMs, report: readFileSync(report, 'utf8') };
}

/** A program of its own: its CPU is not ours. */
async function startModel(folder) {
  const script = join(folder, 'script.json');
  writeFileSync(script, JSON.stringify({ judge: [{ lean: 'high' }] }));
  const child = spawn(process.execPath, [MODEL, '--script', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout }))
    return { ...JSON.parse(line), close: () => child.kill() };
  throw new Error('the model did not start');
}

/** Cases of a support desk: three calls with results of some length, and arguments that differ in spelling. */
function writeRows(folder, count, name) {
  const rows = Array.from({ length: count }, (_, i) => {
    const input = `Order ${1000 + i} arrived broken, I would like my money back please.`;
    const order = {
      id: `ORD-${1000 + i}`,
      status: 'delivered',
      items: Array.from({ length: 12 }, (__, n) => ({
        sku: `sku-${n}`,
        title: 'A mug with a handle',
        price: 12.5,
      })),
    };
    return {
      id: `case-${i}`,
      input,
      expected_tool: 'refund',
      expected_args: { order: `Order ${1000 + i}`, reason: 'arrived broken', notify: true },
      trace: {
        input,
        tool_calls: [
          {
            name: 'refund',
            arguments: { order: `order ${1000 + i}`, reason: 'broken on arrival', notify: true },
            result: { ok: true },
          },
          { name: 'get_order', arguments: { id: order.id }, result: order },
          {
            name: 'send_mail',
            arguments: { to: 'the customer', text: 'We sent your money back. '.repeat(10) },
            result: 'sent',
          },
        ],
        output: `I refunded order ${1000 + i} and sent you a mail about it.`,
      },
    };
  });
  writeFileSync(
    join(folder, `${name}.jsonl`),
    rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  );
}

function suite(model, scorer) {
  const judge = `judge:
  model: openai:gpt-4o-2024-08-06
  base_url: ${model?.baseUrls.openai}
`;
  return `${model === null ? '' : judge}evals:
  - name: desk
    dataset: few.jsonl
    scorers: [${scorer}]
`;
}
