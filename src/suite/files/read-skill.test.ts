import { lintSkill, type SkillFile } from '#core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSkill } from './read-skill.ts';

const PDF = `---
name: pdf
description: Fills in forms. Use when the user names a PDF.
---

# PDF
`;

describe('a SKILL.md', () => {
  it('has a name, a description, keys and lines', () => {
    expect(parseSkill(PDF, 'pdf')).toEqual({
      ok: true,
      skill: {
        folder: 'pdf',
        name: 'pdf',
        description: 'Fills in forms. Use when the user names a PDF.',
        keys: ['name', 'description'],
        lines: 7,
      },
    });
  });

  it('may have line ends of Windows and a folded description', () => {
    const text = '---\r\nname: pdf\r\ndescription: >-\r\n  Fills in\r\n  forms.\r\n---\r\n';
    expect(parseSkill(text, 'pdf')).toMatchObject({
      ok: true,
      skill: { name: 'pdf', description: 'Fills in forms.' },
    });
  });

  it.each([
    ['# PDF\n', 'front matter between'],
    ['---\nname: pdf\n', 'front matter between'],
    ['---\n- pdf\n---\n', 'a map'],
    ['---\nname: [\n---\n', 'cannot be read'],
    ['---\nname: &a pdf\ndescription: *a\n---\n', 'cannot be read'],
  ])('is refused with a reason: %j', (text, reason) => {
    const read = parseSkill(text, 'pdf');
    expect(read).toMatchObject({ ok: false, message: expect.stringContaining(reason) as unknown });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (yaml) => {
        parseSkill(`---\n${yaml}\n---\n`, 'x');
      }),
    );
  });
});

describe('the rules for skills', () => {
  const good: SkillFile = {
    folder: 'pdf',
    name: 'pdf',
    description: 'Fills in forms. Use when the user names a PDF.',
    keys: ['name', 'description'],
    lines: 40,
  };
  const rulesOf = (more: Partial<SkillFile>): readonly string[] =>
    lintSkill({ ...good, ...more }).map(({ rule }) => rule);

  it('find nothing in a good one', () => {
    expect(rulesOf({})).toEqual([]);
  });

  it.each<[Partial<SkillFile>, readonly string[]]>([
    [{ name: null }, ['skill-name']],
    [{ name: 'PDF', folder: 'PDF' }, ['skill-name']],
    [{ name: 'a--b', folder: 'a--b' }, ['skill-name']],
    [{ name: 'docx' }, ['skill-name']],
    [{ description: 'Fills in forms.' }, ['skill-trigger']],
    [{ description: null }, []],
    [{ lines: 501 }, ['skill-length']],
    [{ keys: ['name', 'owner'] }, ['skill-key']],
  ])('find %j', (more, expected) => {
    expect(rulesOf(more)).toEqual(expected);
  });
});
