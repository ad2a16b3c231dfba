import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeCommandData, escapeCommandProperty } from './workflow-command.ts';

test('a message keeps to one line and its percent signs survive', () => {
  expect(escapeCommandData('50 %\r\nnext: a, b')).toBe('50 %25%0D%0Anext: a, b');
  expect(escapeCommandData('%0A')).toBe('%250A');
});

test('a property cannot end itself or begin another', () => {
  expect(escapeCommandProperty('a,line=9::b\n100%')).toBe('a%2Cline=9%3A%3Ab%0A100%25');
});

test('the runner reads back what was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const read = escapeCommandProperty(text)
        .replaceAll('%0D', '\r')
        .replaceAll('%0A', '\n')
        .replaceAll('%3A', ':')
        .replaceAll('%2C', ',')
        .replaceAll('%25', '%');
      expect(read).toBe(text);
    }),
  );
});
