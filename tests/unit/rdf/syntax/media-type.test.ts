import { syntaxOfContentType, syntaxOfText } from '../../../../src/rdf/syntax/media-type';

describe('syntaxOfText', () => {
  it.each([
    ['application/trig', '@prefix : <http://e/> .\n:g { :a :p :b }'],
    ['application/trig', '# { \nGRAPH <http://e/g> { <http://e/a> <http://e/p> "{" }'],
    ['application/trig', '{ <http://e/a> <http://e/p> 1 }'],
    ['text/turtle', '@prefix : <http://e/> .\n:a :p "{", \'{\', """ " { """, \'\'\' { \'\'\' . # {'],
    ['text/turtle', '<http://e/a> <http://e/p> <http://e/{b}> .'],
    ['application/n-quads', '# a comment\n<http://e/a> <http://e/p> "x \\" y"@en <http://e/g> .'],
    ['application/n-quads', '_:a <http://e/p> _:b <http://e/g> .'],
    ['text/turtle', '<http://e/a> <http://e/p> "x" .\n<http://e/a> <http://e/p> <http://e/b> .'],
    ['application/ld+json', '{"@id": "http://e/a"}'],
  ])('%s: %j', (syntax, text) => expect(syntaxOfText(text)).toBe(syntax));
});

describe('syntaxOfContentType', () => {
  it.each(['application/x-www-form-urlencoded', 'application/octet-stream; x=1', 'text/xml'])(
    'leaves the syntax of %s open',
    (type) => expect(syntaxOfContentType(type)).toBe('unknown'),
  );
});
