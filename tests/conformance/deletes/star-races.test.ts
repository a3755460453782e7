/**
 * Star deletes against concurrent adds of the same subject and predicate: edges and their reverse, and values and their
 * index, agree afterwards, whichever commits first.
 */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway, type Testbed } from '../../support/engines/under-gateway';
import { ask, commit, json, post, query, rdf, type Answer, type Posted } from '../../support/engines/wire';
import { casesOf } from '../../support/runs';

const NS = 'https://example.org/races#';
const ONTOLOGY = `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix owlgate: <https://owlgate.dev/ns#> .
<https://example.org/races> a owl:Ontology .
:Thing1 a owl:Class . :Thing2 a owl:Class .
:ruled a owl:ObjectProperty ; rdfs:domain :Thing1 ; rdfs:range :Thing2 ; owl:inverseOf :ruledBy . :ruledBy a owl:ObjectProperty .
:plain a owl:ObjectProperty .
:one a owl:ObjectProperty , owl:FunctionalProperty .
:tag a owl:DatatypeProperty ; rdfs:range xsd:string ; owlgate:list true ; owlgate:index "exact" .
:call a owl:DatatypeProperty ; rdfs:range rdf:langString ; owlgate:index "exact" .
:name a owl:DatatypeProperty ; rdfs:range xsd:string .`;

const EDGES = ['ruled', 'ruledBy', 'plain', 'one'];

/** Pairs of a star delete of `<s>` and an add of `<s>` and `<o>` that may conflict with it. */
const PAIRS: readonly (readonly [star: string, add: string])[] = [
  ...EDGES.flatMap((p): (readonly [string, string])[] => [
    [`<s> <${p}> * .`, `<s> <${p}> <o> .`],
    ['<s> * * .', `<s> <${p}> <o> .`],
    ['<s> * * .', `<o> <${p}> <s> .`],
  ]),
  ['<s> <tag> * .', '<s> <tag> "new" .'],
  ['<s> * * .', '<s> <tag> "new" .'],
  ['<s> <call> * .', '<s> <call> "new"@en .'],
  ['<s> <call@en> * .', '<s> <call> "new"@en .'],
  ['<s> <ruledBy> * .', '<o> <ruled> <s> .'],
  ['<s> <dgraph.type> * .', '<s> <dgraph.type> "Thing1" .'],
];

/** Facts of the subject before the race: none, others, or the same. */
const STORED = ['', '<s> <ruled> <x> .\n<s> <plain> <x> .\n<s> <tag> "old" .', 'the same'] as const;

/** Returns the differences between the two ends of edges, and between values and indexes. */
async function disagreements({ engine }: Testbed): Promise<string[]> {
  const blocks = EDGES.flatMap((p) => [
    `f_${p}(func: has(<${p}>)) { uid ${p} { uid } }`,
    `r_${p}(func: has(<~${p}>)) { uid ${p}: <~${p}> { uid } }`,
  ]);
  const indexed = ['old', 'new'].flatMap((value) => [
    `i_tag_${value}(func: eq(tag, "${value}")) { uid tag }`,
    `i_call_${value}(func: eq(call@en, "${value}")) { uid call@en }`,
  ]);
  const types = `i_type(func: eq(dgraph.type, "Thing1")) { uid dgraph.type }`;
  const { data } = await ask(engine.url, query(`{ ${[...blocks, ...indexed, types].join('\n')} }`));
  const ends = (name: string, p: string): string[] =>
    (data[name] as Answer[]).flatMap((node) => [node[p]].flat().map((end: Answer) => `${node.uid} ${end.uid}`));
  const wrong: string[] = [];
  for (const p of EDGES) {
    const reversed = new Set(ends(`r_${p}`, p).map((pair) => pair.split(' ').reverse().join(' ')));
    const forward = new Set(ends(`f_${p}`, p));
    wrong.push(...[...forward].filter((pair) => !reversed.has(pair)).map((pair) => `${p} only forward ${pair}`));
    wrong.push(...[...reversed].filter((pair) => !forward.has(pair)).map((pair) => `${p} only reverse ${pair}`));
  }
  for (const value of ['old', 'new']) {
    const tagged = (data[`i_tag_${value}`] as Answer[]).filter(({ tag = [] }) => !tag.includes(value));
    const called = (data[`i_call_${value}`] as Answer[]).filter((node) => node['call@en'] !== value);
    wrong.push(...[...tagged, ...called].map((node) => `index ${value} ${JSON.stringify(node)}`));
  }
  const typed = (data.i_type as Answer[]).filter((node) => !node['dgraph.type']?.includes('Thing1'));
  return [...wrong, ...typed.map((node) => `index of types ${JSON.stringify(node)}`)];
}

underGateway((testbed) => {
  beforeAll(() => loadOntology(testbed.url, ONTOLOGY));

  async function nodes(stored: string, add: string): Promise<(text: string) => string> {
    const nodeStatements = '_:s <name> "s" .\n_:s <graph.type> "Thing1" .\n_:o <name> "o" .\n_:x <name> "x" .';
    const { uids } = (await ask(testbed.url, rdf(`{ set { ${nodeStatements} } }`))).data as {
      uids: Record<string, string>;
    };
    const place = (text: string): string => text.replace(/<([sox])>/g, (_, label: string) => `<${uids[label]!}>`);
    const before = place(stored === 'the same' ? add : stored);
    if (before !== '') await ask(testbed.url, rdf(`{ set { ${before} } }`));
    return place;
  }

  const committed = async (posted: Posted): Promise<boolean> => {
    const { body } = await post(testbed.url, posted);
    return body.errors === undefined;
  };

  it('data agree after open transactions, in each order', async () => {
    const outcomes = new Set<string>();
    for (const [i, [star, add]] of PAIRS.entries()) {
      for (const [j, stored] of STORED.entries()) {
        for (const order of casesOf(['delete first', 'add first'], testbed.engine, i + j + 1)) {
          const place = await nodes(stored, add);
          const removing = (await ask(testbed.url, rdf(`{ delete { ${place(star)} } }`, {}))).extensions.txn;
          const adding = (await ask(testbed.url, rdf(`{ set { ${place(add)} } }`, {}))).extensions.txn;
          const transactions = order === 'delete first' ? [removing, adding] : [adding, removing];
          const commits: boolean[] = [];
          for (const { start_ts: startTs, keys, preds } of transactions) {
            commits.push(await committed(commit({ startTs }, { keys, preds })));
          }
          outcomes.add(commits.join());
          expect([star, add, stored, order, commits[0]]).toEqual([star, add, stored, order, true]);
        }
      }
      // Each race has nodes of its own: what one leaves is still there.
      expect([star, add, await disagreements(testbed)]).toEqual([star, add, []]);
    }
    expect(outcomes.size).toBe(2);
  }, 240_000);

  it('data agree after concurrent requests', async () => {
    const pairs = [0, 1].flatMap((round) =>
      casesOf(PAIRS, testbed.engine, round).map(([star, add]) => ({ star, add, round })),
    );
    for (const { star, add, round } of pairs) {
      const place = await nodes(STORED[round]!, add);
      const writes = [
        rdf(`{ delete { ${place(star)} } }`),
        rdf(`{ set { ${place(add)} } }`),
        json({ set: [{ uid: place('<s>').slice(1, -1), plain: [{ uid: place('<x>').slice(1, -1) }] }] }),
      ];
      if (round === 1) writes.reverse();
      await Promise.all(writes.map((each) => post(testbed.url, each)));
    }
    expect(await disagreements(testbed)).toEqual([]);
  }, 240_000);
});
