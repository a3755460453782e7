/** The parts of a delete: all edges once, in order; smaller parts where other writes are in the way. */
import { EngineFailure } from '../../../../../src/dgraph';
import { parseRdfMutation } from '../../../../../src/dql';
import { carryOutParts } from '../../../../../src/materialize/write/hubs/parts';
import type { WritePart } from '../../../../../src/materialize/write/hubs/parts';

const edges = (count: number) => Array.from({ length: count }, (_, i) => ({ s: `0x${i + 16}`, p: 'p', o: '0x1' }));
const deletion = (count: number, done = 0) => ({ uid: '0x9', key: 'k', nodes: ['0x1'], edges: edges(count), done });
const DONE = JSON.stringify({ extensions: { ontology: { inferred: 0, retracted: 2 } } });

/** @param answer of each attempt, or what it throws */
function recording(answer: (attempt: number) => string | Error) {
  const parts: { readonly subjects: string[]; readonly done: string }[] = [];
  let attempt = 0;
  const write: WritePart = ({ text, along }) => {
    const outcome = answer(attempt++);
    if (outcome instanceof Error) return Promise.reject(outcome);
    const [mutation] = parseRdfMutation(text).mutations;
    const subjects = mutation!.delete.map(({ subject }) => (subject.kind === 'uid' ? subject.uid : ''));
    const [progress] = along.set;
    parts.push({ subjects, done: progress!.object.kind === 'literal' ? progress!.object.value : '' });
    return Promise.resolve(outcome);
  };
  return { parts, write, attempts: () => attempt };
}

it('every edge is deleted once, and each part stores the progress', async () => {
  const { parts, write } = recording(() => DONE);
  const totals = await carryOutParts(deletion(5_000), { write });
  expect(parts.flatMap(({ subjects }) => subjects)).toEqual(edges(5_000).map(({ s }) => s));
  expect(parts.map(({ done }) => done)).toEqual(['2000', '4000', '5000']);
  expect(totals).toEqual({ inferred: 0, retracted: 6, stillEntailed: [] });
});

it('a delete resumes at its progress', async () => {
  const { parts, write } = recording(() => DONE);
  await carryOutParts(deletion(5_000, 4_990), { write });
  expect(parts.flatMap(({ subjects }) => subjects)).toEqual(
    edges(5_000)
      .slice(4_990)
      .map(({ s }) => s),
  );
});

it('aborted parts get smaller, then larger again', async () => {
  const { parts, write } = recording((attempt) => (attempt < 2 ? EngineFailure.aborted() : DONE));
  await carryOutParts(deletion(4_000), { write });
  const sizes = parts.map(({ subjects }) => subjects.length);
  // Larger ones would take the whole fence again, and conflict with every write.
  expect(sizes).toEqual([250, 500, 1_000, 1_000, 1_000, 250]);
});

it('a delete ends after too many aborts or a refusal', async () => {
  const aborted = recording(() => EngineFailure.aborted());
  await expect(carryOutParts(deletion(10), { write: aborted.write })).rejects.toThrow(/aborted/i);
  expect(aborted.attempts()).toBe(20);
  const refused = recording(() => JSON.stringify({ errors: [{ message: 'not allowed' }] }));
  await expect(carryOutParts(deletion(10), { write: refused.write })).rejects.toThrow(/not allowed/);
  expect(refused.attempts()).toBe(1);
}, 60_000);

it('no part begins after the abort signal', async () => {
  const stop = new AbortController();
  const { parts, write } = recording(() => DONE);
  const onDone = (): void => stop.abort();
  await expect(carryOutParts(deletion(5_000), { write, signal: stop.signal, onDone })).rejects.toThrow(/abort/i);
  expect(parts).toHaveLength(1);
});
