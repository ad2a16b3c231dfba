import { expect, it } from 'vitest';
import { parseWidths } from './column-widths.ts';

it('reads the widths that were kept, and nothing else', () => {
  expect(parseWidths('{"tool": 200, "f1": 12, "cost": "9", "recall": 80.5}')).toEqual({
    tool: 200,
  });
  for (const text of [null, '', '{', 'null', '7', '[]']) expect(parseWidths(text)).toEqual({});
});
