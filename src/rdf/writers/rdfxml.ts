/** RDF/XML (https://www.w3.org/TR/rdf-syntax-grammar/): one `rdf:Description` per subject. Graphs are omitted. */
import { toUSVString } from 'node:util';
import { OwlgateError } from '../../errors';
import { safeLabel } from '../document';
import type { Individual, Iri, Term } from '../quads';
import { RDF_NS, xsd } from '../vocabulary';
import { safeIri } from './text';
import { bySubject, type Prefixes, type Statement, type StatementWriter } from './writer';

/** NCName of https://www.w3.org/TR/xml-names/, at the end of an IRI. */
const START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const PART = `[${START}.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}-]`;
const IS_PART = new RegExp(PART, 'u');
const IS_START = new RegExp(`[${START}]`, 'u');
const PREFIX_NAME = /^[A-Za-z_][\w-]*$/;
/** Characters that XML 1.0 has neither as such nor as references. */
// oxlint-disable-next-line no-control-regex -- it is about these
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

export class RdfXmlWriter implements StatementWriter {
  private readonly prefixes = new Map<string, Iri>([['rdf', RDF_NS]]);
  private readonly prefixOf: ReadonlyMap<Iri, string>;
  private readonly elements = new Map<Iri, { readonly name: string; readonly declaration: string }>();

  constructor(prefixes: Prefixes) {
    for (const [prefix, namespace] of prefixes) {
      const isUsable = PREFIX_NAME.test(prefix) && !/^(?:xml|rdf$)/i.test(prefix) && namespace !== RDF_NS;
      if (isUsable) this.prefixes.set(prefix, namespace);
    }
    this.prefixOf = new Map([...this.prefixes].map(([prefix, namespace]) => [namespace, prefix]));
  }

  begin(): string {
    const declarations = [...this.prefixes].map(([prefix, iri]) => `\n  xmlns:${prefix}="${attribute(safeIri(iri))}"`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declarations.join('')}>\n`;
  }

  /** @throws OwlgateError OntologyInexpressible */
  write(batch: readonly Statement[]): string {
    return bySubject(batch)
      .map((statements) => {
        const properties = statements.map(({ predicate, object }) => this.property(predicate, object));
        return `<rdf:Description ${about(statements[0].subject)}>\n${properties.join('')}</rdf:Description>\n`;
      })
      .join('');
  }

  end(): string {
    return '</rdf:RDF>\n';
  }

  private property(predicate: Iri, object: Term): string {
    const { name, declaration } = this.element(predicate);
    if (typeof object === 'string') {
      const isBlank = object.startsWith('_:');
      const reference = isBlank ? `nodeID="${nodeLabel(object)}"` : `resource="${attribute(safeIri(object))}"`;
      return `  <${name}${declaration} rdf:${reference}/>\n`;
    }
    const { value, datatype, lang } = object;
    const isTagged = lang !== undefined && lang !== '';
    const type = datatype === xsd('string') ? '' : ` rdf:datatype="${attribute(safeIri(datatype))}"`;
    const kind = isTagged ? ` xml:lang="${attribute(lang)}"` : type;
    return `  <${name}${declaration}${kind}>${content(value)}</${name}>\n`;
  }

  private element(predicate: Iri): { readonly name: string; readonly declaration: string } {
    let element = this.elements.get(predicate);
    if (element) return element;
    const [namespace, local] = splitName(safeIri(predicate));
    const prefix = this.prefixOf.get(namespace);
    element =
      prefix === undefined
        ? { name: `p:${local}`, declaration: ` xmlns:p="${attribute(namespace)}"` }
        : { name: `${prefix}:${local}`, declaration: '' };
    this.elements.set(predicate, element);
    return element;
  }
}

/** Splits an IRI before the longest NCName at its end. @throws OwlgateError OntologyInexpressible if there is none */
function splitName(iri: Iri): readonly [string, string] {
  const characters = Array.from(iri);
  let start = characters.length;
  for (let i = characters.length - 1; i >= 0 && IS_PART.test(characters[i]!); i--) {
    if (IS_START.test(characters[i]!)) start = i;
  }
  const local = characters.slice(start).join('');
  const namespace = characters.slice(0, start).join('');
  const isReserved = namespace === RDF_NS && RESERVED.has(local);
  if (local === '' || namespace === '' || isReserved) {
    throw inexpressible(`the property <${iri}> cannot be an XML element`);
  }
  return [namespace, local];
}

/** Names of the syntax that cannot be properties (RDF/XML, 5.1). */
const RESERVED: ReadonlySet<string> = new Set(
  'Description RDF ID about bagID parseType resource nodeID datatype aboutEach aboutEachPrefix li'.split(' '),
);

const about = (subject: Individual): string =>
  subject.startsWith('_:') ? `rdf:nodeID="${nodeLabel(subject)}"` : `rdf:about="${attribute(safeIri(subject))}"`;

/** Returns an NCName: labels of other syntaxes may begin with a digit. */
const nodeLabel = (node: Individual): string => `b${safeLabel(node.slice(2))}`;

const attribute = (text: string): string => content(text).replaceAll('"', '&quot;');

/** @throws OwlgateError OntologyInexpressible */
function content(value: string): string {
  const text = toUSVString(value);
  const character = NOT_XML.exec(text)?.[0];
  if (character !== undefined) {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw inexpressible(`a literal contains U+${code}, which XML cannot have`);
  }
  // A carriage return as such would be read as a line feed.
  const entities = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return entities.replaceAll('\r', '&#13;');
}

const inexpressible = (reason: string): OwlgateError =>
  new OwlgateError('OntologyInexpressible', { syntax: 'RDF/XML', reason });
