import type { ToolReport } from '#core';
import { describe, expect, it } from 'vitest';
import { innerPage, pageOf } from '../terminal/page.ts';
import { tableLines } from '../terminal/table.ts';
import { toolTable } from './confusion.ts';

function tool(name: string, given: Partial<ToolReport> = {}): ToolReport {
  return {
    tool: name,
    support: 10,
    predicted: 8,
    correct: 5,
    recall: 0.5,
    precision: 0.625,
    f1: 0.5556,
    interval: [0.2365, 0.7635],
    cost: 1,
    ...given,
  };
}

const LONG = [
  tool('modify_pending_order_payment_method'),
  tool('modify_pending_order_shipping_address', {
    support: 1204,
    recall: 0.9992,
    interval: [0.9953, 0.9999],
  }),
  tool('東京の天気予報を調べて返す道具の名前', { precision: null, f1: null }),
];

function shown(tools: readonly ToolReport[], width: number): string[] {
  const page = innerPage(pageOf({ color: false, width }));
  return toolTable(tools).flatMap((table) => tableLines(table, page));
}

describe('the table of tools', () => {
  it('shortens long names in the middle, so that every figure stays in its column', () => {
    // 76 columns, of which the figures and their gaps take 51.
    expect(shown(LONG, 80)).toEqual([
      'tool                       recall  precision       f1      n  95 % of recall',
      'modify_pendi…ment_method     50 %     62.5 %  55.56 %     10   23.65-76.35 %',
      '東京の天気予…道具の名前      50 %          -        -     10   23.65-76.35 %',
      'modify_pendi…ing_address  99.92 %     62.5 %  55.56 %  1,204   99.53-99.99 %',
    ]);
  });

  it('leaves names whole where there is room', () => {
    const [, first, , last] = shown(LONG, 120);
    expect(first).toMatch(/^modify_pending_order_payment_method {7}50 % /);
    expect(last).toMatch(/^modify_pending_order_shipping_address {2}99\.92 % /);
  });

  it('is as wide as the page at most, and says how many tools it leaves out', () => {
    const many = Array.from({ length: 15 }, (_, i) => tool(`${'x'.repeat(70)}_${i}`));
    const lines = shown(many, 100);
    expect(lines).toHaveLength(14);
    expect(lines.at(-1)).toBe('and 3 more tools with faults');
    expect(Math.max(...lines.map(({ length }) => length))).toBe(92);
  });

  it('has no line for a tool without a fault', () => {
    expect(shown([tool('fine', { predicted: 10, correct: 10 })], 80)).toEqual([]);
  });
});
