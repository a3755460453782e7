/** Generated names of classes, properties and individuals, from the load over writes and queries to GraphQL. */
import fc from 'fast-check';
import { isReservedName, spellingProblem } from '../../../src/ontology/spelling';
import { introspect, loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, json, query, type Answer } from '../../support/engines/wire';

/** Characters of local names: letters of several scripts, accents, digits, and signs that IRIs may have. */
const CHARACTERS = [...Array.from("aBzÄßéñøЖאعनक人間の𐀀😀\u0301019_-.,;:!$&'()+=%@"), '\u200d', '\ufeff'];
/** Names that compete with each other, with DQL, with JavaScript, and with GraphQL. */
const CLOSE = [
  'Arztin',
  'Ärztin',
  'A\u0308rztin',
  'Àrztin',
  'hat-teil',
  'hat_teil',
  'hat.teil',
  '__proto__',
  'constructor',
];
const SPECIAL = [
  'Query',
  'Point',
  'as',
  'type',
  'count',
  'id',
  'iri',
  'uid',
  'expand',
  'val',
  'As',
  'Expand',
  'min',
  '1st',
  '_',
  'a@b',
  '$a',
  '$',
  '%41',
];

const generated = fc
  .array(fc.constantFrom(...CHARACTERS), { minLength: 1, maxLength: 8 })
  .map((characters) => characters.join(''))
  // Introspection trims its parameters.
  .filter((name) => name.trim() === name);
const names = [...new Set([...CLOSE, ...SPECIAL, ...fc.sample(generated, { numRuns: 40, seed: 18 })])];

const classIri = (name: string): string => `http://e/#${name}`;
const propertyIri = (name: string): string => `http://e/p#${name}`;
const individualIri = (name: string): string => `http://e/i#${name}`;
const isEdge = (name: string): boolean => names.indexOf(name) % 2 === 0;

const ONTOLOGY = `
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  <http://e/#Top> a owl:Class . <http://e/#Bearer> a owl:Class .
  ${names
    .map(
      (name) => `<${classIri(name)}> a owl:Class ; rdfs:subClassOf <http://e/#Top> .
      <${propertyIri(name)}> a ${isEdge(name) ? 'owl:ObjectProperty' : 'owl:DatatypeProperty'} ; rdfs:domain <http://e/#Bearer> .
      <${individualIri(name)}> a owl:NamedIndividual , <${classIri(name)}> .`,
    )
    .join('\n')}
`;

underGateway(
  (testbed) => {
    /** Dgraph name and GraphQL name of each class. */
    const classes = new Map<string, { readonly name: string; readonly graphql: string }>();
    beforeAll(async () => {
      await loadOntology(testbed.url, ONTOLOGY);
      const { generated: sdl } = (await (await fetch(`${testbed.url}/ontology/graphql`)).json()) as {
        generated: string;
      };
      const graphqlNames = new Map(
        [...sdl.matchAll(/^type (\w+)[^\n]* @dgraph\(type: ("[^\n]*?")\)/gm)].map(
          ([, name, type]): [string, string] => [JSON.parse(type!) as string, name!],
        ),
      );
      const { body } = await introspect(testbed.url);
      for (const { iri, fullIri } of body as { iri: string; fullIri: string }[]) {
        classes.set(fullIri, { name: iri, graphql: graphqlNames.get(iri)! });
      }
    });
    const dgraphName = (name: string): string => classes.get(classIri(name))!.name;

    it('are kept if Dgraph can have them, and otherwise respelled, each differently', () => {
      for (const name of names) {
        if (spellingProblem(name) === undefined && !isReservedName(name, 'class')) expect(dgraphName(name)).toBe(name);
        expect(spellingProblem(dgraphName(name))).toBeUndefined();
        expect(classes.get(classIri(name))!.graphql).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
      }
      expect(new Set([...classes.values()].map(({ name }) => name)).size).toBe(names.length + 2);
      expect(new Set([...classes.values()].map(({ graphql }) => graphql)).size).toBe(names.length + 2);
    });

    it('are reasoned over in writes, and found by introspection and DQL', async () => {
      const set = names.flatMap((name, i) => [
        { uid: `_:c${i}`, 'graph.type': name },
        { uid: `_:p${i}`, [propertyIri(name)]: isEdge(name) ? { uid: `_:o${i}` } : 'v' },
      ]);
      const { data, extensions } = await ask(testbed.url, json({ set }));
      expect(extensions.ontology.warnings).toBeUndefined();
      const uids = data.uids as Record<string, string>;
      const blocks = names.map(
        (name, i) => `c${i}(func: uid(${uids[`c${i}`]})) @filter(type(<${dgraphName(name)}>) AND type(Top)) { uid }
          p${i}(func: uid(${uids[`p${i}`]})) @filter(type(Bearer)) { uid }
          i${i}(func: eq(iri, ${JSON.stringify(individualIri(name))})) @filter(type(<${dgraphName(name)}>) AND type(Top)) { uid }`,
      );
      const { data: answers } = await ask(testbed.engine.url, query(`{ ${blocks.join('\n')} }`));
      const missing = Object.entries(answers as Record<string, unknown[]>).filter(([, { length }]) => length !== 1);
      expect(missing.map(([block]) => `${block[0]} ${names[Number(block.slice(1))]}`)).toEqual([]);
      for (const name of names.slice(0, 30)) {
        const { body } = await introspect(testbed.url, `?class=${encodeURIComponent(name)}`);
        expect(body).toMatchObject({ fullIri: classIri(name), superClasses: ['Top'] });
      }
    });

    it('are queried in GraphQL', async () => {
      const fields = names.map((name, i) => `c${i}: query${classes.get(classIri(name))!.graphql} { iri }`);
      const body = JSON.stringify({ query: `{ ${fields.join('\n')} }` });
      const response = await fetch(`${testbed.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      const { data, errors } = (await response.json()) as Answer;
      expect(errors).toBeUndefined();
      names.forEach((name, i) => expect(data[`c${i}`]).toContainEqual({ iri: individualIri(name) }));
    });
  },
  { OWLGATE_GRAPHQL: 'on', OWLGATE_GRAPHQL_ALIASES: '1000' },
);
