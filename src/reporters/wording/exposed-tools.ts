import type { ToolExposure } from '#core';
import { name, type Text } from '../document/index.ts';
import { formatCount } from '../values/value.ts';

const TOOLS_SHOWN = 5;

/** The tools that brought personal values into the context uncalled for, with how many; the rest as a number. */
export function exposedTools(exposure: readonly ToolExposure[] = []): readonly Text[] {
  const listed = exposure.filter(({ values, unrecorded }) => values + unrecorded > 0);
  const tools = listed.slice(0, TOOLS_SHOWN).map(({ tool, values, cases, unrecorded }): Text => {
    const open = unrecorded === 0 ? '' : `, ${formatCount(unrecorded, 'result')} not recorded`;
    return [
      name(tool, 60),
      ` ${formatCount(values, 'value')} in ${formatCount(cases, 'case')}${open}`,
    ];
  });
  const more = listed.length - tools.length;
  return more > 0 ? [...tools, `and ${formatCount(more, 'more tool')}`] : tools;
}
