import { describe, expect, expectTypeOf, it } from 'vitest';
import { asError, asWarning, issuesOf, userErrorsOf } from './code-table.ts';
import type { Issue } from './issue.ts';

const TABLE = {
  DOOR_SHUT: ['unusable', 'a door is shut'],
  DOOR_OPEN: ['warning', 'a door is open'],
  DOOR_LOST: ['not measured or partial', 'a door is missing'],
} as const;

const issue = issuesOf(TABLE);
const userError = userErrorsOf(TABLE);

describe('issues of a table of codes', () => {
  it('are as serious as the table says', () => {
    expect(issue('DOOR_SHUT', 'shut')).toEqual({
      code: 'DOOR_SHUT',
      severity: 'error',
      message: 'shut',
      where: null,
    });
    expect(issue('DOOR_OPEN', 'open').severity).toBe('warning');
    expect(issue('DOOR_LOST', 'lost').severity).toBe('error');
  });

  it('have a hint only where there is one', () => {
    const where = { file: 'a.yaml', line: 3 };
    expect(issue('DOOR_SHUT', 'shut', { where, hint: 'knock' })).toMatchObject({
      where,
      hint: 'knock',
    });
    expect(issue('DOOR_SHUT', 'shut', { hint: undefined })).not.toHaveProperty('hint');
  });

  it('do not compile with a code that the table does not have', () => {
    expectTypeOf(issue('DOOR_OPEN', 'open')).toEqualTypeOf<Issue<'DOOR_OPEN'>>();
    // @ts-expect-error: a misspelt code
    expect(issue('DOOR_OPNE', 'open').code).toBe('DOOR_OPNE');
    // @ts-expect-error: a misspelt code
    expect(userError('DOOR_SHTU', 'shut').message).toBe('shut');
    // @ts-expect-error: an effect that there is not
    expect(issuesOf({ DOOR_SHUT: ['fatal', 'a door is shut'] })).toBeTypeOf('function');
  });

  it('are thrown as a set-up that cannot be used', () => {
    expect(userError('DOOR_SHUT', 'shut', { hint: 'knock' }).issues).toEqual([
      issue('DOOR_SHUT', 'shut', { hint: 'knock' }),
    ]);
  });

  it('can matter more or less at one place', () => {
    expect(asWarning(issue('DOOR_SHUT', 'shut')).severity).toBe('warning');
    expect(asError(issue('DOOR_OPEN', 'open')).severity).toBe('error');
  });
});
