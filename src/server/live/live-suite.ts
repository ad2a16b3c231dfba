import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isJsonObject, UserError } from '#core';
import { posixRelative, writeFileAtomic } from '#platform';
import { loadSuites, TraceScorer } from '#run';
import { liveFolder } from '#store';
import { Problem } from '../http/problem.ts';
import { listSuiteFiles } from '../suites/suite-files.ts';

const CHOICE_FILE = 'suite.json';

/** The suite that live traces are scored by: that of the command, or the one that was chosen in the page last. */
export class LiveSuite {
  readonly #root: string;
  /** As the command names it; null where it does not. */
  readonly #named: string | null;
  #file: string | null = null;
  /** Why the suite that was chosen is not used. */
  fault: string | null = null;

  constructor(root: string, named: string | null) {
    this.#root = root;
    this.#named = named;
  }

  /** The path of the suite in the project; null where nothing is scored. */
  get file(): string | null {
    return this.#file;
  }

  /** The suites of the project that can be chosen. */
  async choices(): Promise<readonly string[]> {
    return [...(await listSuiteFiles(this.#root)).keys()];
  }

  /** The scorer to begin with. A suite of the command that cannot be used is an error; one that was chosen earlier is a fault. */
  async open(): Promise<TraceScorer> {
    if (this.#named !== null) {
      const scorer = await this.#load(this.#named);
      this.#file = posixRelative(this.#root, resolve(this.#root, this.#named));
      return scorer;
    }
    const chosen = readChoice(this.#root);
    try {
      const scorer = await this.#load(chosen === null ? null : await this.#pathOf(chosen));
      this.#file = chosen;
      return scorer;
    } catch (error) {
      if (!(error instanceof UserError || error instanceof Problem)) throw error;
      this.fault = `${chosen} cannot be used: ${error.message}`;
      return this.#load(null);
    }
  }

  /** Chooses another suite, `{ "file": "whichtool.yaml" }`, or none, `{ "file": null }`. Nothing changes where it cannot be used. */
  async choose(value: unknown): Promise<TraceScorer> {
    const file = isJsonObject(value) ? value.file : undefined;
    if (file !== null && typeof file !== 'string')
      throw new Problem(400, 'file is the path of a suite of the project, or null for none');
    const scorer = await this.#load(file === null ? null : await this.#pathOf(file));
    const target = join(liveFolder(this.#root), CHOICE_FILE);
    const written = await writeFileAtomic(target, [`${JSON.stringify({ file })}\n`]);
    if (!written.ok) throw new UserError([written.issue]);
    this.#file = file;
    this.fault = null;
    return scorer;
  }

  /** Only suites of the list: a request does not name files. */
  async #pathOf(file: string): Promise<string> {
    const path = (await listSuiteFiles(this.#root)).get(file);
    if (path === undefined) throw new Problem(404, 'the project has no such suite');
    return path;
  }

  async #load(path: string | null): Promise<TraceScorer> {
    const suites = path === null ? [] : await loadSuites([path], this.#root);
    return TraceScorer.open(suites, this.#root);
  }
}

function readChoice(root: string): string | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(liveFolder(root), CHOICE_FILE), 'utf8'));
    return isJsonObject(value) && typeof value.file === 'string' ? value.file : null;
  } catch {
    return null;
  }
}
