import type { Report } from '#core';
import type { Testcase } from './testcase.ts';

/** Records that could not be read and belong to no test: errors, so that the file is not green where the command is not. */
export function issueCases({ issues }: Report): Testcase[] {
  return issues
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, where, hint }) => ({
      name: where === null ? code : `${where} ${code}`,
      classname: 'records',
      file: null,
      line: null,
      verdict: 'error',
      lines: hint === null ? [message] : [message, `hint: ${hint}`],
    }));
}
