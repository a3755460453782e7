/** GET /export?declarations=true: the kinds of all terms, before the facts that use them. */
import { alter, ask, json } from '../../support/engines/wire';
import { underGateway } from '../../support/engines/under-gateway';
import { parseTurtle, rdf, type Quad } from '../../../src/rdf';

const OWL = 'http://www.w3.org/2002/07/owl#';
const ONTOLOGY = `@prefix : <urn:o:> . @prefix owl: <${OWL}> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <urn:o> a owl:Ontology .
:Person a owl:Class ; rdfs:subClassOf :Agent . :Agent a owl:Class . :Unused a owl:Class .
:knows a owl:ObjectProperty ; rdfs:range :Person . :name a owl:DatatypeProperty ; rdfs:range xsd:string .
:unused a owl:DatatypeProperty .`;
const NAMES = 'https://owlgate.dev/graph';

underGateway((testbed) => {
  const exported = async (parameters: string): Promise<readonly Quad[]> => {
    const response = await fetch(`${testbed.url}/export?format=ntriples&facts=all&${parameters}`);
    const text = await response.text();
    expect([response.status, text.slice(0, 100)]).toEqual([200, expect.any(String)]);
    return parseTurtle(text).quads;
  };
  const isDeclaration = ({ predicate, object }: Quad): boolean =>
    predicate === rdf.type && typeof object === 'string' && /^http:\/\/www\.w3\.org\//.test(object);

  it('states each once, before its first use', async () => {
    await ask(testbed.engine.url, alter('<hat-teil>: [uid] .\nplain: string .\nplace: geo .'));
    await fetch(`${testbed.url}/ontology`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/turtle' },
      body: ONTOLOGY,
    });
    const ada = { uid: '_:a', iri: 'urn:a', name: 'Ada', knows: { uid: '_:b', iri: 'urn:b' }, plain: 'x' };
    const odd = { 'hat-teil': { uid: '_:a' }, place: { type: 'Point', coordinates: [1, 2] }, 'dgraph.type': 'Odd' };
    await ask(testbed.url, json({ set: [ada, odd] }));
    const facts = await exported('declarations=false');
    expect(facts.some(isDeclaration)).toBe(false);
    const all = await exported('declarations=true');
    const declared = new Map<string, string>();
    for (const quad of all) {
      const { subject, predicate, object } = quad;
      if (isDeclaration(quad)) {
        expect(declared.has(subject)).toBe(false);
        declared.set(subject, object as string);
        continue;
      }
      const used = predicate === rdf.type ? object : predicate;
      expect([used, declared.has(used as string)]).toEqual([used, true]);
      if (typeof object === 'object' && !/XMLSchema#/.test(object.datatype)) {
        expect([object.datatype, declared.has(object.datatype)]).toEqual([object.datatype, true]);
      }
    }
    expect(Object.fromEntries(declared)).toEqual({
      'urn:o:Person': `${OWL}Class`,
      'urn:o:Agent': `${OWL}Class`,
      'urn:o:Unused': `${OWL}Class`,
      [`${NAMES}/type/Odd`]: `${OWL}Class`,
      'urn:o:knows': `${OWL}ObjectProperty`,
      [`${NAMES}/predicate/hat-teil`]: `${OWL}ObjectProperty`,
      'urn:o:name': `${OWL}DatatypeProperty`,
      [`${NAMES}/predicate/plain`]: `${OWL}DatatypeProperty`,
      [`${NAMES}/predicate/place`]: `${OWL}DatatypeProperty`,
      'http://www.opengis.net/ont/geosparql#wktLiteral': 'http://www.w3.org/2000/01/rdf-schema#Datatype',
    });
    expect(all.length).toBe(facts.length + declared.size);
  });
});
