/** Warnings of loads about costly rules, with estimates from the counts of stored data: equal on every engine. */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { ask, rdf, type Answer } from '../../support/engines/wire';

const TERMS = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
${['knows', 'near', 'in', 'out', 'id'].map((p) => `:${p} a owl:ObjectProperty .`).join('\n')}
:A a owl:Class .
`;

forEachEngine((engine) => {
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWL_EQUALITY: 'sameAs' });
    await loadOntology(gateway.url, TERMS);
    const lines: string[] = [];
    for (let i = 0; i < 9_000; i++) lines.push(`_:n${i} <near> _:n${i + 1} .`);
    for (let i = 0; i < 500; i++)
      lines.push(`_:n${i} <knows> _:n${i + 1} .`, `_:i${i} <in> _:hub .`, `_:hub <out> _:o${i} .`);
    for (let i = 0; i < 40; i++) lines.push(`_:n${i} <id> _:one .`);
    await ask(engine.url, rdf(`{ set {\n${lines.join('\n')}\n} }`));
  });
  afterAll(() => gateway?.close());
  const warningsOf = async (axioms: string): Promise<Answer[]> => {
    const { status, body } = await postOntology(gateway!.url, TERMS + axioms, '?validate=true&data=false');
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.warnings.filter(({ code }: Answer) => code.startsWith('cost-'));
  };

  it.each([
    [
      ':knows a owl:TransitiveProperty , owl:SymmetricProperty .',
      'cost-clique',
      'about 250,000 facts if the 500 edges of "knows" form one component',
    ],
    [':near a owl:TransitiveProperty .', 'cost-transitive', 'the 9,000 edges of "near" entail at least 110,000 facts'],
    [':near owl:propertyChainAxiom ( :in :out ) .', 'cost-chain', 'about 250,000 facts of "near" for the 1,000 edges'],
    [':near owl:propertyChainAxiom ( [ owl:inverseOf :out ] [ owl:inverseOf :in ] ) .', 'cost-chain', '250,000'],
    [':knows owl:propertyChainAxiom ( :knows :in ) .', 'cost-chain', 'is recursive'],
    [':id a owl:InverseFunctionalProperty .', 'cost-equality', '40 nodes share a value of "id"'],
    [':out a owl:FunctionalProperty .', 'cost-equality', '500 nodes share a value of "out"'],
  ])('a load warns about %s', async (axiom, code, words) => {
    const [warning, ...others] = await warningsOf(axiom);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ code, line: 9, message: expect.stringContaining(words) });
  });

  it.each([
    ':knows a owl:TransitiveProperty .',
    ':in owl:propertyChainAxiom ( :near :near ) .',
    ':in owl:inverseOf :out .',
  ])('a load does not warn about %s', async (axiom) => {
    expect(await warningsOf(axiom)).toEqual([]);
  });
});
