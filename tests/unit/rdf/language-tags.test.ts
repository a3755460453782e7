/** Language tags in every syntax: well-formed ones are kept, underscores mended, and all others refused with their place. */
import { languageTag, writtenTag } from '../../../src/rdf/language-tags';
import { parseJsonLd } from '../../../src/rdf/jsonld';
import { parseOwlXml } from '../../../src/rdf/owlxml';
import { parseRdfXml } from '../../../src/rdf/rdfxml';
import { parseTurtle, type QuadDocument } from '../../../src/rdf';

const ID = '"@id":"http://e/s"';
const TERM = (definition: string): string => `{"@context":{"p":{"@id":"http://e/p",${definition}}},${ID},"p":`;
/** Documents with one value in a language, in each way that a syntax has to tell it. */
const DOCUMENTS: Record<string, (tag: string) => QuadDocument | Promise<QuadDocument>> = {
  'RDF/XML': (tag) =>
    parseRdfXml(
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">' +
        `<rdf:Description rdf:about="http://e/s" xml:lang="${tag}"><e:p>v</e:p></rdf:Description></rdf:RDF>`,
    ),
  'OWL/XML': (tag) =>
    parseOwlXml(
      '<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://e/o"><DataPropertyAssertion>' +
        '<DataProperty IRI="http://e/p"/><NamedIndividual IRI="http://e/s"/>' +
        `<Literal xml:lang="${tag}">v</Literal></DataPropertyAssertion></Ontology>`,
    ),
  'JSON-LD value': (tag) => parseJsonLd(`{${ID},"http://e/p":{"@value":"v","@language":"${tag}"}}`),
  'JSON-LD list': (tag) => parseJsonLd(`{${ID},"http://e/p":[{"@language":"${tag}","@value":"v"}]}`),
  'JSON-LD alias': (tag) =>
    parseJsonLd(`{"@context":{"lang":"@language"},${ID},"http://e/p":{"@value":"v","lang":"${tag}"}}`),
  'JSON-LD default': (tag) => parseJsonLd(`{"@context":{"@language":"${tag}"},${ID},"http://e/p":"v"}`),
  'JSON-LD term': (tag) => parseJsonLd(`${TERM(`"@language":"${tag}"`)}"v"}`),
  'JSON-LD map': (tag) => parseJsonLd(`${TERM('"@container":"@language"')}{"${tag}":"v"}}`),
  'JSON-LD map in a list of containers': (tag) =>
    parseJsonLd(`${TERM('"@container":["@language","@set"]')}{"${tag}":["v"]}}`),
};
const TURTLE = (tag: string): QuadDocument => parseTurtle(`<http://e/s> <http://e/p> "v"@${tag} .`);

const languagesOf = async (document: QuadDocument | Promise<QuadDocument>): Promise<unknown> =>
  (await document).quads.flatMap(({ object }) => (typeof object === 'string' ? [] : [[object.value, object.lang]]));

describe.each(Object.entries(DOCUMENTS))('%s', (_, read) => {
  it.each([
    ['en', 'en'],
    ['EN-us', 'EN-us'],
    ['en_US', 'en-US'],
    ['zh_Hant-TW', 'zh-Hant-TW'],
    ['x-klingon', 'x-klingon'],
  ])('has values in %s', async (tag, expected) => {
    expect(await languagesOf(read(tag))).toEqual([['v', expected]]);
  });

  it.each(['english language', 'englishlanguage', '9', 'en--us', 'é', '-'])('refuses %j', async (tag) => {
    await expect((async () => read(tag))()).rejects.toThrow(/line 1, column \d+: .*not a language tag/);
  });
});

it.each(['englishlanguage', '9', 'en--us', 'en_US'])('Turtle refuses %j by its grammar', (tag) => {
  expect(() => TURTLE(tag)).toThrow(/line 1/);
});

it('writes tags that every reader accepts', async () => {
  const texts = [
    'en',
    'pt-BR',
    'en_US',
    'toolonglanguage',
    '9',
    'a b',
    'a:b',
    'x-',
    '-',
    'é',
    'en--us',
    '"@en . <x',
    '',
  ];
  for (const text of texts) {
    const tag = writtenTag(text);
    expect([text, languageTag(tag)]).toEqual([text, tag]);
    expect(await languagesOf(TURTLE(tag))).toEqual([['v', tag]]);
  }
  expect(['en', 'pt-BR', 'en_US'].map(writtenTag)).toEqual(['en', 'pt-BR', 'en-US']);
});

it('RDF/XML keeps the case of nested languages', async () => {
  const text =
    '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/" xml:lang="EN">' +
    '<r:Description r:about="http://e/s" e:a="1"><e:b xml:lang="de-AT">2</e:b><e:c>3</e:c><e:d xml:lang="en">4</e:d>' +
    '<e:f xml:lang="">5</e:f><e:g><r:Description xml:lang="pt-BR" e:h="6"><e:i>7</e:i></r:Description></e:g>' +
    '<e:j>8</e:j></r:Description></r:RDF>';
  const expected = ['1 EN', '2 de-AT', '3 EN', '4 en', '5 ', '6 pt-BR', '7 pt-BR', '8 EN'];
  const found = (await languagesOf(parseRdfXml(text))) as [string, string?][];
  expect(found.map(([value, language = '']) => `${value} ${language}`).sort()).toEqual(expected);
});
