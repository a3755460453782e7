import { correctedType, syntaxOfContentType, syntaxOfText } from '../../../../src/rdf/syntax/media-type';

describe('syntaxOfText', () => {
  it.each([
    ['application/trig', '@prefix : <http://e/> .\n:g { :a :p :b }'],
    ['application/trig', '# { \nGRAPH <http://e/g> { <http://e/a> <http://e/p> "{" }'],
    ['application/trig', '{ <http://e/a> <http://e/p> 1 }'],
    ['text/turtle', '@prefix : <http://e/> .\n:a :p "{", \'{\', """ " { """, \'\'\' { \'\'\' . # {'],
    ['text/turtle', '<http://e/a> <http://e/p> <http://e/{b}> .'],
    ['text/turtle', '<http://e/a> <http://e/p> "a \\\\" , "{" .'],
    ['application/trig', '@prefix : <http://e/> .\n:it\'s :p :b .\n:g { :a :p "it\'s" }'],
    ['application/n-quads', '# a comment\n<http://e/a> <http://e/p> "x \\" y"@en <http://e/g> .'],
    ['application/n-quads', '_:a <http://e/p> _:b <http://e/g> .'],
    ['text/turtle', '<http://e/a> <http://e/p> "x" .\n<http://e/a> <http://e/p> <http://e/b> .'],
    ['application/ld+json', '{"@id": "http://e/a"}'],
  ])('%s: %j', (syntax, text) => expect(syntaxOfText(text)).toBe(syntax));
});

it('a string may have any length', () => {
  expect(syntaxOfText(`<http://e/a> <http://e/p> """${'{ x'.repeat(4_000_000)}""" .`)).toBe('text/turtle');
});

describe('syntaxOfContentType', () => {
  it.each(['application/x-www-form-urlencoded', 'application/octet-stream; x=1', 'text/xml'])(
    'leaves the syntax of %s open',
    (type) => expect(syntaxOfContentType(type)).toBe('unknown'),
  );
});

describe('correctedType', () => {
  const RDF_XML = '<?xml version="1.0"?>\n<!-- saved --><rdf:RDF/>';
  const OWL_XML = '<?xml version="1.0"?>\n<Ontology xmlns="http://www.w3.org/2002/07/owl#"/>';
  it.each([
    ['application/rdf+xml', OWL_XML, 'application/owl+xml'],
    ['application/owl+xml', RDF_XML, 'application/rdf+xml'],
    ['text/turtle', OWL_XML, 'application/owl+xml'],
    ['text/turtle', '<pom:project\n  xmlns:pom="http://e/"/>', 'application/rdf+xml'],
    ['application/n-triples', "<settings id = 'a'/>", 'application/rdf+xml'],
    ['application/ld+json', `\n${RDF_XML}`, 'application/rdf+xml'],
    ['application/rdf+xml', '@prefix : <http://e/> .', 'text/turtle'],
    ['application/owl+xml', '{"@id": "http://e/a"}', 'application/ld+json'],
  ] as const)('%s of %j is %s', (type, text, corrected) => expect(correctedType(type, text)).toBe(corrected));

  it.each([
    ['application/rdf+xml', '<html/>'],
    ['application/owl+xml', ''],
    ['text/turtle', '<Ontology> a <http://e/A> .'],
    ['text/turtle', '<settings> <id> "a" .'],
    ['text/turtle', '<a b> <id> "=" .'],
    ['application/n-triples', '<http://e/a> <http://e/p> "<?xml?>" .'],
    ['application/trig', '{ <http://e/a> <http://e/p> 1 }'],
    ['application/ld+json', '[]'],
  ] as const)('%s of %j stays', (type, text) => expect(correctedType(type, text)).toBe(type));
});
