import type { JSX } from 'preact';
import { equalJson, isJsonObject, type Json, type JsonObject } from '#core';
import type { SheetRow } from '#reporters';
import { CallView } from '../../components/conversation/call-view.tsx';
import { Name } from '../../components/foreign.tsx';
import { JsonView } from '../../components/conversation/json-view.tsx';
import { unfoldJson } from '../../components/conversation/unfold-json.ts';
import { memberOf } from '../conversation/member.ts';
import { anyCall } from '../conversation/shown-call.ts';

/** What is rated. One call beside one call is a line per argument; anything else is two columns. */
export function RatedView({ expected, called }: NonNullable<SheetRow['rated']>): JSX.Element {
  const several = memberOf(expected, 'expected_calls');
  const expectedCalls = (Array.isArray(several) ? (several as readonly Json[]) : [expected]).map(
    anyCall,
  );
  const made = called.map(anyCall);
  const [left, right] = [objectOf(expectedCalls[0]?.arguments), objectOf(made[0]?.arguments)];
  if (expectedCalls.length === 1 && made.length === 1 && left !== null && right !== null)
    return (
      <ArgumentTable
        heads={[`Expected · ${expectedCalls[0]?.tool}`, `Called · ${made[0]?.tool}`]}
        pair={[left, right]}
      />
    );
  return (
    <div class="pair">
      <div>
        <h3>Expected</h3>
        {expectedCalls.map((call, i) => (
          <CallView key={i} call={call} />
        ))}
      </div>
      <div>
        <h3>Called</h3>
        {made.map((call, i) => (
          <CallView key={i} call={call} />
        ))}
      </div>
    </div>
  );
}

function ArgumentTable({
  heads,
  pair,
}: {
  readonly heads: readonly string[];
  readonly pair: readonly [JsonObject, JsonObject];
}): JSX.Element {
  const names = [...new Set(pair.flatMap((args) => Object.keys(args)))];
  return (
    <table class="rated">
      <thead>
        <tr>
          <th scope="col">Argument</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              <Name text={head} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} class={isSame(pair, name) ? 'same' : undefined}>
            <th scope="row">
              <Name text={name} />
            </th>
            {pair.map((args, i) => (
              <td key={i}>
                {Object.hasOwn(args, name) ? (
                  <JsonView value={args[name] as Json} />
                ) : (
                  <span class="soft">left out</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isSame([left, right]: readonly [JsonObject, JsonObject], name: string): boolean {
  const has = (args: JsonObject): boolean => Object.hasOwn(args, name);
  return has(left) && has(right) && equalJson(left[name] as Json, right[name] as Json);
}

function objectOf(args: Json | undefined): JsonObject | null {
  const value = typeof args === 'string' ? unfoldJson(args) : args;
  return isJsonObject(value) ? value : null;
}
