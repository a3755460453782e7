/** RDF/XML text → quads with their place in the text (https://www.w3.org/TR/rdf-syntax-grammar/), by rdfxml-streaming-parser. */
import type { SaxesParser, SaxesTagNS } from '@rubensworks/saxes';
import { ParseType, RdfXmlParser } from 'rdfxml-streaming-parser';
import type { IActiveTag } from 'rdfxml-streaming-parser';
import { OwlgateError } from '../errors';
import { anonymousPrefix, DEFAULT_BASE, hasScheme, syntaxError } from './document';
import { comparePositions } from './quads';
import type { Iri, Position, Quad, QuadDocument } from './quads';
import { termFactory, toTerm } from './rdfjs';
import type { RdfJsQuad } from './rdfjs';
import { XmlGuard } from './xml';

/**
 * Reads an RDF/XML document. A statement's place is that of the element that says it.
 *
 * Blank nodes keep their `rdf:nodeID`; the others are numbered in the order in which they are met.
 *
 * @param base what relative IRIs are resolved against where the document has no `xml:base`
 * @throws OwlgateError OntologySyntax with the line and column of the first error
 */
export function parseRdfXml(text: string, base?: string): QuadDocument {
  return new RdfXmlReader(text, base).readDocument();
}

/** What of the parser's inside is used here: it has no public way to be asked for a tag's place, or to be ended. */
interface Inside {
  readonly saxParser: SaxesParser<{ xmlns: true }>;
  readonly activeTagStack: IActiveTag[];
}

/** The parser is a stream; here it is driven by hand, and what it pushes is taken at once, with its place. */
class RdfXmlReader extends RdfXmlParser {
  private readonly quads: Quad[] = [];
  private readonly prefixes = new Map<string, Iri>();
  /** The tag that is being closed, when the parser has forgotten it already. */
  private closing: IActiveTag | undefined;
  private relativeIri: { text: string; position: Position } | undefined;
  private readonly guard: XmlGuard;

  constructor(
    private readonly document: string,
    private readonly givenBase: string | undefined,
  ) {
    super({
      baseIRI: givenBase ?? DEFAULT_BASE,
      dataFactory: termFactory(anonymousPrefix(document)),
      includeXmlNamespacesInLiterals: true,
    });
    const { saxParser } = this.inside;
    this.guard = new XmlGuard(document, saxParser);
    saxParser.on('opentagstart', (tag) => this.guard.enter(tag as unknown as SaxesTagNS));
    saxParser.on('error', (error) => {
      throw this.guard.wellFormedness(error);
    });
  }

  readDocument(): QuadDocument {
    try {
      this.inside.saxParser.write(this.document).close();
    } catch (error) {
      if (error instanceof OwlgateError) throw error;
      throw syntaxError(this.guard.place(), reasonOf(error as Error));
    }
    this.quads.sort((a, b) => comparePositions(a.position, b.position));
    const { quads, prefixes, relativeIri } = this;
    return { quads, prefixes, ...(relativeIri && { relativeIri }) };
  }

  private get inside(): Inside {
    return this as unknown as Inside;
  }

  override push(quad: RdfJsQuad): boolean {
    const { guard } = this;
    const position = guard.place();
    const stack = this.inside.activeTagStack;
    const [tag, parent] = this.closing ? [this.closing, stack.at(-1)] : [stack.at(-1), stack.at(-2)];
    // A node stands in the element of its property, and that in the one of its subject.
    const up = quad.predicate === parent?.predicate ? 1 : 0;
    const ofProperty = up === 1 || quad.predicate === tag?.predicate;
    this.quads.push({
      ...toTerm.triple(quad, position),
      position,
      subjectPosition: ofProperty ? guard.place(up + 1) : position,
      predicatePosition: guard.place(up),
    });
    return true;
  }

  override valueToUri(value: string, activeTag: IActiveTag): ReturnType<RdfXmlParser['valueToUri']> {
    if (this.givenBase === undefined && activeTag.baseIRI === DEFAULT_BASE && !hasScheme(value)) {
      this.relativeIri ??= { text: value, position: this.guard.place() };
    }
    return super.valueToUri(value, activeTag);
  }

  protected override onTag(tag: SaxesTagNS): void {
    this.guard.openTag(tag);
    const parent = this.inside.activeTagStack.at(-1);
    if (parent?.childrenStringTags) {
      // They are put into an XML literal as they are.
      for (const attribute of Object.values(tag.attributes)) attribute.value = escapeXml(attribute.value);
    } else {
      if (!parent) this.checkRoot(tag);
      if (parent?.predicate) this.refuseText(parent.text);
      for (const prefix in tag.ns) this.prefixes.set(prefix, tag.ns[prefix]!);
    }
    super.onTag(tag);
  }

  /** Any element may be a node, but an XML document of another kind would be read as nonsense. */
  private checkRoot({ uri, name, attributes }: SaxesTagNS): void {
    if (uri === RdfXmlParser.RDF || Object.values(attributes).some((a) => a.uri === RdfXmlParser.RDF)) return;
    const known = uri === '' ? 'has no namespace' : `is of the namespace ${uri}`;
    throw syntaxError(this.guard.place(), `RDF/XML begins with <rdf:RDF>; <${name}> ${known}`);
  }

  /** Unlike the library, text on both sides of a comment is one text, and is escaped within XML literals. */
  protected override onText(text: string): void {
    const tag = this.inside.activeTagStack.at(-1);
    if (tag?.childrenStringTags) tag.childrenStringTags.push(escapeXml(text));
    else if (tag?.predicate && tag.childrenParseType !== ParseType.PROPERTY) {
      if (tag.hadChildren) this.refuseText(text);
      tag.text = (tag.text ?? '') + text;
    } else this.refuseText(text);
  }

  private refuseText(text: string | undefined): void {
    if (text === undefined || text.trim() === '') return;
    const shown = JSON.stringify(text.trim().slice(0, 40));
    throw syntaxError(this.guard.place(), `the text ${shown} stands where only elements may be`);
  }

  protected override onCloseTag(): void {
    this.closing = this.inside.activeTagStack.at(-1);
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
  return /^Illegal (node|property) element name/.test(reason) ? `${reason} (of the RDF namespace)` : reason;
}
