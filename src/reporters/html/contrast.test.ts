import { expect, test } from 'vitest';
import { CLIENT_STYLE } from './client.generated.ts';

/** Each ink with its backgrounds. */
const PAIRS: readonly (readonly [ink: string, ...grounds: string[]])[] = [
  ['ink', 'bg', 'panel', 'sunk', 'accent-bg', 'bad-bg', 'good-bg', 'warn-bg'],
  ['soft', 'bg', 'panel', 'sunk', 'accent-bg', 'bad-bg', 'good-bg'],
  ['bad', 'bg', 'panel', 'sunk', 'accent-bg', 'bad-bg'],
  ['good', 'bg', 'panel', 'sunk', 'accent-bg', 'good-bg'],
  ['warn', 'bg', 'panel', 'sunk', 'accent-bg', 'warn-bg'],
  ['doubt', 'bg', 'panel', 'sunk', 'accent-bg', 'doubt-bg'],
  ['bg', 'ink'],
  ['panel', 'accent'],
  ['accent', 'bg', 'panel', 'sunk', 'accent-bg'],
];

const COLORS = new Map(
  [...CLIENT_STYLE.matchAll(/--([a-z-]+):light-dark\((#[0-9a-f]+),(#[0-9a-f]+)\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replaceAll(/[0-9a-f]/g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number(`0x${long.slice(start, start + 2)}`) / 255;
    return part <= 0.04045 ? part / 12.92 : Math.exp(2.4 * Math.log((part + 0.055) / 1.055));
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

for (const theme of ['light', 'dark'] as const) {
  test(`every ink is readable on its grounds in the ${theme} theme`, () => {
    for (const [ink, ...grounds] of PAIRS) {
      for (const ground of grounds) {
        const ratio = contrast(COLORS.get(ink)?.[theme] ?? '', COLORS.get(ground)?.[theme] ?? '');
        expect(ratio, `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
}

test('white on black has the greatest contrast there is', () => {
  expect(contrast('#fff', '#000000')).toBeCloseTo(21);
});
