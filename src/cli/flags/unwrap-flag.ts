import type { UnwrapRule } from '#core';
import { runError } from '#run';

const KEYS = ['tool', 'name', 'server', 'arguments'] as const;
const PATH = /^\$(?:\.[^.[\]*?()@\s]+)+$/;

/** A rule of `--unwrap`: which tool only passes calls on, and where in its arguments the real call is. */
export function parseUnwrap(text: string): UnwrapRule {
  const parts = new Map(
    text.split(',').map((part) => {
      const [key = '', ...value] = part.split('=');
      return [key.trim(), value.join('=').trim()] as const;
    }),
  );
  const unknown = [...parts.keys()].find((key) => !KEYS.some((known) => known === key));
  if (unknown !== undefined) throw faultOf(text, `${JSON.stringify(unknown)} is not a key`);
  const [tool, name, server, args] = KEYS.map((key) => parts.get(key));
  if (!tool) throw faultOf(text, 'tool= is missing');
  if (!name) throw faultOf(text, 'name= is missing');
  const path = [name, server, args].find((path) => path !== undefined && !PATH.test(path));
  if (path !== undefined) throw faultOf(text, `${JSON.stringify(path)} is not a path as $.key.key`);
  return {
    tool,
    name,
    ...(server === undefined ? {} : { server }),
    ...(args === undefined ? {} : { arguments: args }),
  };
}

function faultOf(text: string, why: string): Error {
  return runError('FLAG_UNWRAP', `--unwrap ${text}: ${why}`, {
    hint: "write --unwrap 'tool=execute-tool,name=$.tool_name,server=$.server_name,arguments=$.params'",
  });
}
