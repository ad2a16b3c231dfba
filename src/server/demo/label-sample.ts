import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Issue, type Json, type JsonObject, UserError, WITH_PII } from '#core';
import { assignLabels, createSample, importLabels, loadSample, openLabels } from '#dataset';
import type { ShopQuestion } from './shop-questions.ts';
import { SHOP_GUIDE } from './shop-texts.ts';

const REVIEWERS = ['ann', 'ben'] as const;
/** How many of their cases the reviewers have labelled. */
const LABELLED: Readonly<Record<(typeof REVIEWERS)[number], number>> = { ann: 20, ben: 14 };
const TIMES: Readonly<Record<(typeof REVIEWERS)[number], string>> = {
  ann: '2026-03-27T09:30:00.000Z',
  ben: '2026-03-27T13:05:00.000Z',
};

/** Draws a sample of the production traces, and labels a part of it as two people would. */
export async function labelSample(root: string, asked: readonly ShopQuestion[]): Promise<void> {
  const folder = join(root, 'samples', 'production');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'guide.md'), SHOP_GUIDE);
  rejectFailure(
    await createSample(
      folder,
      [join(root, 'production.jsonl')],
      {
        size: 32,
        seed: '1',
        by: ['tool'],
        unit: 'decision',
        answers: 20,
        minimum: 3,
        redaction: WITH_PII,
      },
      { cwd: root, format: null, requester: null, catalog: null, onProgress: () => {} },
    ),
  );
  const deal = { reviewers: REVIEWERS, overlap: 100, batch: 50, perCase: 2 };
  rejectFailure(await assignLabels(openLabels(folder, 'label'), deal));
  const expected = new Map(asked.map(({ text, tool }) => [text, tool]));
  const cases = [...loadSample(folder).cases.values()];
  for (const reviewer of REVIEWERS) {
    const rows = cases.slice(0, LABELLED[reviewer]).map(({ id, input, before }) => {
      const tool = before.length > 0 ? 'none' : (expected.get(questionOf(input)) ?? 'none');
      const value: JsonObject = {
        id,
        expected_tool: (reviewer === 'ben' ? READ_BY_BEN.get(tool) : undefined) ?? tool,
        clause: CLAUSES.get(tool) ?? '',
      };
      return { value, where: {} };
    });
    rejectFailure(
      await importLabels(folder, rows, {
        task: 'label',
        reviewer,
        role: 'review',
        time: TIMES[reviewer],
        revise: false,
        catalog: null,
      }),
    );
  }
}

/** The clause of the guide that a tool follows from. */
const CLAUSES: ReadonlyMap<string, string> = new Map([
  ['get_order_status', '2'],
  ['get_shipping_eta', '2'],
  ['get_order_history', '3'],
  ['create_ticket', '4'],
  ['none', '5'],
]);

/** Ben reads two clauses of the guide in another way. */
const READ_BY_BEN: ReadonlyMap<string, string> = new Map([
  ['get_shipping_eta', 'get_order_status'],
  ['create_ticket', 'start_return'],
]);

function questionOf(input: Json): string {
  if (typeof input === 'string') return input;
  const { messages = [] } = input as {
    readonly messages?: readonly { role?: string; content?: unknown }[];
  };
  const asked = messages.findLast(({ role }) => role === 'user')?.content;
  return typeof asked === 'string' ? asked : '';
}

/** The example is ours: whatever is wrong with it is reported. */
function rejectFailure(outcome: Outcome): void {
  if (!outcome.ok) throw new UserError([outcome.issue]);
  const issues = outcome.checked?.issues ?? [];
  if (issues.length > 0) throw new UserError(issues);
}

type Outcome =
  | { readonly ok: true; readonly checked?: { readonly issues: readonly Issue[] } }
  | { readonly ok: false; readonly issue: Issue };
