/**
 * Star deletes of large lists against concurrent adds: edges, their reverse and their count agree, whichever commits
 * first.
 */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, commit, post, query, rdf, type Answer } from '../../support/engines/wire';
import { casesOf } from '../../support/runs';

const ONTOLOGY = `@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://e/> a owl:Ontology . :Thing1 a owl:Class .
:plain a owl:ObjectProperty . :ruled a owl:ObjectProperty ; rdfs:domain :Thing1 .`;

/** More edges than the gateway deletes by name. */
const EDGES = 2_100;
const ADDS = { 'of a new edge': '<s> <p> <n> .', 'of an edge that is stored': '<s> <p> <o> .' } as const;

underGateway((testbed) => {
  const state = async (s: string, p: string, uids: Readonly<Record<string, string>>): Promise<Answer> => {
    const ends = ['o', 'n'].map((end) => `${end}(func: uid(${uids[end]!})) { back: count(<~${p}>) }`).join('\n');
    const text = `{ f(func: uid(${s})) { c: count(${p}) ${p} { uid } dgraph.type }
      some(func: gt(count(${p}), 0)) @filter(uid(${s})) { uid }
      reverse(func: has(<~${p}>)) @filter(uid_in(<~${p}>, ${s})) { uid } ${ends} }`;
    return (await ask(testbed.engine.url, query(text))).data;
  };

  async function expectAgreement(s: string, p: string, uids: Readonly<Record<string, string>>): Promise<string[]> {
    const { f, some, reverse } = await state(s, p, uids);
    const [hub] = f as Answer[];
    const forward = ((hub?.[p] ?? []) as Answer[]).map(({ uid }) => uid as string).sort();
    expect((reverse as Answer[]).map(({ uid }) => uid as string).sort()).toEqual(forward);
    expect([hub?.c ?? 0, (some as Answer[]).length]).toEqual([forward.length, Math.min(forward.length, 1)]);
    if (p === 'ruled') expect(hub?.['dgraph.type'] ?? []).toEqual(forward.length > 0 ? ['Thing1'] : []);
    return forward;
  }

  async function hub(p: string): Promise<Readonly<Record<string, string>>> {
    const edges = Array.from({ length: EDGES }, (_, i) => `_:s <${p}> _:x${i} .`);
    const nodes = ['s', 'o', 'n'].map((label) => `_:${label} <label> "${label}" .`);
    const { data } = await ask(testbed.url, rdf(`{ set { ${[...nodes, ...edges, `_:s <${p}> _:o .`].join('\n')} } }`));
    return data.uids as Record<string, string>;
  }

  beforeAll(() => loadOntology(testbed.url, ONTOLOGY));

  describe.each([
    ['plain', 0],
    ['ruled', 1],
  ])('%s', (p, turn) => {
    it.each(casesOf(Object.entries(ADDS), testbed.engine, turn))(
      'data agree after an add %s, committed in either order',
      async (_, add) => {
        for (const isStarFirst of [true, false]) {
          const uids = await hub(p);
          const s = uids['s']!;
          const place = add
            .replace('<p>', `<${p}>`)
            .replace(/<([son])>/g, (_all, label: string) => `<${uids[label]!}>`);
          const star = (await ask(testbed.url, rdf(`{ delete { <${s}> <${p}> * . } }`, {}))).extensions.txn;
          const adding = (await ask(testbed.url, rdf(`{ set { ${place} } }`, {}))).extensions.txn;
          const commits: boolean[] = [];
          for (const { start_ts: startTs, keys, preds } of isStarFirst ? [star, adding] : [adding, star]) {
            commits.push((await post(testbed.url, commit({ startTs }, { keys, preds }))).body.errors === undefined);
          }
          expect(commits).toEqual([true, false]);
          expect((await expectAgreement(s, p, uids)).length).toBe(
            isStarFirst ? 0 : EDGES + (add.includes('<n>') ? 2 : 1),
          );
        }
      },
    );

    it('edges and counts agree after concurrent adds', async () => {
      const uids = await hub(p);
      const s = uids['s']!;
      const adds = ['n', 'o', 'n', 'o'].map((end) => rdf(`{ set { <${s}> <${p}> <${uids[end]!}> . } }`));
      const answers = await Promise.all(
        [rdf(`{ delete { <${s}> <${p}> * . } }`), ...adds].map((it) => post(testbed.url, it)),
      );
      expect(answers.map(({ body }) => body.errors)).toEqual(answers.map(() => undefined));
      expect((await expectAgreement(s, p, uids)).length).toBeLessThanOrEqual(2);
    });
  });
});
