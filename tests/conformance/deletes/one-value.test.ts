/**
 * Deletes and sets at one place of a predicate that takes one value, in all combinations: in one request, and in two
 * transactions that overlap. Dgraph (v25.4) itself loses values there, and leaves them in indexes and reverse edges.
 */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alter, ask, commit, post, query, rdf, type Answer } from '../../support/engines/wire';
import { casesOf } from '../../support/runs';

const ONTOLOGY = `@prefix : <https://example.org/one#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . <https://example.org/one> a owl:Ontology .
:Thing1 a owl:Class . :plain a owl:DatatypeProperty ; rdfs:range xsd:string .
:ruled a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:domain :Thing1 .
:call a owl:DatatypeProperty ; rdfs:range rdf:langString .
:one a owl:ObjectProperty , owl:FunctionalProperty .
:oneRuled a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Thing1 .`;
/** Unknown to the ontology. */
const FOREIGN = 'foreign: string @index(exact) .\nforeignEdge: uid @reverse .';
const EDGES = ['one', 'oneRuled', 'foreignEdge'];
const PREDICATES = ['plain', 'ruled', 'call', 'foreign', ...EDGES];

/** Values are `x` and `y`, or nodes of these names. */
interface Form {
  readonly deletes: readonly string[];
  readonly set?: string;
}
const DELETES = [[], ['*'], ['x'], ['y'], ['x', 'y'], ['*', 'x'], ['*', 'y']];
const FORMS: readonly Form[] = DELETES.flatMap((deletes) => [
  ...(deletes.length > 0 ? [{ deletes }] : []),
  ...['x', 'y'].map((set) => ({ deletes, set })),
]);

const after = (stored: string, { deletes, set }: Form): string =>
  set ?? (deletes.some((each) => each === '*' || each === stored) ? '' : stored);

underGateway((testbed) => {
  let uids: Readonly<Record<string, string>>;
  beforeAll(async () => {
    await loadOntology(testbed.url, ONTOLOGY);
    await ask(testbed.url, alter(FOREIGN));
    uids = (await ask(testbed.url, rdf('{ set {\n_:x <note> "x" .\n_:y <note> "y" .\n} }'))).data.uids;
  });

  const object = (p: string, value: string): string => {
    if (value === '*') return '*';
    return EDGES.includes(p) ? `<${uids[value]!}>` : `"${value}"`;
  };
  const bodyOf = (s: string, p: string, { deletes, set }: Form): string => {
    const lines = (values: readonly string[]) => values.map((value) => `${s} <${p}> ${object(p, value)} .`).join('\n');
    const block = (name: string, values: readonly string[]) =>
      values.length === 0 ? '' : `${name} {\n${lines(values)}\n}\n`;
    return `{ ${block('delete', deletes)}${block('set', set === undefined ? [] : [set])} }`;
  };
  const nodeWith = async (p: string, stored: string): Promise<string> => {
    const value = stored === '' ? '' : `_:a <${p}> ${object(p, stored)} .`;
    return (await ask(testbed.url, rdf(`{ set {\n_:a <note> "a" .\n${value}\n} }`))).data.uids.a;
  };
  /** Returns the value, and where indexes or reverse edges find it. */
  const read = async (uid: string, p: string): Promise<readonly [value: string, found: string]> => {
    const finders = ['x', 'y'].map((value) =>
      EDGES.includes(p)
        ? `${value}(func: uid(${uids[value]!})) @cascade { ~${p} @filter(uid(${uid})) { uid } }`
        : `${value}(func: eq(${p}, "${value}")) @filter(uid(${uid})) { uid }`,
    );
    const value = EDGES.includes(p) ? `${p} { note }` : p;
    const { data } = await ask(
      testbed.engine.url,
      query(`{ q(func: uid(${uid})) { ${value} } ${finders.join('\n')} }`),
    );
    const stored: Answer = data.q[0]?.[p] ?? '';
    return [stored.note ?? stored, ['x', 'y'].filter((each) => data[each].length > 0).join('')];
  };

  it.each(PREDICATES)('in one request, of %s', async (p) => {
    for (const stored of ['', 'x']) {
      for (const form of FORMS) {
        const uid = await nodeWith(p, stored);
        await ask(testbed.url, rdf(bodyOf(`<${uid}>`, p, form)));
        const value = after(stored, form);
        expect({ stored, ...form, read: await read(uid, p) }).toEqual({ stored, ...form, read: [value, value] });
      }
    }
  });

  it.each(PREDICATES)('in upserts, of %s', async (p) => {
    for (const form of FORMS) {
      const uid = await nodeWith(p, 'x');
      const body = bodyOf('uid(v)', p, form).slice(1, -1);
      await ask(testbed.url, rdf(`upsert { query { v as var(func: uid(${uid})) } mutation { ${body} } }`));
      const value = after('x', form);
      expect({ ...form, read: await read(uid, p) }).toEqual({ ...form, read: [value, value] });
    }
  });

  it.each(PREDICATES)(
    'in transactions that overlap, of %s',
    async (p) => {
      const forms = FORMS.filter(({ deletes }) => deletes.length < 2);
      const pairs = forms.flatMap((one) => forms.map((two) => [one, two] as const));
      for (const [one, two] of casesOf(pairs, testbed.engine, PREDICATES.indexOf(p))) {
        const uid = await nodeWith(p, 'x');
        const begun: Answer[] = [];
        for (const form of [one, two]) begun.push(await ask(testbed.url, rdf(bodyOf(`<${uid}>`, p, form), {})));
        const results: boolean[] = [];
        for (const { extensions } of begun) {
          const { start_ts: startTs, keys = [], preds = [] } = extensions.txn;
          results.push((await post(testbed.url, commit({ startTs }, { keys, preds }))).body.errors === undefined);
        }
        const written = [one, two].filter((_, i) => results[i]);
        const orders = [written, [...written].reverse()].map((forms) => forms.reduce(after, 'x'));
        const [value, found] = await read(uid, p);
        expect({ one, two, results, found, isSerial: orders.includes(value) }).toEqual({
          ...{ one, two, results },
          found: value,
          isSerial: true,
        });
      }
    },
    240_000,
  );
});
