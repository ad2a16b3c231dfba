import { expect, it } from 'vitest';
import { ToolNames } from './tool-names.ts';
import { formatTool } from '../trace/trace.ts';

it('gives every tool its own text, also beyond what is kept', () => {
  const names = new ToolNames();
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 3000; i++) {
      const tool = { server: i % 7 === 0 ? null : `s${i % 7}`, name: `t${i % 1500}` };
      expect(names.of(tool)).toBe(formatTool(tool));
    }
  }
});

it('keeps tools apart whose names belong to objects', () => {
  const names = new ToolNames();
  expect(names.of({ server: '__proto__', name: 'constructor' })).toBe('__proto__.constructor');
  expect(names.of({ server: 'constructor', name: '__proto__' })).toBe('constructor.__proto__');
  expect(names.of({ server: null, name: '__proto__' })).toBe('__proto__');
});
