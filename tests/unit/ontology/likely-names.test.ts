/** Names that properties are likely to get: those that they get, where nothing rules these out. */
import * as fc from 'fast-check';
import { likelyPropertyNames, readDocument } from '../../../src/ontology';
import { readRdf } from '../../../src/rdf';

const PREFIXES = `@prefix : <http://example.org/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .`;
const locals = fc.uniqueArray(fc.stringMatching(/^[a-zA-Z][\w-]{0,8}$/), { minLength: 1, maxLength: 20 });

const RESERVED = /^(?:uid|as|expand|val|math|checkpwd|iri|namespace)$/i;

it('are the assigned names', async () => {
  const property = fc.asyncProperty(locals, async (names) => {
    const declared = names.map((name, i) => `:${name} a owl:${i % 2 ? 'DatatypeProperty' : 'ObjectProperty'} .`);
    const document = await readRdf(`${PREFIXES} :A a owl:Class . ${declared.join(' ')}`, { mediaType: 'text/turtle' });
    const { names: assigned } = readDocument(document, { profile: 'lenient', equality: false, naming: 'iri' });
    expect(likelyPropertyNames(document).sort()).toEqual([...names].sort());
    const free = names.filter((name) => !RESERVED.test(name));
    expect(free.map((name) => assigned.property(`http://example.org/#${name}`))).toEqual(free);
  });
  await fc.assert(property, { numRuns: 50 });
});

it('leave classes, blank nodes and other statements out', async () => {
  const text = `${PREFIXES} :A a owl:Class . :p a owl:ObjectProperty . [] a owl:ObjectProperty ; owl:inverseOf :p .
    :q a owl:AnnotationProperty . :r rdfs:range :A . :Straße a owl:DatatypeProperty .`;
  const document = await readRdf(text, { mediaType: 'text/turtle' });
  expect(likelyPropertyNames(document)).toEqual(['p', 'Straße']);
});
