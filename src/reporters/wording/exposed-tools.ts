import type { ToolExposure } from '#core';
import { formatCount } from './value.ts';

const TOOLS_SHOWN = 5;

/** The tools that brought personal values into the context uncalled for, with how many; the rest as a number. */
export function exposedTools(exposure: readonly ToolExposure[] = []): {
  readonly tools: readonly { readonly tool: string; readonly text: string }[];
  readonly more: number;
} {
  const listed = exposure.filter(({ values, unrecorded }) => values + unrecorded > 0);
  const tools = listed.slice(0, TOOLS_SHOWN).map(({ tool, values, cases, unrecorded }) => {
    const open = unrecorded === 0 ? '' : `, ${formatCount(unrecorded, 'result')} not recorded`;
    const found = `${formatCount(values, 'value')} in ${formatCount(cases, 'case')}`;
    return { tool, text: `${found}${open}` };
  });
  return { tools, more: listed.length - tools.length };
}
