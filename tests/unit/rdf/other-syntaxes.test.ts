import { readRdf } from '../../../src/rdf';
import { rejectionOf } from '../../support/rdf/documents';

const RDF_JSON = '{ "http://e/a": { "http://e/p": [ { "value": "x", "type": "literal" } ] } }';

describe('readRdf refuses a syntax that it does not read, with the command that converts it', () => {
  it.each([
    [
      'Manchester syntax',
      'Prefix: : <http://e/>\nOntology: <http://e/o>\nClass: A',
      'robot convert --input ontology.omn',
    ],
    ['Manchester syntax', '\nOntology: <http://e/o>', 'robot convert'],
    ['OWL functional syntax', 'Prefix(:=<http://e/>)\nOntology(<http://e/o>)', 'robot convert --input ontology.ofn'],
    ['OWL functional syntax', '# saved by a tool\nOntology (<http://e/o>)', 'robot convert'],
    ['OBO', 'format-version: 1.2\nontology: go', 'robot convert --input ontology.obo'],
    ['OBO', '! a comment\ndate: 01:01:2026\n\n[Term]\nid: GO:1', 'robot convert'],
    ['RDF/JSON', RDF_JSON, 'riot --syntax=RDF/JSON --output=Turtle ontology.rj > ontology.ttl'],
    ['TriX', '<?xml version="1.0"?>\n<TriX xmlns="http://www.w3.org/2004/03/trix/trix-1/"/>', 'riot --syntax=TriX'],
  ])('%s by its look: %j', async (syntax, text, command) => {
    const { code, message, details } = await rejectionOf(readRdf(text));
    expect(code).toBe('UnsupportedSyntax');
    expect(details).toMatchObject({ syntax });
    expect(message).toContain(command);
    // A wrong media type makes no difference.
    expect((await rejectionOf(readRdf(text, { mediaType: 'text/turtle' }))).code).toBe('UnsupportedSyntax');
  });

  it.each([
    ['text/owl-manchester', 'Manchester syntax'],
    ['text/owl-functional; charset=utf-8', 'OWL functional syntax'],
    ['text/obo', 'OBO'],
    ['application/rdf+json', 'RDF/JSON'],
  ])('by the media type %s', async (mediaType, syntax) => {
    expect((await rejectionOf(readRdf('', { mediaType }))).details).toMatchObject({ syntax });
  });

  it('by the file name, which stands in the command', async () => {
    const { message } = await rejectionOf(readRdf('', { name: 'go.obo' }));
    expect(message).toContain('go.obo: OBO is recognized');
    expect(message).toContain('robot convert --input go.obo');
    const odd = await rejectionOf(readRdf('', { name: 'a; rm b.obo' }));
    expect(odd.message).toContain('robot convert --input ontology.obo');
  });

  it('but reads documents that begin alike', async () => {
    const turtle = '@prefix Class: <http://e/> .\nClass: Class:p Class:o .';
    expect((await readRdf(turtle)).quads).toHaveLength(1);
    expect((await readRdf(turtle, { mediaType: 'text/turtle', name: 'x.obo' })).quads).toHaveLength(1);
    const jsonLd = '{ "@context": { "p": "http://e/p" }, "@id": "http://e/a", "p": [ { "@value": "x" } ] }';
    expect((await readRdf(jsonLd)).quads).toHaveLength(1);
  });

  it('takes linear time for a header without an end', async () => {
    const text = 'a: '.repeat(5_000);
    expect((await rejectionOf(readRdf(text))).code).toBe('OntologySyntax');
  });
});
