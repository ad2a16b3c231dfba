import type {
  CaseReport,
  ClassMap,
  ClassRef,
  Relaxations,
  Report,
  ScorerOptions,
  ToolPattern,
  UnwrapRule,
} from '#core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { AgentDocument, MergeDocument, ServerDocument } from './agent.ts';
import { check } from './check.ts';
import type { CallRulesDocument } from './call-rules.ts';
import type { MatcherDocument } from './expectation.ts';
import {
  about,
  amount,
  anyText,
  closed,
  either,
  flag,
  type Infer,
  integerFrom,
  listOf,
  literal,
  mapOf,
  oneOf,
  oneOrMore,
  text,
} from './json-schema.ts';
import type { JudgeDocument } from './judge.ts';
import { number, open, optional, verdict } from './report-parts.ts';
import type { reportSchema } from './report.ts';
import type { ScorerEntry } from './scorer-entry.ts';
import type { SuiteDocument } from './suite.ts';
import type { BlocksDocument, TestDocument } from './test.ts';

// The compiler runs these tests: `npm run check:types` fails where a line below is wrong.

describe('the type of a schema', () => {
  it('has the keys of the schema, required where the schema requires them', () => {
    const schema = closed(
      {
        name: about('The name.', text),
        size: oneOf('small', 'large'),
        tags: oneOrMore(text),
        limits: mapOf(integerFrom(1)),
        kind: either(literal(true), closed({ on: flag }, ['on'])),
      },
      ['name', 'size'],
    );
    expectTypeOf<Infer<typeof schema>>().toEqualTypeOf<{
      readonly name: string;
      readonly size: 'small' | 'large';
      readonly tags?: string | readonly string[];
      readonly limits?: Readonly<Record<string, number>>;
      readonly kind?: true | { readonly on: boolean };
    }>();
    expect(check(schema, { name: 'x', size: 'small', kind: true })).toEqual([]);
  });

  it('does not let a key be required that the schema does not have', () => {
    // @ts-expect-error: a misspelt key
    expect(closed({ name: text }, ['nmae']).required).toEqual(['nmae']);
  });

  it('does not take a plain object for a schema with a type', () => {
    // @ts-expect-error: which values fit it is not said
    expect(listOf({ type: 'string' }).type).toBe('array');
  });
});

describe('the types of documents', () => {
  it('follow from their schemas', () => {
    expectTypeOf<AgentDocument['temperature']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<AgentDocument['tools']>().toEqualTypeOf<'real' | 'mock' | 'select' | undefined>();
    expectTypeOf<MergeDocument['modes']>().toEqualTypeOf<Readonly<Record<string, string>>>();
    expectTypeOf<ServerDocument['args']>().toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<JudgeDocument['quorum']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<MatcherDocument['certify']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<TestDocument['name']>().toEqualTypeOf<string>();
    expectTypeOf<NonNullable<SuiteDocument['tests']>[number]>().toEqualTypeOf<TestDocument>();
    expectTypeOf<BlocksDocument['goal']>().extract<true>().toEqualTypeOf<true>();
    type Classes = NonNullable<BlocksDocument['equal_function_sets']>['classes'];
    expectTypeOf<Classes>().toEqualTypeOf<string | readonly ClassRef[] | ClassMap>();
    expectTypeOf<BlocksDocument['answer']>().extract<true>().toBeNever();
  });

  it('distinguish the kinds of scorers by their type', () => {
    type Command = Extract<ScorerEntry, { readonly type: 'command' }>;
    expectTypeOf<Command['command']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Command['key']>().toEqualTypeOf<string>();
    expectTypeOf<Command['timeout_ms']>().toEqualTypeOf<number | undefined>();
  });

  it('are those of core where core has them', () => {
    type Unwrap = NonNullable<CallRulesDocument['unwrap']>[number];
    expectTypeOf<Unwrap>().toEqualTypeOf<UnwrapRule>();
    type Neutral = NonNullable<CallRulesDocument['neutral']>[number];
    expectTypeOf<Neutral>().toEqualTypeOf<ToolPattern>();
    type Criteria = NonNullable<NonNullable<BlocksDocument['answer']>['criteria']>;
    type OfProgram = NonNullable<ScorerOptions['answer']['criteria']>;
    expectTypeOf<Exclude<Criteria, string>>().toEqualTypeOf<OfProgram>();
    type Label = Extract<ScorerEntry, { readonly type: 'exposure' }>;
    type ForTool = NonNullable<Label['for_tool']>[string];
    expectTypeOf<ForTool>().toEqualTypeOf<Relaxations>();
  });

  it('refuse a misspelt key and a wrong value', () => {
    // @ts-expect-error: a misspelt key
    const misspelt: AgentDocument = { temprature: 1 };
    // @ts-expect-error: text instead of a number
    const wrong: AgentDocument = { temperature: 'hot' };
    // @ts-expect-error: a word that is not one of them
    const word: ServerDocument = { restart: 'often' };
    expect([misspelt, wrong, word]).toHaveLength(3);
  });
});

describe('a schema of a type of the report', () => {
  it('has the type of core', () => {
    expectTypeOf<Infer<typeof reportSchema>>().toEqualTypeOf<Report>();
  });

  it('does not compile where it differs from that type', () => {
    type ListedCase = Omit<CaseReport, 'evidence' | 'modes' | 'confused'>;
    const id = anyText;
    const passing = optional(
      open<NonNullable<CaseReport['passing']>>({ k: integerFrom(0), n: integerFrom(0) }),
    );
    const weight = optional(number);
    const schemas = [
      open<ListedCase>({ id, verdict, passing, weight }),
      // @ts-expect-error: a key is missing
      open<ListedCase>({ id, verdict, passing }),
      // @ts-expect-error: a key is misspelt
      open<ListedCase>({ id, verdict, passing, wieght: weight }),
      // @ts-expect-error: a number is not text
      open<ListedCase>({ id: number, verdict, passing, weight }),
      // @ts-expect-error: text is wider than the verdicts
      open<ListedCase>({ id, verdict: anyText, passing, weight }),
      // @ts-expect-error: two verdicts are fewer than all
      open<ListedCase>({ id, verdict: oneOf('pass', 'fail'), passing, weight }),
      // @ts-expect-error: the key may be missing from a report
      open<ListedCase>({ id, verdict, passing, weight: amount }),
      // @ts-expect-error: the key is in every report
      open<ListedCase>({ id: optional(id), verdict, passing, weight }),
    ];
    expect(schemas).toHaveLength(8);
  });
});
