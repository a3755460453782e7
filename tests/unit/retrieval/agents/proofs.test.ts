/** Proofs of statements: added within the budget of time; failures are logged and counted. */
import { OwlgateError } from '../../../../src/errors';
import { proven, type ProofOptions } from '../../../../src/retrieval/agents/proofs';
import type { Statement } from '../../../../src/retrieval/types';
import { silent } from '../../../../src/util/log';

const statement = (predicate: string, status: Statement['status'] = 'inferred'): Statement => ({
  subject: { uid: '0x1' },
  predicate,
  object: 'o',
  status,
});

const warnings: string[] = [];
const logger = { ...silent, warn: (message: string) => void warnings.push(message) };
beforeEach(() => warnings.splice(0));

const json = { state: 'inferred' };
type Explain = ProofOptions['graph']['explain'];
const prove = (explain: (predicate: string) => Promise<unknown>, statements: readonly Statement[], more = {}) =>
  proven(statements, {
    graph: { explain: (({ predicate }) => explain(predicate)) as Explain },
    logger,
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    ...more,
  });

it('has a proof of each inferred statement, and of at most twenty', async () => {
  const statements = [statement('a', 'asserted'), ...Array.from({ length: 22 }, () => statement('b'))];
  const { statements: proved, proofs_omitted } = await prove(() => Promise.resolve({ json }), statements);
  expect(proved.map(({ proof }) => proof !== undefined)).toEqual([false, ...Array(20).fill(true), false, false]);
  expect([proofs_omitted, warnings]).toEqual([2, []]);
});

it('logs a failure, but not a fact that has gone, and counts both', async () => {
  const explain = (predicate: string) => {
    if (predicate === 'gone') return Promise.reject(new OwlgateError('FactUnknown', { fact: 'f', hint: '' }));
    return predicate === 'bad' ? Promise.reject(new TypeError('bad')) : Promise.resolve({ json });
  };
  const outcome = await prove(
    explain,
    ['gone', 'bad', 'good'].map((name) => statement(name)),
  );
  expect(outcome.statements.map(({ proof }) => proof)).toEqual([undefined, undefined, json]);
  expect([outcome.proofs_omitted, warnings]).toEqual([2, ['a statement cannot be proved']]);
});

it('does not outlast the budget', async () => {
  const never = () => new Promise<never>(() => undefined);
  const outcome = await prove(never, [statement('a'), statement('b')], { deadline: Date.now() + 50 });
  expect(outcome).toEqual({ statements: [statement('a'), statement('b')], proofs_omitted: 2 });
});

it('ends when the client has left', async () => {
  const leaving = new AbortController();
  const explain = () => {
    leaving.abort(new Error('left'));
    return new Promise<never>(() => undefined);
  };
  await expect(prove(explain, [statement('a')], { signal: leaving.signal })).rejects.toThrow('left');
});
