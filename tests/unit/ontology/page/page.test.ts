import { ontologyPage, PAGE_POLICY, readOntology } from '../../../../src/ontology';
import { PREFIXES } from '../../../support/ontology/documents';

const page = (body: string): string =>
  ontologyPage(readOntology(PREFIXES + body, { profile: 'lenient' }), { subtitle: 'Version <1>' });

describe('the page of an ontology', () => {
  const html = page(`
    <http://e/> a owl:Ontology ; rdfs:label "Zoo & more"@en ; owl:versionIRI <http://e/1> .
    :Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal ; rdfs:label "Hund"@de , "dog"@en ;
      rdfs:comment "barks" ; owl:disjointWith :Cat .
    :Cat a owl:Class ; rdfs:subClassOf :Animal .
    :tag a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Dog ; rdfs:range :Tag . :Tag a owl:Class .
    :rex a owl:NamedIndividual , :Dog .
  `);

  it.each([
    ['the title', '<h1><bdi lang="en">Zoo &amp; more</bdi>'],
    ['the subtitle', 'Version &lt;1&gt;'],
    ['the version', '<a href="http://e/1"'],
    ['an anchor by name', '<article id="Dog">'],
    ['an anchor by IRI', '<code id="http://e/#Dog">'],
    [
      'labels of all languages',
      '<dt>label</dt><dd><bdi lang="de">Hund</bdi> <small>de</small></dd><dd><bdi lang="en">dog',
    ],
    ['a superclass with its link', '<dt>is below</dt><dd><a href="#Animal" title="http://e/#Animal">:Animal</a></dd>'],
    ['subclasses', '<dt>is above</dt><dd><a href="#Dog"'],
    ['disjointness in both directions', '<dt>disjoint with</dt><dd><a href="#Dog"'],
    ['a characteristic', '<dt>characteristics</dt><dd>Functional</dd>'],
    ['domain and range', '<dt>domain</dt><dd><a href="#Dog"'],
    ['the type of an individual', '<dt>type</dt><dd><a href="#Dog"'],
    ['a picture', '<text x="44" y="42">Cat</text>'],
  ])('has %s', (_, part) => {
    expect(html).toContain(part);
  });

  it('has no two elements with one id', () => {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('admits its own style only', () => {
  expect(PAGE_POLICY).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'/);
});

it('escapes whatever a document says', () => {
  const hostile = `</style></title><script>alert(1)</script><img src=x onerror=alert(1)>"'&`;
  const text = JSON.stringify(hostile);
  const html = page(
    `
    <http://e/> a owl:Ontology ; rdfs:label ${text}@en ; rdfs:comment ${text} .
    <http://e/#x'onclick='alert> a owl:Class ; rdfs:label ${text} ; rdfs:comment ${text} .
    <javascript:alert(1)> a owl:Class ; rdfs:seeAlso <javascript:alert(2)> .
    :C a owl:Class ; rdfs:subClassOf <javascript:alert(1)> ; owl:versionInfo ${text} .
    :d a owl:DatatypeProperty . :i a :C ; :d ${text} .
  `,
  );
  const tags = new Set([...html.matchAll(/<([a-zA-Z!/][^\s>]*)/g)].map(([, name]) => name!.replace('/', '')));
  const known = [
    '!DOCTYPE',
    'html',
    'head',
    'meta',
    'title',
    'style',
    'body',
    'main',
    'header',
    'h1',
    'p',
    'dl',
    'dt',
    'dd',
  ];
  const others = [
    'nav',
    'ul',
    'li',
    'a',
    'small',
    'section',
    'h2',
    'h3',
    'article',
    'code',
    'bdi',
    'figure',
    'svg',
    'g',
    'path',
  ];
  const allowed = [...known, ...others, 'circle', 'text'];
  expect([...tags].filter((tag) => !allowed.includes(tag))).toEqual([]);
  expect(html).not.toMatch(/<[^>]* on\w+=|href="javascript/i);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
});

it('is bounded, and says what it omits', () => {
  const classes = Array.from({ length: 1000 }, (_, i) => `:C${i} a owl:Class ; rdfs:subClassOf :C${i >> 1} .`);
  const html = page(classes.join('\n'));
  expect(html.match(/<circle /g)).toHaveLength(400);
  expect(html).toContain('600 more are not drawn.');
});
