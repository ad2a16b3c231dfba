import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLI, whichtool } from './support/cli.ts';

it('ships the JSON Schema that the command prints', async () => {
  const printed = await whichtool(['schema'], { cwd: process.cwd() });
  expect(readFileSync('schema/suite.json', 'utf8')).toBe(printed.stdout);
});

it('has up-to-date programs in pages and for processes', () => {
  expect(() =>
    execFileSync('node', ['scripts/build-programs.mjs', '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});

it('has an up-to-date scanner', () => {
  expect(() =>
    execFileSync('node', ['scripts/build-scanner.mjs', '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});

it('has an up-to-date API page and index of pages', () => {
  expect(() =>
    execFileSync('node', ['scripts/build-api.mjs', '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});

it('is an executable file', () => {
  expect(readFileSync(CLI, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
});
