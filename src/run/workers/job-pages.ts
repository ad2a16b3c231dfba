import type { ResultStore, StoredJob } from '#store';

/** So many places are read at once. */
const PAGE = 64;
/** Jobs with longer tasks, such as images, are read one by one. */
const MAX_TASK = 8192;
/** Another worker may have done a job that was read before. */
const MAX_AGE_MS = 5000;

/** Some jobs of a queue, read together. */
interface Page {
  readonly first: number;
  readonly readAt: number;
  readonly jobs: Promise<Map<number, StoredJob>>;
}

/** Reads the jobs of a queue from the store, several with one statement: they are delivered in their order. */
export class JobPages {
  readonly #store: ResultStore;
  readonly #run: string;
  readonly #queue: string;
  #page: Page | null = null;

  constructor(store: ResultStore, run: string, queue: string) {
    this.#store = store;
    this.#run = run;
    this.#queue = queue;
  }

  /** The job at a place; null where it has a result. A job that was delivered before is read by itself. */
  async find(place: number, isFirstDelivery: boolean): Promise<StoredJob | null> {
    if (isFirstDelivery) {
      const jobs = await this.#pageWith(place).jobs;
      const job = jobs.get(place);
      jobs.delete(place);
      if (job !== undefined) return job;
    }
    return this.#store.findOpenJob(this.#run, place);
  }

  #pageWith(place: number): Page {
    const page = this.#page;
    const isIn = page !== null && place >= page.first && place < page.first + PAGE;
    if (isIn && performance.now() - page.readAt < MAX_AGE_MS) return page;
    const jobs = this.#store
      .openJobsBetween(this.#run, this.#queue, [place, place + PAGE], MAX_TASK)
      .then((open) => new Map(open.map((job) => [job.place, job])));
    const next = { first: place, readAt: performance.now(), jobs };
    this.#page = next;
    return next;
  }
}
