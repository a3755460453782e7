/** `owlgate reason` as a program: exit statuses and streams. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { build, cleanUp, temporaryDirectory } from '../support/program/program';
import { Premise } from '../support/w3c/entailment';
import { hasCases, ruleCases, w3cCases, WHY_SKIPPED } from '../support/w3c/cases';
import type { TestCase } from '../support/w3c/cases';
import { triples } from '../support/w3c/run';
import { describeIf } from '../support/conditional';

beforeAll(build);
afterEach(cleanUp);

const root = path.join(__dirname, '../..');
const main = path.join(root, 'dist/main.js');

const reason = (args: readonly string[], input = '') =>
  spawnSync(process.execPath, [main, 'reason', ...args], { cwd: root, input, encoding: 'utf8' });

describe('the exit status', () => {
  it('is 0 for a closure, without messages', () => {
    const { status, stdout, stderr } = reason(['-'], '<urn:a> a <urn:C> .');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('<urn:a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:C> .\n');
  });

  it('is 1 for a contradiction', () => {
    const { status, stdout } = reason(['-'], '<urn:a> a <http://www.w3.org/2002/07/owl#Nothing> .');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^The graph contradicts itself\.\n/);
  });

  it.each([
    ['no file', [], 'no file is named (- is standard input)'],
    ['an unknown option', ['--fast', 'a.ttl'], '--fast: unknown option. Did you mean --base? --help lists all of them'],
    ['a file that is not there', ['not-there.ttl'], 'not-there.ttl: no such file or directory'],
    ['a directory', ['src'], 'src: a directory, not a file'],
  ])('is 2 for %s, with a message of one line', (_, args, message) => {
    const { status, stdout, stderr } = reason(args);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: `owlgate reason: ${message}\n` });
  });

  it('is 2 for a syntax error, with its position', () => {
    const file = path.join(temporaryDirectory(), 'bad.ttl');
    fs.writeFileSync(file, '<urn:a> a <urn:C> .\n<urn:a> <urn:p> .\n');
    const { status, stdout, stderr } = reason([file]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^owlgate reason: \S+bad\.ttl: line 2, column \d+: [^\n]+\n$/);
  });
});

it('the command ends quietly when its reader leaves', () => {
  const file = path.join(temporaryDirectory(), 'many.nt');
  fs.writeFileSync(file, Array.from({ length: 20_000 }, (_, i) => `<urn:s${i}> <urn:p> <urn:o${i}> .\n`).join(''));
  const { stdout, stderr } = spawnSync('sh', ['-c', `'${process.execPath}' '${main}' reason '${file}' | head -n 1`], {
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: '<urn:s0> <urn:p> <urn:o0> .\n', stderr: '' });
});

describeIf(hasCases, WHY_SKIPPED)('a sample of the published cases', () => {
  const sample = (cases: readonly TestCase[]) => cases.filter((_, i) => i % 15 === 0);
  const inconsistent = ({ types }: TestCase) => types.includes('InconsistencyTest');

  it.each(
    [...sample(ruleCases()), ...sample(w3cCases().filter((each) => each.reachableByForwardRules))].map(
      (each) => [each.id, each] as const,
    ),
  )('%s', (_, each) => {
    const { status, stdout } = reason(['--format', 'N-Triples', '-'], each.premise);
    expect(status).toBe(inconsistent(each) ? 1 : 0);
    if (each.conclusion !== undefined && !inconsistent(each)) {
      expect(new Premise(triples(stdout)).entails(triples(each.conclusion))).toBe(true);
    }
  });
});
