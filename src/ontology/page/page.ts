/**
 * Documentation page of an ontology: one HTML file without scripts, images or other files. Each term has an anchor by
 * its name and one by its IRI.
 */
import type { Axiom, EntityKind, Iri } from '../model';
import type { LoadedOntology } from '../read';
import { OWL_NS } from '../vocabulary';
import { rowsByTerm } from './facts';
import { Anchors, escaped, fragment, HtmlRenderer, textIn } from './html';
import { hierarchyPicture } from './picture';
import { STYLE } from './style';
import { afterLast, trimEndOf } from '../../util/text';

interface PageOptions {
  /** Line below the title, such as the version and its date. */
  readonly subtitle: string;
}

/** Characters after which no further term is described. */
const MAX_CHARACTERS = 32 * 2 ** 20;
/** Entries of one row. */
const MAX_ENTRIES = 200;

const SECTIONS: readonly (readonly [kind: EntityKind, id: string, title: string])[] = [
  ['class', 'classes', 'Classes'],
  ['objectProperty', 'object-properties', 'Object properties'],
  ['dataProperty', 'data-properties', 'Data properties'],
  ['annotationProperty', 'annotation-properties', 'Annotation properties'],
  ['datatype', 'datatypes', 'Datatypes'],
  ['individual', 'individuals', 'Individuals'],
];

const TITLES: ReadonlySet<string> = new Set([
  'http://purl.org/dc/terms/title',
  'http://purl.org/dc/elements/1.1/title',
  'http://www.w3.org/2000/01/rdf-schema#label',
]);

/** @returns a complete HTML document of bounded length */
export function ontologyPage({ ontology, names }: LoadedOntology, { subtitle }: PageOptions): string {
  const anchors = new Anchors();
  for (const [, id] of SECTIONS) anchors.add(`#${id}`, id);
  const sections = SECTIONS.map(([kind, id, title]) => ({ kind, id, title, terms: termsOf(kind) })).filter(
    ({ terms }) => terms.length > 0,
  );
  for (const { terms } of sections) for (const { iri, name } of terms) anchors.add(iri, name);
  const html = new HtmlRenderer(ontology.prefixes, anchors);
  const rows = rowsByTerm(ontology, html);
  const children = childrenOf(ontology.axioms);
  const described = new Set<Iri>();
  const head = headOf();
  const parts: string[] = [head];
  let length = head.length;
  let omitted = 0;
  const push = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const { kind, id, title, terms } of sections) {
    push(`<section><h2 id="${id}">${title} <small>${terms.length}</small></h2>`);
    if (kind === 'class' || kind === 'objectProperty' || kind === 'dataProperty') push(picture(terms, title));
    for (const { iri, name } of terms) {
      if (length > MAX_CHARACTERS) omitted++;
      else push(article(iri, name));
    }
    push('</section>');
  }
  if (omitted > 0) push(`<p class="note">The page is full: ${omitted} more terms are not described here.</p>`);
  push('</main></body></html>\n');
  return parts.join('\n');

  function termsOf(kind: EntityKind): { readonly iri: Iri; readonly name: string }[] {
    return [...ontology.entities.values()]
      .filter(({ iri, kinds }) => kinds.has(kind) && !iri.startsWith(OWL_NS) && iri !== ontology.iri)
      .map(({ iri }) => ({ iri, name: nameOf(kind, iri) }))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  function nameOf(kind: EntityKind, iri: Iri): string {
    const name = kind === 'class' ? names.class(iri) : names.property(iri);
    return name ?? (afterLast(trimEndOf(iri, '#/'), '#/') || iri);
  }

  function headOf(): string {
    const about = ontology.axioms.filter(
      (axiom): axiom is Extract<Axiom, { kind: 'AnnotationAssertion' }> =>
        axiom.kind === 'AnnotationAssertion' && axiom.subject === ontology.iri,
    );
    const titles = about.flatMap(({ property, value }) =>
      TITLES.has(property) && typeof value !== 'string' ? [value] : [],
    );
    const [title] = titles;
    const shown = title?.value ?? ontology.iri ?? 'Ontology';
    const fields: (readonly [string, string])[] = [
      ...(ontology.iri === undefined ? [] : [['IRI', html.iri(ontology.iri)] as const]),
      ...(ontology.versionIri === undefined ? [] : [['version', html.iri(ontology.versionIri)] as const]),
      ...ontology.imports.map((iri) => ['imports', html.iri(iri)] as const),
      ...about.map(({ property, value }) => [html.iri(property), html.term(value)] as const),
      ...[...ontology.prefixes].map(([prefix, iri]) => [`prefix ${escaped(prefix)}:`, escaped(iri)] as const),
    ];
    const contents = sections.map(
      (each) => `<li><a href="#${each.id}">${each.title}</a> <small>${each.terms.length}</small></li>`,
    );
    return [
      '<!DOCTYPE html>',
      '<html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${escaped(shown)}</title><style>${STYLE}</style></head><body><main>`,
      `<header><h1>${title ? textIn(title.lang ?? '', title.value) : escaped(shown)}</h1>`,
      `<p class="note">${escaped(subtitle)}</p>`,
      `<dl>${fields.map(([heading, entry]) => `<dt>${heading}</dt><dd>${entry}</dd>`).join('\n')}</dl>`,
      `<nav><ul>${contents.join('')}</ul></nav></header>`,
    ].join('\n');
  }

  function picture(terms: readonly { readonly iri: Iri; readonly name: string }[], title: string): string {
    const byIri = new Map(terms.map(({ iri, name }) => [iri, name]));
    const byName = (a: Iri, b: Iri): number => (byIri.get(a)! < byIri.get(b)! ? -1 : 1);
    const within = new Map(
      terms.flatMap(({ iri }) => {
        const below = (children.get(iri) ?? []).filter((each) => byIri.has(each)).sort(byName);
        return below.length > 0 ? [[iri, below] as const] : [];
      }),
    );
    if (within.size === 0) return '';
    const hierarchy = { terms: terms.map(({ iri }) => iri), children: within, name: (iri: Iri) => byIri.get(iri)! };
    const drawn = hierarchyPicture(hierarchy, anchors, `Hierarchy: ${title}`);
    const note = drawn.omitted > 0 ? `<p class="note">${drawn.omitted} more are not drawn.</p>` : '';
    return `<figure>${drawn.svg}${note}</figure>`;
  }

  function article(iri: Iri, name: string): string {
    const entity = ontology.entities.get(iri)!;
    const anchor = anchors.of(iri)!;
    const deprecated = entity.deprecated ? ' <em>deprecated</em>' : '';
    // A term of two kinds is described twice, but has one anchor.
    const isFirst = !described.has(iri);
    const id = (text: string): string => (isFirst ? ` id="${escaped(text)}"` : '');
    described.add(iri);
    return [
      `<article${id(anchor)}><h3><a href="#${fragment(anchor)}">${escaped(name)}</a>${deprecated}</h3>`,
      `<p class="iri"><code${anchor === iri ? '' : id(iri)}>${escaped(iri)}</code></p>`,
      `<dl>${[...(rows.get(iri) ?? [])].sort(byHeading).map(printRow).join('')}</dl></article>`,
    ].join('\n');
  }
}

const HEADINGS = ['label', 'comment', 'characteristics', 'type', 'is below', 'is above', 'domain', 'range'];

function byHeading([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  const rank = (heading: string): number => (HEADINGS.indexOf(heading) + HEADINGS.length + 1) % (HEADINGS.length + 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function printRow([heading, entries]: readonly [string, ReadonlySet<string>]): string {
  const shown = [...entries].slice(0, MAX_ENTRIES).map((entry) => `<dd>${entry}</dd>`);
  const more = entries.size > MAX_ENTRIES ? `<dd class="note">${entries.size - MAX_ENTRIES} more</dd>` : '';
  return `<dt>${heading}</dt>${shown.join('')}${more}`;
}

/** Returns the stated subterms of each term. */
function childrenOf(axioms: readonly Axiom[]): ReadonlyMap<Iri, readonly Iri[]> {
  const children = new Map<Iri, Iri[]>();
  const add = (sub: Iri, above: Iri): void => {
    const below = children.get(above);
    if (below) below.push(sub);
    else children.set(above, [sub]);
  };
  for (const axiom of axioms) {
    if (axiom.kind === 'SubClassOf' && axiom.sub.kind === 'Class' && axiom.super.kind === 'Class') {
      add(axiom.sub.iri, axiom.super.iri);
    } else if (
      axiom.kind === 'SubObjectPropertyOf' &&
      axiom.sub.kind === 'ObjectProperty' &&
      axiom.super.kind === 'ObjectProperty'
    ) {
      add(axiom.sub.iri, axiom.super.iri);
    } else if (axiom.kind === 'SubDataPropertyOf') add(axiom.sub, axiom.super);
  }
  return children;
}
