/** The terms that RDF/JS parsers are made to build (https://rdf.js.org/data-model-spec/), and what they are here. */
import type { IRdfXmlParserArgs } from 'rdfxml-streaming-parser';
import { safeLabel, syntaxError } from './document';
import type { Position, Term } from './quads';
import { rdf, xsd } from './vocabulary';
import { trimEndOf } from '../util/text';

export interface RdfJsTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: RdfJsTerm;
  /** Where it was made, for a reader that knows. */
  readonly position?: Position;
}

export type DataFactory = NonNullable<IRdfXmlParserArgs['dataFactory']>;

export interface RdfJsQuad {
  readonly subject: RdfJsTerm;
  readonly predicate: RdfJsTerm;
  readonly object: RdfJsTerm;
}

/**
 * @param prefix of blank nodes without a label; they are numbered from 1
 * @param placed what is to be noted of each term when it is made
 */
export function termFactory(prefix: string, placed: () => Position | undefined = () => undefined): DataFactory {
  let anonymous = 0;
  const term = (termType: string, value: string, more: object = {}): RdfJsTerm => {
    const position = placed();
    const equals = (other: RdfJsTerm | null | undefined) => other?.termType === termType && other.value === value;
    return Object.assign({ termType, value, equals }, more, position && { position });
  };
  const literal = (given: unknown, type?: string | RdfJsTerm | { readonly language: string }): RdfJsTerm => {
    const datatype = type && typeof type === 'object' && 'value' in type ? type.value : xsd('string');
    // A JSON value with a type is handed on as it is.
    const value = typeof given === 'string' ? given : lexicalForm(given, datatype);
    const language = typeof type === 'string' ? type : type && 'language' in type ? (type.language ?? '') : '';
    if (language !== '')
      return term('Literal', value, { language, datatype: { termType: 'NamedNode', value: rdf.langString } });
    return term('Literal', value, { language: '', datatype: { termType: 'NamedNode', value: datatype } });
  };
  const factory = {
    namedNode: (iri: string) => term('NamedNode', iri),
    blankNode: (label?: string) =>
      term('BlankNode', label === undefined ? `${prefix}${++anonymous}` : safeLabel(label)),
    literal,
    variable: (name: string) => term('Variable', name),
    defaultGraph: () => term('DefaultGraph', ''),
    quad: (subject: RdfJsTerm, predicate: RdfJsTerm, object: RdfJsTerm, graph?: RdfJsTerm) =>
      term('Quad', '', { subject, predicate, object, graph: graph ?? term('DefaultGraph', '') }),
    fromTerm: (original: RdfJsTerm) => original,
    fromQuad: (original: RdfJsQuad) => original,
  };
  return factory as unknown as DataFactory;
}

/**
 * How a JSON value is written as a literal (JSON-LD 1.1 API, 8.2.2), but for fractions of xsd:decimal, which has no exponents:
 * there the algorithm would give what is no decimal.
 */
function lexicalForm(value: unknown, datatype: string): string {
  if (typeof value !== 'number') return String(value);
  const isInteger = Number.isInteger(value) && Math.abs(value) < 1e21 && datatype !== xsd('double');
  if (isInteger) return value.toFixed(0);
  if (datatype === xsd('decimal') && !String(value).includes('e')) return String(value);
  const [digits, exponent] = value.toExponential(15).split('e') as [string, string];
  const mantissa = trimEndOf(digits, '0');
  return `${mantissa.endsWith('.') ? `${mantissa}0` : mantissa}E${Number(exponent)}`;
}

function ofTerm({ termType, value, language, datatype }: RdfJsTerm, position: Position): Term {
  switch (termType) {
    case 'NamedNode':
      return value;
    case 'BlankNode':
      return `_:${value}`;
    case 'Literal':
      return language
        ? { kind: 'Literal', value, datatype: rdf.langString, lang: language.toLowerCase() }
        : { kind: 'Literal', value, datatype: datatype?.value ?? xsd('string') };
    default:
      throw syntaxError(position, 'triple terms (RDF 1.2) have no meaning in OWL; write the statement as a triple');
  }
}

export const toTerm = {
  /** @throws OwlgateError OntologySyntax for what RDF 1.1 does not have */
  triple(
    { subject, predicate, object }: RdfJsQuad,
    position: Position,
  ): { subject: string; predicate: string; object: Term } {
    const [s, p] = [ofTerm(subject, position), ofTerm(predicate, position)];
    if (typeof s !== 'string' || typeof p !== 'string' || p.startsWith('_:')) {
      throw syntaxError(position, 'a literal can be no subject, and only an IRI a predicate');
    }
    return { subject: s, predicate: p, object: ofTerm(object, position) };
  },
};
