/** Data factory for RDF/JS parsers (https://rdf.js.org/data-model-spec/) and conversion of its terms. */
import type { IRdfXmlParserArgs } from 'rdfxml-streaming-parser';
import type { OwlgateError } from '../errors';
import { safeLabel, syntaxError } from './document';
import { languageTag } from './language-tags';
import type { Position, Term } from './quads';
import { rdf, xsd } from './vocabulary';
import { trimEndOf } from '../util/text';

export interface RdfJsTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: RdfJsTerm;
  /** Position of the parser when it created the term, if the reader records it. */
  readonly position?: Position;
}

type DataFactory = NonNullable<IRdfXmlParserArgs['dataFactory']>;

export interface RdfJsQuad {
  readonly subject: RdfJsTerm;
  readonly predicate: RdfJsTerm;
  readonly object: RdfJsTerm;
  readonly graph: RdfJsTerm;
}

/**
 * Creates a data factory.
 *
 * @param prefix prefix of generated blank node labels, which are numbered from 1
 * @param currentPosition returns the position to record in a new term
 */
export function termFactory(
  prefix: string,
  currentPosition: () => Position | undefined = () => undefined,
): DataFactory {
  let anonymous = 0;
  const term = (termType: string, value: string, fields: object = {}): RdfJsTerm => {
    const position = currentPosition();
    const equals = (other: RdfJsTerm | null | undefined) => other?.termType === termType && other.value === value;
    return Object.assign({ termType, value, equals }, fields, position && { position });
  };
  const literal = (jsonValue: unknown, type?: string | RdfJsTerm | { readonly language: string }): RdfJsTerm => {
    const datatype = type && typeof type === 'object' && 'value' in type ? type.value : xsd('string');
    // The JSON-LD parser passes typed JSON values without conversion.
    const value = typeof jsonValue === 'string' ? jsonValue : lexicalForm(jsonValue, datatype);
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
 * Returns the lexical form of a JSON value (JSON-LD 1.1 API, 8.2.2). Deviates for fractions of xsd:decimal: the
 * algorithm prints an exponent, which decimals do not have.
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

/** Error of a language tag that is not well-formed. */
export const malformedTag = (position: Position, tag: string): OwlgateError =>
  syntaxError(position, `${JSON.stringify(tag.slice(0, 80))} is not a language tag (BCP 47), such as "en" or "pt-BR"`);

function convertTerm({ termType, value, language, datatype }: RdfJsTerm, position: Position): Term {
  switch (termType) {
    case 'NamedNode':
      return value;
    case 'BlankNode':
      return `_:${value}`;
    case 'Literal': {
      if (!language) return { kind: 'Literal', value, datatype: datatype?.value ?? xsd('string') };
      const lang = languageTag(language);
      if (lang === undefined) throw malformedTag(position, language);
      return { kind: 'Literal', value, datatype: rdf.langString, lang };
    }
    default:
      throw syntaxError(position, 'triple terms (RDF 1.2) have no meaning in OWL; write the statement as a triple');
  }
}

export const toTerm = {
  /** @throws OwlgateError OntologySyntax for terms that RDF 1.1 does not allow */
  triple(
    { subject, predicate, object }: RdfJsQuad,
    position: Position,
  ): { subject: string; predicate: string; object: Term } {
    const [s, p] = [convertTerm(subject, position), convertTerm(predicate, position)];
    if (typeof s !== 'string' || typeof p !== 'string' || p.startsWith('_:')) {
      throw syntaxError(position, 'a subject cannot be a literal, and a predicate must be an IRI');
    }
    return { subject: s, predicate: p, object: convertTerm(object, position) };
  },
};
