/** Readers of ontologies: each syntax, the recognition of syntaxes, the model, datatypes. */
import { OwlgateError } from '../../../src/errors';
import { datatypes, readOntology } from '../../../src/ontology';
import { compilePattern } from '../../../src/ontology/datatypes/pattern';
import { detectSyntax, parseTurtle, readRdf, writeRdf, XSD_NS, type Quad } from '../../../src/rdf';
import type { RdfMediaType } from '../../../src/rdf/syntax/media-type';
import { compileGraphql, compileSchema } from '../../../src/schema';
import { RDF_FORMATS } from '../formats/rdf';
import { generate } from '../generate/format';
import { mutateText } from '../generate/mutate';
import { ODD_NUMBERS, ODD_TEXTS } from '../generate/oddities';
import type { Random } from '../generate/random';
import { ofFormat, requireEqual, type ParserTarget } from './target';

const DATATYPES = [
  ...[
    'string',
    'integer',
    'decimal',
    'float',
    'double',
    'boolean',
    'dateTime',
    'dateTimeStamp',
    'date',
    'time',
    'gYear',
  ],
  ...['hexBinary', 'base64Binary', 'anyURI', 'language', 'token', 'Name', 'NMTOKEN', 'byte', 'unsignedLong', 'x'],
];
const LITERALS = [
  '2001-02-03T04:05:06.7Z',
  '-0001-01-01',
  '24:00:00',
  '--02-30',
  'INF',
  '1.50',
  'true',
  'YQ==',
  '0aF',
  'en-GB',
];
const PATTERNS = [
  '[a-z-[aeiou]]+',
  '\\p{L}{2,5}',
  '(a|b)*c',
  '\\i\\c*',
  '[^\\d]{0,3}',
  '(((a{1,50}){1,50}){1,50})',
  '\\p{IsBasicLatin}',
];

const MATERIAL = {
  words: ['-', ':', 'T', 'Z', '+14:00', '.', 'e', '[', ']', '{', '}', '(', ')', '|', '\\p{L}', '^', '*', '{1,1000}'],
};

const literal = (random: Random): string => {
  const text = random.pick([...LITERALS, ...ODD_NUMBERS, ...ODD_TEXTS]);
  return random.chance(0.5) ? text : mutateText(random, text || 'a', MATERIAL, () => random.pick(LITERALS));
};

/** Statements as N-Triples, blank nodes named in the order in which they come: a writer may give them other labels. */
function numbered(quads: readonly Quad[]): string {
  const labels = new Map<string, string>();
  return writeRdf({ quads, prefixes: new Map() }, 'application/n-triples').replace(
    /"(?:[^"\\]|\\.)*"|<[^>]*>|_:\S+/g,
    (term) => {
      if (!term.startsWith('_:')) return term;
      if (!labels.has(term)) labels.set(term, `_:b${labels.size}`);
      return labels.get(term)!;
    },
  );
}

/** A document of any syntax: its statements, written and read again, are the same. */
async function stable(text: string, mediaType: RdfMediaType): Promise<void> {
  const { quads } = await readRdf(text, { mediaType });
  const written = numbered(quads);
  requireEqual(written, numbered(parseTurtle(written).quads));
}

export const ONTOLOGY_TARGETS: readonly ParserTarget[] = [
  ...(Object.keys(RDF_FORMATS) as RdfMediaType[]).map((type): ParserTarget => ({
    name: `parser:${type}`,
    ...ofFormat(RDF_FORMATS[type]),
    read: (text) => stable(text, type),
    refusals: [OwlgateError],
  })),
  {
    name: 'parser:syntax',
    make: (random) => generate(random, random.pick(Object.values(RDF_FORMATS))),
    read: (text) => {
      detectSyntax(text, {});
      return readRdf(Buffer.from(text, 'latin1'), { mediaType: 'application/octet-stream', name: text.slice(-5) });
    },
    refusals: [OwlgateError],
  },
  {
    name: 'parser:ontology',
    ...ofFormat(RDF_FORMATS['text/turtle']),
    read: (text) => {
      const loaded = readOntology(text, { profile: 'lenient' });
      compileGraphql(loaded, compileSchema(loaded));
    },
    refusals: [OwlgateError],
    perCharacterUs: 100,
  },
  {
    name: 'parser:literal',
    make: literal,
    read: (value) => {
      for (const name of DATATYPES) datatypes.parseLiteral({ value, datatype: `${XSD_NS}${name}`, lang: '' } as never);
    },
    refusals: [],
  },
  {
    name: 'parser:pattern',
    make: (random) => mutateText(random, random.pick(PATTERNS), MATERIAL, () => random.pick(PATTERNS)),
    read: (source) => {
      const pattern = compilePattern(source);
      if (typeof pattern !== 'string') pattern.matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab');
    },
    refusals: [],
  },
];
