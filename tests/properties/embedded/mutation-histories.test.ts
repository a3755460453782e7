/**
 * Random histories of mutations, transactions and schema changes, against a model without indexes:
 * the data must equal the model's, and reverse edges, indexes and counts must match the data.
 */
import * as fc from 'fast-check';
import { parseRdfMutation } from '../../../src/dql/mutation/rdf';
import { Engine } from '../../../src/embedded/engine';
import type { StoreView } from '../../../src/embedded/storage';
import { inconsistencies } from '../../support/embedded/consistency';
import { inTemporaryDirectory, removeTemporaryDirectories } from '../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const SCHEMA = `
  name: string @index(exact, term) @lang @count .
  nick: [string] @index(term, hash) @count .
  age: int @index(int) .
  knows: [uid] @reverse @count .
  boss: uid @reverse @count .
  note: string .
  type Person {
    name
    nick
    boss
  }`;

type Step =
  | { kind: 'set' | 'delete'; lines: string[] }
  | { kind: 'both'; set: string[]; remove: string[] }
  | { kind: 'alter'; schema: string }
  | { kind: 'aborted'; lines: string[] };

const uid = fc.integer({ min: 1, max: 6 }).map((n) => `<0x${n}>`);
const text = fc.constantFrom('alice', 'bob', 'alice bob', 'carol', '');
const age = fc.constantFrom('1', '2', '30');
const setLine = fc.oneof(
  fc.tuple(uid, text, fc.constantFrom('', '@en', '@de')).map(([s, t, lang]) => `${s} <name> "${t}"${lang} .`),
  fc.tuple(uid, text, fc.constantFrom('', ' (since=2020, close=true)')).map(([s, t, f]) => `${s} <nick> "${t}"${f} .`),
  fc.tuple(uid, age).map(([s, a]) => `${s} <age> "${a}" .`),
  fc.tuple(uid, uid, fc.constantFrom('', ' (close=true)')).map(([s, o, f]) => `${s} <knows> ${o}${f} .`),
  fc.tuple(uid, uid).map(([s, o]) => `${s} <boss> ${o} .`),
  fc.tuple(uid, text).map(([s, t]) => `${s} <note> "${t}" .`),
  uid.map((s) => `${s} <dgraph.type> "Person" .`),
);
const deleteLine = fc.oneof(
  setLine.filter((line) => !line.includes('=')),
  fc.tuple(uid, fc.constantFrom('name', 'nick', 'age', 'knows', 'boss', 'note')).map(([s, p]) => `${s} <${p}> * .`),
  uid.map((s) => `${s} <name@en> * .`),
  uid.map((s) => `${s} * * .`),
);
const lines = (line: fc.Arbitrary<string>) => fc.array(line, { minLength: 1, maxLength: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: lines(setLine).map((l): Step => ({ kind: 'set', lines: l })) },
  { weight: 3, arbitrary: lines(deleteLine).map((l): Step => ({ kind: 'delete', lines: l })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(lines(setLine), lines(deleteLine))
      .map(([set, remove]): Step => ({ kind: 'both', set, remove })),
  },
  { weight: 1, arbitrary: lines(setLine).map((l): Step => ({ kind: 'aborted', lines: l })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        'name: string @lang .',
        'name: string @index(term, trigram) @lang @count .',
        'nick: [string] @index(exact) .',
        'nick: [string] @count .',
        'age: string @index(exact) .',
        'age: int @index(int) @count .',
        'knows: [uid] .',
        'knows: [uid] @reverse .',
        'knows: [uid] @count @reverse .',
        'boss: uid @reverse .',
        'note: string @index(fulltext) .',
      )
      .map((schema): Step => ({ kind: 'alter', schema })),
  },
);

/** Facts as text: `subject predicate lang value`. */
class Model {
  readonly facts = new Map<string, string>();

  private key(s: string, p: string, lang: string, member: string): string {
    const list = p === 'nick' || p === 'knows' || p === 'dgraph.type';
    return `${s}\t${p}\t${lang}\t${list ? member : ''}`;
  }

  apply(line: string, remove: boolean): void {
    const parsed = parseRdfMutation(`{ ${remove ? 'delete' : 'set'} {\n${line}\n} }`).mutations[0]!;
    const quad = (remove ? parsed.delete : parsed.set)[0]!;
    const s = quad.subject.kind === 'uid' ? String(Number(quad.subject.uid)) : '?';
    if (quad.predicate === '*') {
      const typed = this.facts.has(this.key(s, 'dgraph.type', '', 'Person'));
      const deletedPredicates = typed ? ['name', 'nick', 'boss', 'dgraph.type'] : ['dgraph.type'];
      this.removeAll((subject, p) => subject === s && deletedPredicates.includes(p));
      return;
    }
    const { predicate: p, lang = '' } = quad;
    if (quad.object.kind === 'star') {
      this.removeAll((subject, other, l) => subject === s && other === p && (lang === '' || l === lang));
      return;
    }
    const member =
      quad.object.kind === 'uid'
        ? String(Number(quad.object.uid))
        : quad.object.kind === 'literal'
          ? quad.object.value
          : '?';
    const key = this.key(s, p, lang, member);
    const facets = (quad.facets ?? []).map(({ key: k }) => k).sort();
    if (!remove) this.facts.set(key, `${member}|${facets.join()}`);
    else if (this.facts.get(key)?.startsWith(`${member}|`)) this.facts.delete(key);
  }

  private removeAll(matches: (s: string, p: string, lang: string) => boolean): void {
    for (const key of [...this.facts.keys()]) {
      const [s, p, lang] = key.split('\t') as [string, string, string];
      if (matches(s, p, lang)) this.facts.delete(key);
    }
  }

  /** Applies edges in Dgraph's order: deletes before sets, `S * *` by the types before the request. */
  applyAll(set: readonly string[], remove: readonly string[]): void {
    const expanded = remove.filter((line) => line.includes(' * * '));
    // `S * *` is expanded before anything of the request takes effect.
    const types = new Set(
      [...this.facts.keys()].filter((k) => k.includes('dgraph.type')).map((k) => k.split('\t')[0]!),
    );
    for (const line of remove) {
      if (!expanded.includes(line)) this.apply(line, true);
      else {
        const s = String(Number(/<(0x\d+)>/.exec(line)![1]));
        const deletedPredicates = types.has(s) ? ['name', 'nick', 'boss', 'dgraph.type'] : ['dgraph.type'];
        this.removeAll((subject, p) => subject === s && deletedPredicates.includes(p));
      }
    }
    for (const line of set) this.apply(line, false);
  }

  sorted(): string[] {
    return [...this.facts].map(([key, value]) => `${key.split('\t').slice(0, 3).join('\t')}\t${value}`).sort();
  }
}

function stored(view: StoreView): string[] {
  const facts: string[] = [];
  for (const p of ['name', 'nick', 'age', 'note', 'dgraph.type']) {
    for (const s of view.subjects(p, false)) {
      for (const { value, lang, facets } of view.values(p, s)) {
        facts.push(`${s}\t${p}\t${lang}\t${value.value as string | number}|${facets.map(({ key }) => key).join()}`);
      }
    }
  }
  for (const p of ['knows', 'boss']) {
    for (const s of view.subjects(p, false)) {
      for (const o of view.uids(p, s, false)) {
        facts.push(
          `${s}\t${p}\t\t${o}|${view
            .edgeFacets(p, s, o, false)
            .map(({ key }) => key)
            .join()}`,
        );
      }
    }
  }
  return facts.sort();
}

const body = (set: readonly string[], remove: readonly string[] = []): string =>
  `{ set {\n${set.join('\n')}\n} delete {\n${remove.join('\n')}\n} }`;

describe('any history', () => {
  it('leaves the data of the model, and indexes that match the data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 10 }),
        fc.boolean(),
        (history, reopen) =>
          inTemporaryDirectory(async (directory) => {
            let engine = await Engine.open(directory);
            try {
              await engine.alter(SCHEMA);
              const model = new Model();
              for (const [change, inTransaction] of history) await take(engine, model, change, inTransaction);
              expect(stored(engine.view())).toEqual(model.sorted());
              expect(inconsistencies(engine.view())).toEqual([]);
              if (reopen) {
                await engine.close();
                engine = await Engine.open(directory);
                expect(stored(engine.view())).toEqual(model.sorted());
                expect(inconsistencies(engine.view())).toEqual([]);
              }
            } finally {
              await engine.close();
            }
          }),
      ),
      { numRuns: 30 },
    );
  });
});

async function take(engine: Engine, model: Model, change: Step, inTransaction: boolean): Promise<void> {
  if (change.kind === 'alter') return engine.alter(change.schema);
  const set = change.kind === 'both' ? change.set : change.kind === 'delete' ? [] : change.lines;
  const remove = change.kind === 'both' ? change.remove : change.kind === 'delete' ? change.lines : [];
  if (change.kind === 'aborted') {
    const { startTs } = await engine.mutate(parseRdfMutation(body(set)), 0, false);
    expect(inconsistencies(engine.view(startTs))).toEqual([]);
    engine.abort(startTs);
    return;
  }
  if (!inTransaction) {
    model.applyAll(set, remove);
    await engine.mutate(parseRdfMutation(body(set, remove)), 0, true);
    return;
  }
  // The same in two mutations of one transaction, which sees its own writes.
  const first = await engine.mutate(parseRdfMutation(body([], remove)), 0, false);
  model.applyAll([], remove);
  await engine.mutate(parseRdfMutation(body(set)), first.startTs, false);
  model.applyAll(set, []);
  expect(stored(engine.view(first.startTs))).toEqual(model.sorted());
  expect(inconsistencies(engine.view(first.startTs))).toEqual([]);
  await engine.commit(first.startTs);
}
