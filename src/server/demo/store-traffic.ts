import type { JsonObject } from '#core';
import { LiveStore } from '#store';
import { recordRuns, type ShopAgent } from './shop-agent.ts';
import { shopQuestions } from './shop-questions.ts';
import { type SentRun, toArrivedLine } from './shop-spans.ts';
import { SHOP_TRAFFIC } from './shop-runs.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Questions of the traffic differ from those of the dataset and the sample. */
const SERIES = 500;
/** Has no common divisor with the number of questions, so that tools are mixed. */
const STRIDE = 37;
/** Every second question for this tool fails in the last hour. */
const FAILING_TOOL = 'get_shipping_eta';

/** Stores the traces of the last two hours, as the assistant would have sent them; it became worse after the first. */
export async function storeTraffic(root: string, nowMs: number): Promise<void> {
  const [before, after] = SHOP_TRAFFIC;
  const earlier = hourOf('before', before, SERIES, nowMs - 2 * HOUR_MS);
  const later = hourOf('after', after, SERIES + 100, nowMs - HOUR_MS).map(failSometimes);
  const store = await LiveStore.open(root);
  try {
    await store.add([...earlier, ...later].map(toArrivedLine));
  } finally {
    await store.close();
  }
}

function hourOf(name: string, agent: ShopAgent, series: number, fromMs: number): SentRun[] {
  const runs = recordRuns(shopQuestions(series), agent);
  const step = HOUR_MS / (runs.length + 1);
  return runs.map((_, i) => ({
    run: runs[(i * STRIDE) % runs.length] as JsonObject,
    name: `${name} ${i}`,
    receivedMs: Math.round(fromMs + (i + 1) * step),
    error: null,
  }));
}

function failSometimes(sent: SentRun, place: number): SentRun {
  const calls = sent.run['tool_calls'] as readonly JsonObject[];
  const isFailing = place % 2 === 0 && calls[0]?.['name'] === FAILING_TOOL;
  return isFailing ? { ...sent, error: 'timeout' } : sent;
}
