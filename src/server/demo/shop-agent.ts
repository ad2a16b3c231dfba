import type { JsonObject } from '#core';
import { argumentsOf, type ShopQuestion } from './shop-questions.ts';
import { SHOP_ANSWERS, SHOP_RESULTS, SHOP_TOOLS } from './shop-tools.ts';

/** A state of the example assistant: where it goes wrong. */
export interface ShopAgent {
  readonly model: string;
  /** The first so many questions for a tool go to another one. */
  readonly confusions: readonly (readonly [expected: string, called: string, count: number])[];
  /** How many of the last returns name the wrong item. */
  readonly wrongItems: number;
}

const TOKENS_OF_RESULT: ReadonlyMap<string, number> = new Map([['get_order_history', 940]]);
const PRICE_OF_TOKEN: ReadonlyMap<string, number> = new Map([
  ['shop-small', 0.000_000_4],
  ['shop-large', 0.000_002],
]);

/** What the assistant did for each question, as native traces. The same agent always does the same. */
export function recordRuns(
  questions: readonly ShopQuestion[],
  agent: ShopAgent,
): readonly JsonObject[] {
  const seen = new Map<string, number>();
  return questions.map((question, place) => {
    const nth = seen.get(question.tool) ?? 0;
    seen.set(question.tool, nth + 1);
    return recordRun(question, place, callOf(question, nth, agent), agent.model);
  });
}

interface Call {
  readonly tool: string;
  readonly arguments: JsonObject;
}

function callOf(question: ShopQuestion, nth: number, agent: ShopAgent): Call {
  const confusion = agent.confusions.find(
    ([expected, , count]) => expected === question.tool && nth < count,
  );
  if (confusion !== undefined) {
    const order = /\d{4}/.exec(question.text)?.[0] ?? '1042';
    const [, tool] = confusion;
    return { tool, arguments: argumentsOf(tool, { order, item: 'desk', city: 'Graz' }) };
  }
  const isWrongItem = question.tool === 'start_return' && nth >= 12 - agent.wrongItems;
  return {
    tool: question.tool,
    arguments: isWrongItem ? { ...question.arguments, item: 'order' } : question.arguments,
  };
}

function recordRun(
  { id, text }: ShopQuestion,
  place: number,
  { tool, arguments: values }: Call,
  model: string,
): JsonObject {
  const isNone = tool === 'none';
  const result = SHOP_RESULTS.get(tool) ?? '';
  const input = 310 + ((place * 53) % 90) + (isNone ? 0 : (TOKENS_OF_RESULT.get(tool) ?? 120));
  const output = 24 + ((place * 17) % 30);
  const cost = (input + 3 * output) * (PRICE_OF_TOKEN.get(model) ?? 0);
  const call: JsonObject = {
    name: tool,
    arguments: values,
    id: 'c1',
    status: 'ok',
    turn: 1,
    result,
  };
  return {
    case: id,
    model,
    agent: 'shop-assistant',
    input: text,
    said: [{ role: 'system', text: 'You help customers of a furniture shop. Be brief.', turn: 0 }],
    tool_calls: isNone ? [] : [call],
    tools: SHOP_TOOLS,
    output: SHOP_ANSWERS.get(tool) ?? '',
    usage: { input_tokens: input, output_tokens: output, cost: Number(cost.toFixed(7)) },
    duration_ms: 480 + ((place * 131) % 700) + (tool === 'get_order_history' ? 900 : 0),
  };
}
