import { Renderer } from '../../../src/ontology/render';
import { WELL_KNOWN_PREFIXES } from '../../../src/ontology/vocabulary';

describe('well-known prefixes', () => {
  it.each([
    ['http://schema.org/Person', 'schema:Person'],
    ['https://schema.org/Person', 'sdo:Person'],
    ['http://xmlns.com/foaf/0.1/Person', 'foaf:Person'],
  ])('shorten %s', (iri, text) => {
    expect(new Renderer(new Map()).iri(iri)).toBe(text);
  });

  it('give way to the prefixes of the document', () => {
    const renderer = new Renderer(new Map([['schema', 'https://schema.org/']]));
    expect(renderer.iri('https://schema.org/Person')).toBe('schema:Person');
    expect(renderer.iri('http://schema.org/Person')).toBe('<http://schema.org/Person>');
  });

  it('are different for different namespaces', () => {
    expect(new Set(WELL_KNOWN_PREFIXES.values()).size).toBe(WELL_KNOWN_PREFIXES.size);
  });
});
