import { expect, it } from 'vitest';
import { project } from './support/driving.ts';

/** Files that may be named by mistake; every secret in them begins alike. */
const FILES = {
  passwd: 'root:x:0:0:ZEBRA:/root:/bin/sh\nZEBRAuser:$6$ZEBRAhash:1000:1000::/home/z:/bin/sh\n',
  '.env': 'DB_PASSWORD=ZEBRApass\nAPI_KEY="ZEBRAkey"\n',
  id_rsa: '-----BEGIN PRIVATE KEY-----\nZEBRAAABAAAA\n-----END PRIVATE KEY-----\n',
  'secrets.json': '{"name":"ZEBRAname","password":"ZEBRApw","nested":{"token":"ZEBRAtoken"}}',
  'secrets.yaml': 'default:\n  aws: ZEBRAsecret\nZEBRAkey: 12\nbroken: [ZEBRA\n',
};

const COMMANDS = [
  'run FILE',
  'validate FILE',
  'validate --json FILE',
  'run --dataset FILE',
  'run --baseline FILE',
  'run --traces FILE',
  'score run.json --labels FILE',
  'tools FILE',
  'try FILE --baseline FILE',
];

it.each(Object.keys(FILES))('no error shows what is in %s', async (file) => {
  const own = project(
    { evals: [{ name: 'e', dataset: 'rows.jsonl', scorers: [{ type: 'tool_name_match' }] }] },
    {
      files: {
        ...FILES,
        'rows.jsonl': '{"id":"a","expected_tool":"x","tool_calls":[{"name":"x"}]}\n',
        'run.json': '{"tool_calls":[{"name":"x"}]}',
      },
    },
  );
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await own.run(...command.replaceAll('FILE', file).split(' '));
    expect([command, stdout + stderr]).toEqual([command, expect.not.stringContaining('ZEBRA')]);
    expect([command, code]).not.toEqual([command, 0]);
  }
  const { stderr } = await own.run('run', file);
  expect(stderr).toMatch(new RegExp(`^${file}:\\d+:\\d+ this is not a suite: .+ \\[[A-Z_]+\\]\n`));
});

it('a suite with mistakes is still shown where they are', async () => {
  const own = project(
    {},
    { files: { 'a.yaml': 'test:\n  - name: x\n', 'b.yaml': 'tests:\n - [\n' } },
  );
  expect((await own.run('validate', 'a.yaml')).stderr).toContain('1 | test:');
  expect((await own.run('validate', 'b.yaml')).stderr).toContain('[YAML_SYNTAX]\n  3 |');
});
