import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { ExactNumber, type JudgeAnswer, UserError } from '#core';
import { answerKey, askedOf } from '../answer-key.ts';
import type { AnswerRecord } from '../answer-record.ts';
import { ARGUMENTS_QUESTION } from '../fixtures/questions.ts';
import { jurorOf, panelOf, ScriptModel } from '../fixtures/script-judge.ts';
import { openCacheStore } from './cache-store.ts';
import { openRecordedStore } from './recorded-store.ts';

const juror = jurorOf(new ScriptModel(() => ''));
const asked = askedOf(juror, panelOf(juror), 'arguments');
const verdict = { kind: 'arguments', score: 1, reason: 'same \u2028 place' } as const;
const judged: JudgeAnswer = {
  judge: juror.label,
  answeredBy: 'judge-1',
  verdict,
  error: null,
  usage: { inputTokens: 10, outputTokens: 5, cost: 0.1 + 0.2 },
};
const failed: JudgeAnswer = {
  ...judged,
  verdict: null,
  error: { code: 'JUDGE_ERROR', message: 'it was down' },
  usage: null,
};

/** A record about a city of this number; the number is one that no double holds. */
function recordOf(city: number, answer: JudgeAnswer = judged): AnswerRecord {
  const actual = { city, exact: new ExactNumber(`9007199254740993${city}1`) };
  const question = { ...ARGUMENTS_QUESTION, actual };
  return { version: 1, key: answerKey(question, asked), question, asked, answer };
}

let folder = '';
beforeEach(() => {
  const made = mkdtempSync(join(tmpdir(), 'whichtool-judge-'));
  folder = made;
  onTestFinished(() => {
    chmodSync(made, 0o700);
    rmSync(made, { recursive: true, force: true });
  });
});
const entryOf = ({ key }: AnswerRecord): string => join(folder, key.slice(0, 2), `${key}.json`);

describe('the cache', () => {
  it('gives back what was put, also to another process', async () => {
    await openCacheStore(folder).put(recordOf(1));
    const store = openCacheStore(folder);
    expect(await store.get(recordOf(1).key)).toEqual(recordOf(1));
    expect(await store.get(recordOf(2).key)).toBeNull();
    expect(store).toMatchObject({ rejected: 0, issues: [] });
    expect(readdirSync(join(entryOf(recordOf(1)), '..'))).toHaveLength(1);
  });

  it('keeps no errors', async () => {
    const store = openCacheStore(folder);
    await store.put(recordOf(1, failed));
    expect(await store.get(recordOf(1).key)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the first of two answers', async () => {
    const other = { ...judged, verdict: { ...verdict, score: 0 as const } };
    await openCacheStore(folder).put(recordOf(1));
    await openCacheStore(folder).put(recordOf(1, other));
    expect((await openCacheStore(folder).get(recordOf(1).key))?.answer).toEqual(judged);
  });

  test.each<readonly [string, (text: string) => string]>([
    ['whose verdict was edited', (text) => text.replace('"score":1', '"score":0')],
    ['whose question was edited', (text) => text.replace('Berlin?', 'Munich?')],
    ['whose judge was edited', (text) => text.replaceAll('openai:judge-1', 'openai:judge-2')],
    ['that is torn', (text) => text.slice(0, -20)],
    ['that is empty', () => ''],
    ['that is not JSON', () => 'null'],
    ['with another digit', (text) => text.replace('900719925474099311', '900719925474099313')],
    ['that is glued to another', (text) => text + text],
  ])('ignores an entry %s, says so, and replaces it', async (_, edit) => {
    await openCacheStore(folder).put(recordOf(1));
    const path = entryOf(recordOf(1));
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, edit(text));
    expect(readFileSync(path, 'utf8')).not.toBe(text);
    const store = openCacheStore(folder);
    expect(await store.get(recordOf(1).key)).toBeNull();
    expect(store.rejected).toBe(1);
    expect(store.issues).toMatchObject([
      { code: 'JUDGE_STORE', severity: 'warning', where: { file: path } },
    ]);
    await store.put(recordOf(1));
    expect(await store.get(recordOf(1).key)).toEqual(recordOf(1));
  });

  it('ignores the entry of another question under this name', async () => {
    await openCacheStore(folder).put(recordOf(2));
    mkdirSync(join(entryOf(recordOf(1)), '..'), { recursive: true });
    writeFileSync(entryOf(recordOf(1)), readFileSync(entryOf(recordOf(2))));
    const store = openCacheStore(folder);
    expect(await store.get(recordOf(1).key)).toBeNull();
    expect(store.rejected).toBe(1);
  });

  it('ignores a folder in place of an entry', async () => {
    mkdirSync(entryOf(recordOf(1)), { recursive: true });
    expect(await openCacheStore(folder).get(recordOf(1).key)).toBeNull();
  });

  it('writes nothing through a link that leads out of it', async () => {
    const target = join(folder, 'elsewhere');
    writeFileSync(target, 'mine');
    const cache = join(folder, 'cache');
    for (const [record, link] of [
      [recordOf(1), `${recordOf(1).key.slice(0, 2)}/${recordOf(1).key}.json`],
      [recordOf(2), recordOf(2).key.slice(0, 2)],
    ] as const) {
      mkdirSync(join(cache, link, '..'), { recursive: true });
      symlinkSync(link.includes('/') ? target : folder, join(cache, link));
      const store = openCacheStore(cache);
      expect(await store.get(record.key)).toBeNull();
      await store.put(record);
      expect(store.issues?.at(-1)?.message).toBe(
        'answers of judges are not kept: cannot be written: it is a link out of its folder',
      );
    }
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(readdirSync(folder).sort()).toEqual(['cache', 'elsewhere']);
  });

  it('counts ignored entries, and names the first of them', async () => {
    const keys = [1, 2, 3].map((city) => recordOf(city).key).sort();
    for (const city of [1, 2, 3]) {
      await openCacheStore(folder).put(recordOf(city));
      writeFileSync(entryOf(recordOf(city)), 'torn');
    }
    const store = openCacheStore(folder);
    for (const city of [3, 1, 2]) await store.get(recordOf(city).key);
    expect(store.issues).toMatchObject([
      {
        message: '3 kept answers are damaged or were edited, and are ignored; this is the first',
        where: { file: join(folder, keys[0]!.slice(0, 2), `${keys[0]}.json`) },
      },
    ]);
  });

  it('looks for nothing outside its folder', async () => {
    expect(await openCacheStore(folder).get('../../etc/passwd')).toBeNull();
  });

  it('that cannot be written is said once, and is no error', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const store = openCacheStore(join(file, 'cache'));
    await store.put(recordOf(1));
    await store.put(recordOf(2));
    expect(await store.get(recordOf(1).key)).toBeNull();
    expect(store.issues).toHaveLength(1);
    expect(store.issues).toMatchObject([{ code: 'JUDGE_STORE', severity: 'warning' }]);
  });

  it('is written by many at once', async () => {
    const stores = Array.from({ length: 8 }, () => openCacheStore(folder));
    const puts = stores.flatMap((store) =>
      Array.from({ length: 20 }, (_, i) => store.put(recordOf(i))),
    );
    await Promise.all(puts);
    const store = openCacheStore(folder);
    for (let i = 0; i < 20; i++) expect(await store.get(recordOf(i).key)).toEqual(recordOf(i));
    expect(
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.tmp'),
      ),
    ).toEqual([]);
  });
});

describe('recorded answers', () => {
  const fileOf = (): string => join(folder, 'run', 'judge.jsonl');

  it('are one file, sorted, with the same bytes whatever the order', async () => {
    const store = openRecordedStore(fileOf());
    for (const city of [3, 1, 2]) await store.put(recordOf(city));
    await store.save();
    const bytes = readFileSync(fileOf(), 'utf8');
    const keys = bytes
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as AnswerRecord).key);
    expect(keys).toEqual([1, 2, 3].map((city) => recordOf(city).key).sort());
    const again = openRecordedStore(fileOf());
    for (const city of [2, 3, 1]) await again.put(recordOf(city));
    await again.save();
    expect(readFileSync(fileOf(), 'utf8')).toBe(bytes);
    expect(readdirSync(join(folder, 'run'))).toEqual(['judge.jsonl']);
  });

  it('have errors, too, and a later answer replaces one', async () => {
    const store = openRecordedStore(fileOf());
    await store.put(recordOf(1, failed));
    await store.save();
    const read = openRecordedStore(fileOf());
    expect(await read.get(recordOf(1).key)).toEqual(recordOf(1, failed));
    await read.put(recordOf(1));
    expect(await read.get(recordOf(1).key)).toEqual(recordOf(1));
    await read.save();
    expect(await openRecordedStore(fileOf()).get(recordOf(1).key)).toEqual(recordOf(1));
  });

  it('are added to by several processes', async () => {
    const [item, two] = [openRecordedStore(fileOf()), openRecordedStore(fileOf())];
    await item.put(recordOf(1));
    await two.put(recordOf(2));
    await Promise.all([item.save(), two.save()]);
    const store = openRecordedStore(fileOf());
    expect(await store.get(recordOf(1).key)).not.toBeNull();
    expect(await store.get(recordOf(2).key)).not.toBeNull();
  });

  it('are nothing where there is no file, and none is made for nothing', async () => {
    const store = openRecordedStore(fileOf());
    expect(await store.get(recordOf(1).key)).toBeNull();
    await store.save();
    expect(existsSync(fileOf())).toBe(false);
  });

  it('that were edited, torn or twice different are ignored with their line', async () => {
    const store = openRecordedStore(fileOf());
    for (const city of [1, 2, 3]) await store.put(recordOf(city));
    await store.save();
    const lines = readFileSync(fileOf(), 'utf8').trimEnd().split('\n');
    const other = openRecordedStore(join(folder, 'other.jsonl'));
    const doubted = (JSON.parse(lines[2]!) as AnswerRecord).key;
    const record = [1, 2, 3]
      .map((city) => recordOf(city, failed))
      .find(({ key }) => key === doubted)!;
    await other.put(record);
    await other.save();
    lines[0] = lines[0]!.replace('"score":1', '"score":0');
    lines.push(readFileSync(join(folder, 'other.jsonl'), 'utf8').trimEnd(), lines[1]!.slice(0, 50));
    writeFileSync(fileOf(), lines.join('\n'));
    const read = openRecordedStore(fileOf());
    const entry = await Promise.all([1, 2, 3].map((city) => read.get(recordOf(city).key)));
    expect(entry.filter((result) => result !== null)).toHaveLength(1);
    expect(read.rejected).toBe(3);
    expect(read.issues).toMatchObject([{ code: 'JUDGE_STORE', where: { line: 1 } }]);
  });

  it('are not written through a link that leads out of their folder', async () => {
    const target = join(folder, 'elsewhere');
    writeFileSync(target, '');
    mkdirSync(join(fileOf(), '..'));
    symlinkSync(target, fileOf());
    const store = openRecordedStore(fileOf());
    await store.put(recordOf(1));
    await expect(store.save()).rejects.toThrow(/it is a link out of its folder/);
    expect(readFileSync(target, 'utf8')).toBe('');
  });

  it('that cannot be read or written are a problem of the set-up', async () => {
    mkdirSync(fileOf(), { recursive: true });
    await expect(openRecordedStore(fileOf()).get('a')).rejects.toThrow(UserError);
    writeFileSync(join(folder, 'file'), '');
    const store = openRecordedStore(join(folder, 'file', 'judge.jsonl'));
    await store.put(recordOf(1));
    await expect(store.save()).rejects.toThrow(UserError);
  });
});
