import type { ApiLabelCase, LabelSheet, SheetRow } from '#schema';
import { SheetSession } from '../../../sheet/session/sheet-session.ts';
import { type DeskAddress, LabelApi } from './label-api.ts';
import { ServerStore } from './server-store.ts';

/** How many cases beside the shown one are read ahead. */
const NEIGHBOURS = 2;
const RETRY_MS = 5000;

/** The labelling page of one person: a session whose cases are read from the server as they are needed. */
export class Desk {
  readonly session: SheetSession;
  readonly api: LabelApi;
  readonly #store: ServerStore;
  readonly #cases = new Map<string, ApiLabelCase>();
  readonly #reading = new Set<string>();
  #shown: string | null = null;

  constructor(api: LabelApi, sheet: LabelSheet, cases: readonly ApiLabelCase[]) {
    this.api = api;
    this.#store = new ServerStore(api, cases, sheet.guideHash);
    const whyFinal = (id: string): string | null => this.#whyFinal(id);
    this.session = new SheetSession(sheet, this.#store, () => new Date(), whyFinal);
    for (const labelCase of cases) this.#cases.set(labelCase.row.id, labelCase);
  }

  /** What the server said of a case last. */
  caseOf(id: string): ApiLabelCase | null {
    return this.#cases.get(id) ?? null;
  }

  /** Whether the labels of another person are looked at. */
  get isForeign(): boolean {
    return this.api.address.reviewer !== null;
  }

  /** Follows the session until the returned function is called. */
  follow(): () => void {
    const stop = this.session.subscribe(() => this.#onMove());
    const refresh = (): void => {
      if (document.visibilityState === 'visible') void this.#refresh();
    };
    const warn = (event: BeforeUnloadEvent): void => {
      if (this.session.isAtRisk() || this.session.isSending) event.preventDefault();
    };
    const timer = setInterval(() => this.session.retry(), RETRY_MS);
    document.addEventListener('visibilitychange', refresh);
    addEventListener('focus', refresh);
    addEventListener('beforeunload', warn);
    this.#onMove();
    return () => {
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
      removeEventListener('focus', refresh);
      removeEventListener('beforeunload', warn);
    };
  }

  /** Takes a case as the server has it now. */
  take(read: ApiLabelCase): void {
    const { row } = read;
    const known = this.#cases.get(row.id);
    this.#cases.set(row.id, read);
    this.#store.see(read);
    const shown = this.session.sheet.rows.find(({ id }) => id === row.id);
    if (shown?.isPartial === true || known?.revision !== read.revision) this.session.fill(row);
    else this.session.fill(shown ?? row);
  }

  /** Who has seen what others said does not answer again, unless the case was sent back. */
  #whyFinal(id: string): string | null {
    if (this.isForeign) return `Read-only: these are the labels of ${this.session.sheet.reviewer}.`;
    const known = this.caseOf(id);
    const isInformed = this.api.address.part === 'review' && known?.others != null;
    return isInformed && known.returned === null
      ? 'Your answer stands: you have seen what others said. Who decides can send the case back to you.'
      : null;
  }

  /** Reads the shown case again, and its neighbours where they were not read yet. */
  #onMove(): void {
    const { rows } = this.session.sheet;
    const { place, row } = this.session;
    if (row === undefined || (row.id === this.#shown && !this.#isOutdated(row))) return;
    this.#shown = row.id;
    void this.#read(row.id);
    for (let step = 1; step <= NEIGHBOURS; step++)
      for (const other of [rows[place + step], rows[place - step]])
        if (other?.isPartial === true) void this.#read(other.id);
  }

  /** Whether an answer was saved since the case was read: what others said may be shown now. */
  #isOutdated(row: SheetRow): boolean {
    const isSaved = ['saved', 'unsure', 'open'].includes(this.session.progressOf(row));
    const isStored = this.#store.revisionOf(row.id) === this.#cases.get(row.id)?.revision;
    return isSaved && !isStored && !this.session.isUnsent(row.id);
  }

  async #read(id: string): Promise<void> {
    if (this.#reading.has(id)) return;
    this.#reading.add(id);
    const writes = this.#store.writesOf(id);
    try {
      const read = await this.api.open(id);
      // What was written meanwhile is newer than what was read.
      if (this.#store.writesOf(id) === writes) this.take(read);
      else this.session.fill(read.row);
    } catch {
      // The page says that it reads the case; it is read again when it is shown again.
      if (this.#shown === id) this.#shown = null;
    } finally {
      this.#reading.delete(id);
    }
  }

  /** Sees what other tabs, sheets and commands wrote. */
  async #refresh(): Promise<void> {
    try {
      const writes = new Map(
        this.session.sheet.rows.map(({ id }) => [id, this.#store.writesOf(id)]),
      );
      for (const labelCase of await this.api.queue())
        if (this.#store.writesOf(labelCase.row.id) === writes.get(labelCase.row.id))
          this.#store.see({ ...labelCase, row: this.#rowOf(labelCase) });
      const { row } = this.session;
      if (row !== undefined) await this.#read(row.id);
    } catch {
      // The next write says that the server does not answer.
    }
  }

  /** The whole row where it was read, with the answer that is kept now. */
  #rowOf({ row }: ApiLabelCase): SheetRow {
    const whole = this.session.sheet.rows.find(({ id }) => id === row.id);
    if (whole === undefined || whole.isPartial === true) return row;
    const { answer, rationale, isUnsure, labelledAt } = row;
    return { ...whole, answer, rationale, isUnsure, labelledAt };
  }
}

/** Reads what a person labels or decides. */
export async function openDesk(
  address: DeskAddress,
  reviewer: string,
  id: string | null,
): Promise<Desk> {
  const api = new LabelApi(address);
  const [{ guide, guideHash }, cases] = await Promise.all([api.sample(), api.queue()]);
  const sheet: LabelSheet = {
    dataset: address.sample,
    task: address.task,
    reviewer,
    isDecision: address.part === 'decide',
    guide,
    guideHash,
    rows: cases.map(({ row }) => row),
    ...(guide === null ? {} : { asksClause: true as const }),
  };
  const desk = new Desk(api, sheet, cases);
  // What was sent back comes first.
  await desk.session.start(id ?? cases.find(({ state }) => state === 'returned')?.row.id ?? null);
  return desk;
}
