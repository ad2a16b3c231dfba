import { describe, expect, expectTypeOf, it } from 'vitest';
import { asError, asWarning, issuesOf, userErrorsOf } from './code-table.ts';
import type { Issue } from './issue.ts';

const TABLE = {
  FILE_NOT_FOUND: ['unusable', 'a door is shut'],
  NAME_NEVER_SEEN: ['warning', 'a door is open'],
  TRACE_SCHEMA: ['not measured or partial', 'a door is missing'],
} as const;

const issue = issuesOf(TABLE);
const userError = userErrorsOf(TABLE);

describe('issues of a table of codes', () => {
  it('are as serious as the table says', () => {
    expect(issue('FILE_NOT_FOUND', 'shut')).toEqual({
      code: 'FILE_NOT_FOUND',
      severity: 'error',
      message: 'shut',
      where: null,
    });
    expect(issue('NAME_NEVER_SEEN', 'open').severity).toBe('warning');
    expect(issue('TRACE_SCHEMA', 'lost').severity).toBe('error');
  });

  it('have a hint only where there is one', () => {
    const where = { file: 'a.yaml', line: 3 };
    expect(issue('FILE_NOT_FOUND', 'shut', { where, hint: 'knock' })).toMatchObject({
      where,
      hint: 'knock',
    });
    expect(issue('FILE_NOT_FOUND', 'shut', { hint: undefined })).not.toHaveProperty('hint');
  });

  it('do not compile with a code that the table does not have', () => {
    expectTypeOf(issue('NAME_NEVER_SEEN', 'open')).toEqualTypeOf<Issue<'NAME_NEVER_SEEN'>>();
    // @ts-expect-error: a misspelt code
    expect(issue('NAME_NEVER_SEN', 'open').code).toBe('NAME_NEVER_SEN');
    // @ts-expect-error: a misspelt code
    expect(userError('FILE_NOT_FUOND', 'shut').message).toBe('shut');
    const other = issuesOf({ DOOR_SHUT: ['warning', 'a door is shut'] } as const);
    // @ts-expect-error: a code that is not in `ISSUE_CODES`
    expect(other('DOOR_SHUT', 'shut').code).toBe('DOOR_SHUT');
    // @ts-expect-error: an effect that there is not
    expect(issuesOf({ FILE_NOT_FOUND: ['fatal', 'a door is shut'] })).toBeTypeOf('function');
  });

  it('are thrown as a set-up that cannot be used', () => {
    expect(userError('FILE_NOT_FOUND', 'shut', { hint: 'knock' }).issues).toEqual([
      issue('FILE_NOT_FOUND', 'shut', { hint: 'knock' }),
    ]);
  });

  it('can matter more or less at one place', () => {
    expect(asWarning(issue('FILE_NOT_FOUND', 'shut')).severity).toBe('warning');
    expect(asError(issue('NAME_NEVER_SEEN', 'open')).severity).toBe('error');
  });
});
