import { afterEach, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const SUITE = `dataset: rows.jsonl
scorers: [{ type: exposure }]
expect: [{ exposure.values: { "==": 0 } }, { exposure.cases: { "<=": 1 } }]
`;

const row = (id: string, name: string, result?: string): object => ({
  id,
  input: 'where is it',
  expected_tool: 'status',
  tool_calls: [{ name, ...(result === undefined ? {} : { result }) }],
});

it('gates the personal values that wrong tools return, and shows tools but no value', async () => {
  folder = workspace({
    'package.json': '{}',
    'whichtool.yaml': SUITE,
    'rows.jsonl': jsonl(
      row('1', 'status', 'a@b.example'),
      row('2', 'crm', 'a@b.example, c@d.example'),
    ),
  });
  for (const reporter of ['terminal', 'markdown', 'html', 'json']) {
    const { code, stdout } = await whichtool(['run', '--redact-pii', '--reporter', reporter], {
      cwd: folder.path,
    });
    expect(code).toBe(1);
    expect(stdout).not.toContain('c@d.example');
    if (reporter === 'terminal')
      expect(stdout).toContain('exposure by tool: crm 2 values in 1 case');
    if (reporter === 'markdown') expect(stdout).toContain('`crm` 2 values in 1 case');
  }
  folder.write('rows.jsonl', jsonl(row('1', 'status'), row('2', 'crm')));
  const { code, stdout } = await whichtool(['run'], { cwd: folder.path });
  expect(stdout).toContain('not measured');
  expect(stdout).toContain('1 result not recorded');
  expect(code).toBe(3);
});
