import { expect, it } from 'vitest';
import type { LabelSheet } from '#reporters';
import { chooseNone, chooseTool, withArguments } from '../answer/draft.ts';
import type { ArgumentsDraft } from '../form/check-arguments.ts';
import { rowOf, sheetOf } from '../fixtures/sheets.ts';
import { BrowserStore, type StorageChange } from './browser-store.ts';
import { SheetSession } from './sheet-session.ts';

/** A browser with tabs that share a storage. `isQuiet` withholds the events of changes. */
class Browser {
  readonly #items = new Map<string, string>();
  readonly #tabs = new Map<string, (change: StorageChange) => void>();
  readonly sheet: LabelSheet;
  isQuiet = false;
  isFull = false;
  time = Date.parse('2026-11-17T09:00:00Z');

  constructor(sheet: LabelSheet) {
    this.sheet = sheet;
  }

  async open(
    tab: string,
    sheet = this.sheet,
    whyFinal?: (id: string) => string | null,
  ): Promise<SheetSession> {
    const storage = {
      getItem: (key: string): string | null => this.#items.get(key) ?? null,
      setItem: (key: string, value: string): void => {
        if (this.isFull) throw new Error('the quota is exceeded');
        this.#items.set(key, value);
        for (const [other, listener] of this.#tabs)
          if (other !== tab && !this.isQuiet) listener({ key, newValue: value });
      },
    };
    const listen = (listener: (change: StorageChange) => void): (() => void) => {
      this.#tabs.set(tab, listener);
      return () => this.#tabs.delete(tab);
    };
    const store = new BrowserStore(['orders', 'label', 'ann'], {
      storage: () => storage,
      listen,
      tab,
    });
    const session = new SheetSession(sheet, store, () => new Date(this.time), whyFinal);
    await session.start(null);
    return session;
  }
}

/** A store answers in a later task, as a server does. */
const written = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const three = (): LabelSheet => sheetOf([rowOf(1), rowOf(2), rowOf(3)]);

/** The draft of the current case. */
function draftIn(session: SheetSession): ReturnType<typeof session.entryOf>['draft'] {
  return session.entryOf(session.row?.id ?? '').draft;
}
function choose(session: SheetSession, tool: string): void {
  session.change(session.row?.id ?? '', (draft) => chooseTool(draft, tool), 'choosing');
}
const json = (text: string): ArgumentsDraft => ({ view: 'json', text });
const ids = (session: SheetSession): (string | undefined)[] =>
  session.export().lines.map((line) => (JSON.parse(line) as { id: string }).id);

it('saves, moves on to the next open case, and counts', async () => {
  const session = await new Browser(three()).open('a');
  expect(session.save()).toBe(false);
  expect(session.notice).toBe('Choose a tool, or none.');
  choose(session, 'status');
  expect(session.counts()).toMatchObject({ open: 2, draft: 1, saved: 0 });
  expect(session.save()).toBe(true);
  expect([session.place, session.notice]).toEqual([1, 'Case 1 is saved.']);
  session.move(1);
  choose(session, 'refund');
  session.save();
  // Case 2 was passed over: it is the next open one.
  expect(session.place).toBe(1);
  session.change('case2', chooseNone, 'choosing');
  session.save();
  expect(session.counts()).toMatchObject({ open: 0, saved: 3 });
  expect(session.place).toBe(1);
});

it('does not save arguments that break the schema, and says why', async () => {
  const session = await new Browser(three()).open('a');
  choose(session, 'status');
  session.change('case1', (draft) => withArguments(draft, json('{"order":7}')), 'typing');
  expect(session.save()).toBe(false);
  expect(session.notice).toBe('Not saved: order: must be string');
  expect(session.counts()).toMatchObject({ draft: 1, saved: 0 });
});

it('undoes a save after moving on, then the choice', async () => {
  const session = await new Browser(three()).open('a');
  choose(session, 'status');
  session.save();
  session.move(1);
  session.undo();
  expect([session.place, session.notice]).toEqual([0, 'Undone: saving, case 1.']);
  expect(session.counts()).toMatchObject({ draft: 1, saved: 0 });
  session.undo();
  expect(session.counts()).toMatchObject({ open: 3 });
  expect(session.canUndo).toBe(false);
  session.undo();
});

it('says what is left when no case is open', async () => {
  const session = await new Browser(three()).open('a');
  session.skip();
  choose(session, 'status');
  session.save();
  expect(session.notice).toBe('Case 2 is saved.');
  choose(session, 'status');
  session.save();
  expect(session.notice).toBe('Case 3 is saved. No case is open; 1 skipped.');
  session.open(0);
  choose(session, 'status');
  session.save();
  expect(session.notice).toBe('Case 1 is saved. It was the last open one.');
});

it('changes nothing of a case that is final, and says why', async () => {
  const sheet = three();
  const final = sheet.rows[0]?.id;
  const why = (id: string): string | null => (id === final ? 'seen' : null);
  const session = await new Browser(sheet).open('a', sheet, why);
  expect(session.whyFinal).toBe('seen');
  choose(session, 'status');
  session.skip();
  session.clear();
  expect(session.save()).toBe(false);
  expect([session.place, session.counts().open]).toEqual([0, 3]);
  session.move(1);
  expect(session.whyFinal).toBe(null);
  choose(session, 'status');
  expect(session.save()).toBe(true);
});

it('undoes what was typed into one field at once', async () => {
  const session = await new Browser(three()).open('a');
  for (const text of ['w', 'wh', 'why'])
    session.change('case1', (draft) => ({ ...draft, rationale: text }), 'typing', 'rationale');
  session.undo();
  expect(draftIn(session).rationale).toBe('');
});

it('keeps a skipped case open, with what was typed, and leaves it out of the file', async () => {
  const session = await new Browser(three()).open('a');
  choose(session, 'status');
  session.skip();
  expect([session.place, session.counts().skipped]).toEqual([1, 1]);
  choose(session, 'refund');
  session.save();
  // Skipped cases are not next: they are found by their list.
  expect(session.place).toBe(2);
  expect(ids(session)).toEqual(['case2']);
  session.open(0);
  expect(draftIn(session).calls).toHaveLength(1);
  session.save();
  expect(session.counts()).toMatchObject({ skipped: 0, saved: 2 });
});

it('turns a saved answer into a skipped case or nothing, and back', async () => {
  const session = await new Browser(three()).open('a');
  choose(session, 'status');
  session.save();
  session.open(0);
  session.skip();
  expect(session.counts()).toMatchObject({ saved: 0, skipped: 1 });
  session.undo();
  expect(session.counts()).toMatchObject({ saved: 1, skipped: 0 });
  session.clear();
  expect(session.counts()).toMatchObject({ saved: 0, open: 3 });
});

it('saves a draft over an answer only when it is saved', async () => {
  const session = await new Browser(three()).open('a');
  choose(session, 'status');
  session.save();
  session.open(0);
  choose(session, 'refund');
  expect(session.counts()).toMatchObject({ changed: 1 });
  expect(session.export().lines[0]).toContain('"status"');
  session.discardDraft();
  expect(session.counts()).toMatchObject({ changed: 0, saved: 1 });
});

it('keeps drafts and answers when the page is opened again', async () => {
  const browser = new Browser(three());
  const session = await browser.open('a');
  choose(session, 'status');
  session.save();
  choose(session, 'refund');
  await written();
  const again = await browser.open('b');
  expect(again.counts()).toMatchObject({ saved: 1, draft: 1, open: 1 });
  expect(again.place).toBe(1);
});

it('shows in one tab what another one changes', async () => {
  const browser = new Browser(three());
  const [a, b] = [await browser.open('a'), await browser.open('b')];
  choose(a, 'status');
  a.save();
  await written();
  expect(b.counts()).toMatchObject({ saved: 1 });
  expect(b.canUndo).toBe(false);
});

it.each([
  [true, '"refund"'],
  [false, '"status"'],
])('asks which of two answers counts, mine: %s', async (isMine, expected) => {
  const browser = new Browser(three());
  const [a, b] = [await browser.open('a'), await browser.open('b')];
  browser.isQuiet = true;
  choose(a, 'status');
  a.save();
  await written();
  choose(b, 'refund');
  await written();
  expect(b.conflictOf('case1')?.saved?.text).toContain('"status"');
  expect(b.isAtRisk()).toBe(true);
  // Nothing is overwritten while the question is open.
  choose(b, 'refund');
  b.resolve('case1', isMine);
  expect(b.isAtRisk()).toBe(false);
  if (isMine) b.save();
  await written();
  const late = await browser.open('c');
  expect(late.entryOf('case1').saved?.text).toContain(expected);
});

it('warns where the browser keeps nothing', async () => {
  const browser = new Browser(three());
  const session = await browser.open('a');
  browser.isFull = true;
  choose(session, 'status');
  await written();
  expect([session.isKept, session.isAtRisk()]).toEqual([false, true]);
  session.save();
  session.export();
  await written();
  expect(session.isAtRisk()).toBe(false);
});

it('takes the later of two answers: the one of the sheet, or the one in the browser', async () => {
  const browser = new Browser(three());
  const session = await browser.open('a');
  choose(session, 'status');
  session.save();
  await written();
  const imported = (at: string): LabelSheet =>
    sheetOf([
      rowOf(1, { answer: { expected_tool: 'refund' }, rationale: 'new', labelledAt: at }),
      rowOf(2),
    ]);
  const early = await browser.open('b', imported('2026-11-17T08:00:00Z'));
  expect(early.entryOf('case1').saved?.text).toBe('{"expected_tool":"status"}');
  const late = await browser.open('c', imported('2026-11-17T10:00:00Z'));
  expect(late.entryOf('case1').saved?.text).toBe('{"expected_tool":"refund","rationale":"new"}');
  // What was in the browser is not lost: it is the draft.
  expect(late.counts()).toMatchObject({ changed: 1 });
});

it('exports every saved answer under a name of its own, with the command that imports it', async () => {
  const row = rowOf(1, { answer: { expected_tool: 'refund' }, labelledAt: '2026-11-17T08:00:00Z' });
  const sheet = sheetOf([row, rowOf(2)], { guideHash: 'abc', isDecision: true });
  const session = await new Browser(sheet).open('a');
  session.open(1);
  choose(session, 'status');
  session.change('case2', (draft) => withArguments(draft, json('{"order":"A","n":1.0}')), 'typing');
  session.save();
  expect(session.savedCounts()).toEqual({ saved: 2, unexported: 1 });
  const file = session.export();
  expect(session.savedCounts()).toEqual({ saved: 2, unexported: 0 });
  expect(file.name).toMatch(/^orders-ann-20261117-\d{6}\.jsonl$/);
  expect(file.lines[1]).toBe(
    '{"id":"case2","case_hash":"hash2","guide_hash":"abc","decision":true,"expected_tool":"status","expected_args":{"order":"A","n":1.0}}\n',
  );
  expect(file.command).toBe(
    `whichtool label import orders ${file.name} --reviewer ann --adjudicate`,
  );
  expect(session.export().name).not.toBe(file.name);
  session.open(0);
  choose(session, 'status');
  session.save();
  expect(session.export().command).toContain(' --revise');
});

it('estimates the time that is left from the last answers', async () => {
  const browser = new Browser(sheetOf(Array.from({ length: 14 }, (_, i) => rowOf(i))));
  const session = await browser.open('a');
  for (let i = 0; i < 4; i++) {
    expect(session.timeLeftMs()).toBeNull();
    choose(session, 'status');
    session.save();
    browser.time += 30_000;
  }
  expect(session.timeLeftMs()).toBe(10 * 30_000);
});
