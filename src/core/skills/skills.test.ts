import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, traceOf } from '../fixtures/calls.ts';
import type { JsonObject } from '../json/json.ts';
import { formatTool } from '../trace/trace.ts';
import { skillsOfCommand } from './read-skill-paths.ts';
import { toSkillTrace } from './skill-trace.ts';

function picksOf(...calls: readonly [string, (JsonObject | string)?][]): readonly string[] {
  const trace = traceOf(calls.map(([tool, args]) => call(tool, args)));
  return toSkillTrace(trace).calls.map(formatTool);
}

describe('a skill is picked', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['Skill', { skill: 'pdf' }, ['pdf']],
    ['Skill', { command: 'pdf' }, ['pdf']],
    ['Skill', { skill: 'office:pdf', args: 'x' }, ['office.pdf']],
    ['skill', { name: '/pdf' }, ['pdf']],
    ['activate_skill', { name: 'pdf' }, ['pdf']],
    ['Read', { file_path: '/home/me/.claude/skills/pdf/SKILL.md' }, ['pdf']],
    ['readFile', { filePath: 'C:\\skills\\pdf\\SKILL.md' }, ['pdf']],
    ['read_many_files', { paths: ['skills/a/SKILL.md', 'skills/b/SKILL.md'] }, ['a', 'b']],
    ['view', { path: './skills/pdf/SKILL.md' }, ['pdf']],
    ['str_replace_based_edit_tool', { command: 'view', path: 'skills/pdf/SKILL.md' }, ['pdf']],
    ['Bash', { command: 'cat ~/.codex/skills/pdf/SKILL.md' }, ['pdf']],
    ['exec_command', { cmd: "sed -n '1,200p' 'skills/my skill/SKILL.md'" }, ['my skill']],
    ['exec_command', { cmd: 'cat SKILL.md', workdir: '/x/skills/pdf/' }, ['pdf']],
    ['shell', { command: ['bash', '-lc', 'cd skills/pdf && cat SKILL.md'] }, ['pdf']],
    ['shell', { command: ['cat', 'skills/my skill/SKILL.md'] }, ['my skill']],
    ['Bash', { command: 'cat a/SKILL.md b/SKILL.md | head -50; cat a/SKILL.md' }, ['a', 'b']],
  ])('by %s %j', (tool, args, expected) => {
    expect(picksOf([tool, args])).toEqual(expected);
  });

  it.each<[string, JsonObject]>([
    ['Read', { file_path: 'skills/pdf/reference.md' }],
    ['Write', { file_path: 'skills/pdf/SKILL.md', content: 'x' }],
    ['edit_file', { path: 'skills/pdf/SKILL.md' }],
    ['str_replace_based_edit_tool', { command: 'create', path: 'skills/pdf/SKILL.md' }],
    ['Bash', { command: 'rm skills/pdf/SKILL.md' }],
    ['Bash', { command: 'grep -rl pdf --include SKILL.md skills' }],
    ['Bash', { command: 'cat notes.md > skills/pdf/SKILL.md' }],
    ['Bash', { command: 'sed -i s/a/b/ skills/pdf/SKILL.md' }],
    ['Bash', { command: 'cat skills/*/SKILL.md' }],
    ['Read', { file_path: 'SKILL.md' }],
    ['web_search', { q: 'pdf/SKILL.md' }],
  ])('not by %s %j', (tool, args) => {
    expect(picksOf([tool, args])).toEqual([]);
  });

  it('once where its file is read after the tool was called, and twice where the tool is', () => {
    const read: [string, JsonObject] = ['Read', { file_path: 'skills/pdf/SKILL.md' }];
    expect(picksOf(['Skill', { skill: 'pdf' }], read, read)).toEqual(['pdf']);
    expect(picksOf(read, ['Skill', { skill: 'pdf' }])).toEqual(['pdf', 'pdf']);
  });

  it('as something unknown where its arguments cannot be read, never as no pick', () => {
    expect(picksOf(['Skill'], ['Skill', {}], ['Skill', '{"skill": "pd'])).toHaveLength(3);
    expect(picksOf(['Bash', '{"command": "cat a/SKILL.md'], ['Bash', '{"command": "ls'])).toEqual([
      'Bash',
    ]);
  });
});

describe('a run as a choice of skills', () => {
  it('keeps who asked and how it ended; the tools that were offered are not skills', () => {
    const spec = { server: null, name: 'Skill', description: null, inputSchema: null, cost: null };
    const trace = traceOf(
      [call('Skill', { skill: 'pdf' }, { status: 'error', requester: 'helper', id: 'c1' })],
      { offered: [spec] },
    );
    const seen = toSkillTrace(trace);
    expect(seen.offered).toBeNull();
    expect(seen.calls).toEqual([
      call('pdf', undefined, { status: 'error', requester: 'helper', id: 'c1' }),
    ]);
  });
});

describe('shell commands', () => {
  it('of any text name only skills that are written in them', () => {
    const words = fc.constantFrom(
      'cat',
      'x/SKILL.md',
      '"',
      "'",
      ';',
      '|',
      '>',
      '\\',
      ' ',
      '\n',
      'cd',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 30 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const name of skillsOfCommand(text, null)) expect(text).toContain(name);
      }),
    );
  });
});
