/** Writes that the ontology refuses (service specification 7.1 and 8): the message, and no trace in the store. */
import { dump } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, json, post, query, rdf, type Posted } from '../../support/engines/wire';
import { FORMATS, NS, UID_FORMATS, ZOO, type Format, type Statement } from '../ontology/zoo';

underGateway((testbed) => {
  /** Nodes stored beforehand: a cat, a dog, a bird. */
  let stored: Record<'cat' | 'dog' | 'bird', string>;
  let before: string;

  beforeAll(async () => {
    await loadOntology(testbed.url, ZOO);
    const { data } = await ask(
      testbed.url,
      rdf(`{ set {
        _:cat <graph.type> "Cat" .
        _:cat <name> "Tom" .
        _:cat <friendOf> _:dog .
        _:dog <graph.type> "Dog" .
        _:dog <name> "Rex" .
        _:bird <graph.type> "Bird" .
        _:bird <iri> "https://example.org/data/bird" .
      } }`),
    );
    stored = data.uids as typeof stored;
    before = await dump(testbed.engine.url);
  });

  const written = (format: Format, statements: readonly Statement[]): Posted => ({
    path: '/mutate?commitNow=true',
    type: format.type,
    body: format.body(statements),
  });
  const rejected = async (request: Posted): Promise<string> => {
    const { status, body } = await post(testbed.url, request);
    expect(status).toBe(200);
    expect(body.errors).toHaveLength(1);
    expect(body.data ?? null).toBeNull();
    expect(await dump(testbed.engine.url)).toBe(before);
    return body.errors[0].message as string;
  };
  const disjoint = (entity: string, a: string, b: string): string =>
    `owl/materializer: disjointness violation on entity ${entity}: type "${a}" is disjoint with type "${b}"`;
  const eitherWay = (entity: string, a: string, b: string): RegExp =>
    new RegExp(`^(${disjoint(entity, a, b)}|${disjoint(entity, b, a)})$`);

  describe.each(FORMATS)('$name', (format) => {
    it('a new node of two disjoint types is refused with its whole request', async () => {
      const message = await rejected(
        written(format, [
          ['_:good', 'a', 'Dog'],
          ['_:good', 'name', '"Good"'],
          ['_:x', 'a', 'Dog'],
          ['_:x', 'a', 'Cat'],
          ['_:good', 'friendOf', '_:x'],
        ]),
      );
      expect(message).toMatch(eitherWay('_:x', 'Cat', 'Dog'));
    });

    it('a new node whose edges entail two disjoint classes is refused (range against type)', async () => {
      const message = await rejected(
        written(format, [
          ['_:x', 'livesIn', '_:y'],
          ['_:y', 'a', 'Dog'],
        ]),
      );
      expect(message).toMatch(/^owl\/materializer: disjointness violation on entity _:y: type "\w+" is disjoint with/);
      expect(message).toMatch(/"Cage"/);
    });

    it('a new node with disjoint ancestors is refused (AllDisjointClasses)', async () => {
      const message = await rejected(
        written(format, [
          ['_:x', 'a', 'Keeper'],
          ['_:x', 'a', 'Bird'],
        ]),
      );
      expect(message).toMatch(/^owl\/materializer: disjointness violation on entity _:x: type "\w+" is disjoint with/);
    });
  });

  describe.each(UID_FORMATS)('$name, against what is stored', (format) => {
    it('a type is refused', async () => {
      const message = await rejected(
        written(format, [
          ['_:new', 'name', '"left behind"'],
          [`<${stored.cat}>`, 'a', 'Dog'],
        ]),
      );
      expect(message).toMatch(eitherWay(stored.cat, 'Cat', 'Dog'));
    });

    it('an edge is refused whose range is disjoint with the type of its object', async () => {
      const message = await rejected(
        written(format, [
          ['_:k', 'name', '"left behind"'],
          ['_:k', 'livesIn', `<${stored.dog}>`],
        ]),
      );
      expect(message).toMatch(new RegExp(`^owl/materializer: disjointness violation on entity ${stored.dog}: `));
      expect(message).toMatch(/"Cage"/);
    });

    it('an edge is refused whose domain is disjoint with the type of its subject', async () => {
      const message = await rejected(written(format, [[`<${stored.bird}>`, 'keeps', '_:y']]));
      expect(message).toMatch(new RegExp(`^owl/materializer: disjointness violation on entity ${stored.bird}: `));
    });
  });

  describe.each(FORMATS.filter(({ type }) => type === 'text/turtle' || type === 'application/n-triples'))(
    '$name, against what is stored',
    ({ type }) => {
      it('a type of a node named by its IRI is refused', async () => {
        const body =
          `<https://example.org/data/new> <${NS}name> "left behind" .\n` +
          `<https://example.org/data/bird> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${NS}Dog> .`;
        const message = await rejected({ path: '/mutate?commitNow=true', type, body });
        expect(message).toMatch(/^owl\/materializer: disjointness violation on entity /);
        const { data } = await ask(
          testbed.engine.url,
          query('{ q(func: eq(iri, "https://example.org/data/new")) { uid } }'),
        );
        expect(data.q).toEqual([]);
      });
    },
  );

  it('a contradicting upsert is refused, whatever its query finds', async () => {
    const message = await rejected(
      rdf(`upsert {
        query { q(func: eq(name, "Tom")) { v as uid } }
        mutation { set {
          uid(v) <graph.type> "Dog" .
          _:new <name> "left behind" .
        } }
      }`),
    );
    expect(message).toMatch(eitherWay(stored.cat, 'Cat', 'Dog'));
  });

  it('the answer contains the code', async () => {
    const { body } = await post(testbed.url, json({ set: { uid: stored.cat, 'graph.type': 'Dog' } }));
    expect(body.errors[0].extensions).toMatchObject({ code: 'DisjointnessViolation' });
  });

  it('two values of a functional property in one write are refused', async () => {
    const message = await rejected(json({ set: { uid: '_:x', livesIn: [{ uid: '_:c1' }, { uid: '_:c2' }] } }));
    expect(message).toMatch(/^owl\/materializer: functional property violation on entity _:x: "livesIn"/);
  });

  it('two values of a single-valued property in one write are refused', async () => {
    const message = await rejected(rdf('{ set { _:x <name> "one" .\n_:x <name> "two" .\n } }'));
    expect(message).toMatch(/^owl\/materializer: single value violation on entity _:x: "name" .*owlgate:list/);
  });

  it('more than 10,000 inferred edges are refused', async () => {
    // Each Dog entails two types.
    const dogs = Array.from({ length: 5_001 }, (_, i) => ({ uid: `_:d${i}`, 'graph.type': 'Dog' }));
    expect(await rejected(json({ set: dogs }))).toBe(
      'owl/materializer: inference overflow: the mutation generates more than 10000 inferred edges',
    );
  });

  it('exactly 10,000 inferred edges are accepted', async () => {
    const dogs = Array.from({ length: 5_000 }, (_, i) => ({ uid: `_:d${i}`, 'graph.type': 'Dog' }));
    const { extensions } = await ask(testbed.url, json({ set: dogs }));
    expect(extensions.ontology).toMatchObject({ asserted: 5_000, inferred: 10_000 });
  });
});
