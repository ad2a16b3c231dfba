import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isJsonObject, type ScoredExtent, type ToolSpec, UserError } from '#core';
import { readFailure, writeFileAtomic } from '#platform';
import { recordSuite } from '#run';
import type { ApiSuite, ApiSuiteHead } from '#schema';
import { loadSuite, readCatalog, readSuiteText, type Suite } from '#suite';
import { Problem } from '../http/problem.ts';
import { listSuiteFiles } from './suite-files.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** The suites of a project: read from their files at each request. */
export class ProjectSuites {
  readonly #root: string;
  readonly #version: string;
  /** One suite is read at a time: reading takes a core and the memory of its traces. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(root: string, version: string) {
    this.#root = root;
    this.#version = version;
  }

  async list(): Promise<readonly ApiSuiteHead[]> {
    const files = await listSuiteFiles(this.#root);
    return Promise.all(
      [...files].map(async ([file, path]): Promise<ApiSuiteHead> => {
        const loaded = await loadSuite(path, { cwd: this.#root });
        if (!loaded.ok) return { file, tests: [], evals: [], issues: loaded.issues };
        const names = (plans: Suite['tests' | 'evals']): readonly string[] =>
          plans.map(({ name }) => name);
        const { tests, evals } = loaded.suite;
        return { file, tests: names(tests), evals: names(evals), issues: [] };
      }),
    );
  }

  /** A suite with its runs. Throws a UserError where it cannot be run. */
  async open(file: string, extent: ScoredExtent): Promise<ApiSuite> {
    const opened = this.#reading.then(() => this.#open(file, extent));
    this.#reading = opened.catch(() => {});
    return opened;
  }

  async #open(file: string, extent: ScoredExtent): Promise<ApiSuite> {
    const { path, bytes, sha256 } = await this.#read(file);
    const suite = await load(path, this.#root);
    if (suite.sha256 !== sha256) throw new Problem(409, `${file} is being written; open it again`);
    const text = withoutMark(bytes.toString('utf8'));
    const options = { cwd: this.#root, version: this.#version, extent };
    const { report, items } = await recordSuite(suite, options);
    return {
      file,
      text,
      sha256,
      catalog: await catalogOf(suite, text),
      items,
      report: report === null ? null : { tests: report.tests, evals: report.evals },
    };
  }

  /** Replaces the file of a suite, where it is still the one that was changed and the new text can be run. */
  async write(file: string, text: string, sha256: string): Promise<string> {
    const { path, bytes, sha256: now } = await this.#read(file);
    if (now !== sha256)
      throw new Problem(409, `${file} changed meanwhile: nothing was written. Open it again`);
    await load(path, this.#root, text);
    const mark = bytes.toString('utf8').startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    const written = await writeFileAtomic(path, [mark + text]);
    if (!written.ok) throw new UserError([written.issue]);
    return hash(Buffer.from(mark + text));
  }

  /** The path of a suite that the project has. Throws a `Problem` for any other. */
  async pathOf(file: string): Promise<string> {
    const path = (await listSuiteFiles(this.#root)).get(file);
    if (path === undefined)
      throw new Problem(404, `${file} is not a suite of this project, or was moved since the run`);
    return path;
  }

  /** The file of a suite that the project has: no request names any other file. */
  async #read(file: string): Promise<{ path: string; bytes: Buffer; sha256: string }> {
    const path = await this.pathOf(file);
    try {
      const bytes = readFileSync(path);
      return { path, bytes, sha256: hash(bytes) };
    } catch (error) {
      throw new UserError([readFailure(error, file)]);
    }
  }
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

async function load(path: string, cwd: string, text?: string): Promise<Suite> {
  const loaded = await loadSuite(path, { cwd, ...(text === undefined ? {} : { text }) });
  if (!loaded.ok) throw new UserError(loaded.issues);
  return loaded.suite;
}

/** The tools of the catalog that the suite names; it was read when the suite was loaded. */
async function catalogOf(suite: Suite, text: string): Promise<readonly ToolSpec[] | null> {
  const written = catalogName(text, suite.file);
  if (written === null) return null;
  const path = resolve(suite.folder, written);
  const read = await readCatalog(path, written);
  if (!read.ok) throw new Problem(409, `${written} is being written; open the suite again`);
  return read.tools;
}

function catalogName(text: string, file: string): string | null {
  const { composed } = readSuiteText(text, file);
  const document = composed?.value;
  const written = isJsonObject(document) ? document.catalog : undefined;
  return typeof written === 'string' && written !== '' ? written : null;
}
