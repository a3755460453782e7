/** RDF/XML text → quads with positions (https://www.w3.org/TR/rdf-syntax-grammar/), by rdfxml-streaming-parser. */
import type { SaxesParser, SaxesTagNS } from '@rubensworks/saxes';
import { ParseType, RdfXmlParser } from 'rdfxml-streaming-parser';
import type { IActiveTag } from 'rdfxml-streaming-parser';
import { OwlgateError } from '../errors';
import { anonymousPrefix, blankLabelOf, DEFAULT_BASE, hasScheme, syntaxError } from './document';
import { comparePositions } from './quads';
import type { Iri, Position, Quad, QuadDocument } from './quads';
import { termFactory, toTerm } from './rdfjs';
import type { RdfJsQuad } from './rdfjs';
import { XmlGuard } from './xml';

/**
 * Parses an RDF/XML document. The position of a statement is that of its element.
 *
 * Blank nodes keep their `rdf:nodeID`; the others are numbered in order of occurrence.
 *
 * @param base base of relative IRIs unless the document has `xml:base`
 * @throws OwlgateError OntologySyntax with the line and column of the first error
 */
export function parseRdfXml(text: string, base?: string): QuadDocument {
  const quads: Quad[] = [];
  const options = { base, anonymousPrefix: anonymousPrefix(text), text };
  const reader = new RdfXmlReader((quad) => void quads.push(quad), options);
  reader.readPart(text);
  reader.readEnd();
  quads.sort((a, b) => comparePositions(a.position, b.position));
  const { prefixes, relativeIri } = reader;
  return { quads, prefixes, ...(relativeIri && { relativeIri }) };
}

interface RdfXmlOptions {
  readonly base?: string | undefined;
  /** Prefix of the labels of blank nodes without a label. */
  readonly anonymousPrefix: string;
  /** The whole document, if it is known: positions are then those of elements, not of their start tags' ends. */
  readonly text?: string;
}

/** Maximum characters of an XML literal: each element in it is written with all namespaces in scope. */
const MAX_XML_LITERAL = 16 * 2 ** 20;

/** Private members of the parser: it has no public access to positions of tags and no synchronous end. */
interface ParserInternals {
  readonly saxParser: SaxesParser<{ xmlns: true }>;
  readonly activeTagStack: IActiveTag[];
  readonly dataFactory: ReturnType<typeof termFactory>;
}

/**
 * Synchronous parser that records positions, of a document in as many parts as it comes. Its base class is a stream; the
 * reader calls its methods directly.
 */
export class RdfXmlReader extends RdfXmlParser {
  readonly prefixes = new Map<string, Iri>();
  /** Tag that is being closed: the parser has removed it from its stack already. */
  private closing: IActiveTag | undefined;
  private firstRelativeIri: { text: string; position: Position } | undefined;
  private readonly guard: XmlGuard;
  /** Length of the XML literal that is being read. */
  private literal: { readonly pieces: readonly string[]; counted: number; characters: number } = {
    pieces: [],
    counted: 0,
    characters: 0,
  };
  /** Languages of the open elements, as they are written. */
  private readonly languages: (string | undefined)[] = [];
  private readonly givenBase: string | undefined;

  /** @param sink receives each statement */
  constructor(
    private readonly sink: (quad: Quad) => void,
    { base, anonymousPrefix: prefix, text }: RdfXmlOptions,
  ) {
    super({
      baseIRI: base ?? DEFAULT_BASE,
      dataFactory: termFactory(prefix),
      includeXmlNamespacesInLiterals: true,
    });
    this.givenBase = base;
    const { saxParser } = this.internals;
    this.guard = new XmlGuard(text, saxParser);
    saxParser.on('opentagstart', (tag) => this.guard.enter(tag as unknown as SaxesTagNS));
    saxParser.on('error', (error) => {
      throw this.guard.wellFormedness(error);
    });
  }

  /** First relative IRI, if neither the document nor the caller names a base for it. */
  get relativeIri(): { readonly text: string; readonly position: Position } | undefined {
    return this.firstRelativeIri;
  }

  /** @throws OwlgateError OntologySyntax */
  readPart(text: string): void {
    this.placingErrors(() => this.internals.saxParser.write(text));
  }

  /** @throws OwlgateError OntologySyntax */
  readEnd(): void {
    this.placingErrors(() => this.internals.saxParser.close());
  }

  private placingErrors(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (error instanceof OwlgateError) throw error;
      throw syntaxError(this.guard.place(), reasonOf(error as Error));
    }
  }

  private get internals(): ParserInternals {
    return this as unknown as ParserInternals;
  }

  override push(quad: RdfJsQuad): boolean {
    const { guard } = this;
    const position = guard.place();
    const stack = this.internals.activeTagStack;
    const [tag, parent] = this.closing ? [this.closing, stack.at(-1)] : [stack.at(-1), stack.at(-2)];
    // The element of a node is a child of its property's element, which is a child of the subject's element.
    const up = quad.predicate === parent?.predicate ? 1 : 0;
    const hasPropertyElement = up === 1 || quad.predicate === tag?.predicate;
    this.sink({
      ...toTerm.triple(quad, position),
      position,
      subjectPosition: hasPropertyElement ? guard.place(up + 1) : position,
      predicatePosition: guard.place(up),
    });
    return true;
  }

  override valueToUri(value: string, activeTag: IActiveTag): ReturnType<RdfXmlParser['valueToUri']> {
    const label = blankLabelOf(value);
    if (label !== undefined) return this.internals.dataFactory.blankNode(label) as never;
    if (this.givenBase === undefined && activeTag.baseIRI === DEFAULT_BASE && !hasScheme(value)) {
      this.firstRelativeIri ??= { text: value, position: this.guard.place() };
    }
    return super.valueToUri(value, activeTag);
  }

  protected override onTag(tag: SaxesTagNS): void {
    this.guard.openTag(tag);
    const stack = this.internals.activeTagStack;
    const parent = stack.at(-1);
    this.languages.length = stack.length;
    this.languages.push(tag.attributes['xml:lang']?.value ?? this.languages.at(-1));
    if (parent?.childrenStringTags) {
      // The parser copies these attributes into an XML literal without escaping.
      for (const attribute of Object.values(tag.attributes)) attribute.value = escapeXml(attribute.value);
    } else {
      if (!parent) this.checkRoot(tag);
      if (parent?.predicate) this.refuseText(parent.text);
      for (const prefix in tag.ns) this.prefixes.set(prefix, tag.ns[prefix]!);
    }
    super.onTag(tag);
    if (parent?.childrenStringTags) this.limitLiteral(parent.childrenStringTags);
  }

  /** The parser has the language in lower case. */
  override createLiteral(value: string, activeTag: IActiveTag): ReturnType<RdfXmlParser['createLiteral']> {
    if (activeTag.language) {
      const stack = this.internals.activeTagStack;
      // An element that is being closed is no longer on the stack.
      activeTag.language = this.languages[stack.at(-1) === activeTag ? stack.length - 1 : stack.length];
    }
    return super.createLiteral(value, activeTag);
  }

  /** @throws OwlgateError OntologySyntax if an XML literal becomes too long */
  private limitLiteral(pieces: readonly string[]): void {
    if (this.literal.pieces !== pieces) this.literal = { pieces, counted: 0, characters: 0 };
    const { literal } = this;
    while (literal.counted < pieces.length) literal.characters += pieces[literal.counted++]!.length;
    if (literal.characters <= MAX_XML_LITERAL) return;
    const reason = `an XML literal has more than ${MAX_XML_LITERAL} characters, with the namespaces of its elements`;
    throw syntaxError(this.guard.place(), reason);
  }

  /**
   * Refuses other XML: any element may be a node element, so every document would parse, into meaningless statements.
   */
  private checkRoot({ uri, name, attributes }: SaxesTagNS): void {
    if (uri === RdfXmlParser.RDF || Object.values(attributes).some((a) => a.uri === RdfXmlParser.RDF)) return;
    const namespace = uri === '' ? 'has no namespace' : `is in the namespace ${uri}`;
    throw syntaxError(this.guard.place(), `RDF/XML begins with <rdf:RDF>; <${name}> ${namespace}`);
  }

  /** Unlike the base class, joins the text on both sides of a comment and escapes text within XML literals. */
  protected override onText(text: string): void {
    const tag = this.internals.activeTagStack.at(-1);
    if (tag?.childrenStringTags) {
      tag.childrenStringTags.push(escapeXml(text));
      this.limitLiteral(tag.childrenStringTags);
    } else if (tag?.predicate && tag.childrenParseType !== ParseType.PROPERTY) {
      if (tag.hadChildren) this.refuseText(text);
      tag.text = (tag.text ?? '') + text;
    } else this.refuseText(text);
  }

  private refuseText(text: string | undefined): void {
    if (text === undefined || text.trim() === '') return;
    const shown = JSON.stringify(text.trim().slice(0, 40));
    throw syntaxError(this.guard.place(), `unexpected text ${shown}: only elements are allowed here`);
  }

  protected override onCloseTag(): void {
    this.closing = this.internals.activeTagStack.at(-1);
    super.onCloseTag();
    this.closing = undefined;
    this.guard.leave();
  }

  protected override onDoctype(doctype: string): void {
    this.guard.declareEntities(doctype);
  }
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

function reasonOf({ message }: Error): string {
  const reason = message.replace(/\.$/, '');
  const noName = /^Not a valid NCName: ([^]*)$/.exec(reason)?.[1];
  if (noName !== undefined) {
    return `rdf:ID and rdf:nodeID need a name of XML, unlike ${JSON.stringify(noName)}; write rdf:about="#…" for rdf:ID`;
  }
  return /^Illegal (node|property) element name/.test(reason) ? `${reason} (of the RDF namespace)` : reason;
}
