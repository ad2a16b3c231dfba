import { describe, expect, it } from 'vitest';
import { type CaseReport, searchTextOf } from '#core';
import { CaseTemplate } from './case-template.ts';
import { TextColumn } from './text-column.ts';

const sample: CaseReport = {
  id: 'row-1',
  verdict: 'fail',
  modes: ['wrong_tool'],
  evidence: { where: 'Runs.jsonl:1', model: 'Ämodel' },
};

function learn(each: CaseReport, indent = 2): CaseTemplate | null {
  return CaseTemplate.learn(Buffer.from(JSON.stringify(each, null, indent)), each, 7);
}

describe('the template of a case', () => {
  it.each([0, 2])('reads cases with other names (indented by %i)', (indent) => {
    const template = learn(sample, indent);
    const other = {
      ...sample,
      id: 'Row 22',
      evidence: { ...sample.evidence, where: 'b/C.jsonl:9' },
    };
    const bytes = Buffer.from(`, ${JSON.stringify(other, null, indent)},`);
    const text = new TextColumn();
    expect(template?.match(bytes, 2, bytes.length)).toBe(bytes.length - 1);
    template?.writeSearchText(bytes, text);
    expect(template?.idIn(bytes)).toBe('Row 22');
    expect(text.toBuffer().toString('utf8')).toBe(searchTextOf(other));
    expect(template?.form).toBe(7);
  });

  it('reads cases without evidence', () => {
    const template = learn({ id: 'a', verdict: 'pass' });
    const bytes = Buffer.from(JSON.stringify({ id: 'b', verdict: 'pass' }, null, 2));
    expect(template?.match(bytes, 0, bytes.length)).toBe(bytes.length);
  });

  it.each([
    ['another verdict', { ...sample, verdict: 'pass' }],
    ['another key', { ...sample, weight: 2 }],
    ['a quote in the id', { ...sample, id: 'a"b' }],
    ['an escape in the id', { ...sample, id: 'a\nb' }],
    ['an id beyond ASCII', { ...sample, id: 'ä' }],
    ['a DEL in the id', { ...sample, id: '\u007f' }],
    ['another model', { ...sample, evidence: { where: 'a:1', model: 'b' } }],
  ])('does not read %s', (_, other) => {
    const bytes = Buffer.from(JSON.stringify(other, null, 2));
    expect(learn(sample)?.match(bytes, 0, bytes.length)).toBe(-1);
  });

  it('does not read a case that is not there whole', () => {
    const bytes = Buffer.from(JSON.stringify(sample, null, 2));
    for (let filled = 0; filled < bytes.length; filled += 1)
      expect(learn(sample)?.match(bytes, 0, filled)).toBe(-1);
  });

  it('is not made where its texts are not those that the case has', () => {
    const nested = { extra: { id: 'x' }, ...sample } as CaseReport;
    expect(learn(nested)).toBeNull();
    const early = { evidence: { where: 'a:1' }, id: 'a', verdict: 'pass' } as CaseReport;
    expect(learn(early)).toBeNull();
  });
});
