import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { UnwrapRule } from '#core';
import { inspectTraces } from './inspect.ts';

const RULE: UnwrapRule = {
  tool: 'execute-tool',
  name: '$.tool_name',
  server: '$.server_name',
  arguments: '$.params',
};

it('looks at the real tools behind one that only passes calls on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-unwrap-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const call = (tool: string): object => ({
    name: 'execute-tool',
    arguments: { tool_name: tool, server_name: 'shop', params: { id: 1 } },
  });
  const trace = { id: 't', tool_calls: [call('find'), call('pay'), { name: 'other' }] };
  const path = join(folder, 't.jsonl');
  writeFileSync(path, JSON.stringify(trace));
  const toolsOf = async (unwrap: readonly UnwrapRule[]): Promise<readonly string[]> => {
    const report = await inspectTraces([path], {
      cwd: folder,
      format: null,
      requester: null,
      unwrap,
      thresholds: [],
      maxErrors: 0,
      allowTornTail: false,
      version: '0',
      onProgress: () => {},
    });
    return report.tools.items.map(({ tool }) => tool).sort();
  };
  expect(await toolsOf([])).toEqual(['execute-tool', 'other']);
  expect(await toolsOf([RULE])).toEqual(['other', 'shop.find', 'shop.pay']);
});
