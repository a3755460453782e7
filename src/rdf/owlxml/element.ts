/** OWL/XML text → tree of elements with positions. */
import { SaxesParser } from '@rubensworks/saxes';
import type { SaxesTagNS } from '@rubensworks/saxes';
import { resolve } from 'relative-to-absolute-iri';
import { DEFAULT_BASE, syntaxError } from '../document';
import { languageTag } from '../language-tags';
import type { Iri, Position } from '../quads';
import { malformedTag } from '../rdfjs';
import { OWL_NS } from '../vocabulary';
import { XmlGuard } from '../xml';

const XML_NS = 'http://www.w3.org/XML/1998/namespace';
/** Maximum nesting of elements: the reader of expressions is recursive. */
const MAX_DEPTH = 500;

export interface Element {
  readonly name: string;
  /** Attributes without a namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  readonly text: string;
  readonly at: Position;
  /** `xml:base` and `xml:lang` in scope. */
  readonly base: Iri | undefined;
  readonly lang: string | undefined;
}

interface OpenElement extends Element {
  readonly children: Element[];
  text: string;
}

/** @throws OwlgateError OntologySyntax for malformed XML and for elements outside the OWL namespace */
export function readElements(text: string, base: Iri | undefined): Element {
  const parser = new SaxesParser({ xmlns: true });
  const guard = new XmlGuard(text, parser);
  const open: OpenElement[] = [];
  let root: Element | undefined;
  parser.on('error', (error) => {
    throw guard.wellFormedness(error);
  });
  parser.on('doctype', (doctype) => guard.declareEntities(doctype));
  parser.on('opentagstart', (tag) => guard.enter(tag as unknown as SaxesTagNS));
  parser.on('opentag', (tag) => {
    guard.openTag(tag);
    const at = guard.place();
    if (open.length > MAX_DEPTH) throw syntaxError(at, `elements are nested deeper than ${MAX_DEPTH}`);
    const element = openElement(tag, at, open.at(-1), base);
    root ??= element;
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
    guard.leave();
  });
  parser.write(text).close();
  return root!;
}

function openElement(
  tag: SaxesTagNS,
  at: Position,
  parent: Element | undefined,
  givenBase: Iri | undefined,
): OpenElement {
  if (tag.uri !== OWL_NS) {
    const namespace = tag.uri === '' ? 'no namespace' : `the namespace ${tag.uri}`;
    throw syntaxError(at, `<${tag.name}> is in ${namespace}; OWL/XML is in ${OWL_NS}`);
  }
  const attributes = new Map<string, string>();
  let base = parent ? parent.base : givenBase;
  let lang = parent?.lang;
  for (const { uri, local, value } of Object.values(tag.attributes)) {
    if (uri === '') attributes.set(local, value);
    else if (uri === XML_NS && local === 'base') base = resolve(value, base ?? DEFAULT_BASE);
    else if (uri === XML_NS && local === 'lang') lang = value === '' ? undefined : tagOf(value, at);
  }
  return { name: tag.local, attributes, children: [], text: '', at, base, lang };
}

/** @throws OwlgateError OntologySyntax for a language that is not well-formed */
function tagOf(text: string, at: Position): string {
  const tag = languageTag(text);
  if (tag === undefined) throw malformedTag(at, text);
  return tag;
}
