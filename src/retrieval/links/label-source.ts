/** Sources of labels: predicates that name nodes, IRIs, and entities of the ontology in force. */
import type { EngineSchema, StoredPredicate } from '../../dgraph';
import { vocabulary } from '../../ontology';
import type { Graph } from '../types';
import { isReserved } from '../knowledge/labels';
import { labelOfName } from './fold';
import { hashLabel, LabelTable } from './label-table';
import { afterLast, decoded } from '../../util/text';

/** Last words of predicate names whose values are labels. */
const NAMING =
  /^(?:name|names|label|labels|title|titles|alias|aliases|synonym|synonyms|nickname|called|surname|forename)$/;
/** Nodes per page; other requests run between pages. */
const PAGE = 5_000;
/** Maximum labels in memory. Further labels are not linked; the log warns of it. */
export const MAX_LABELS = 5_000_000;
const IRI = 'iri';

interface LinkedPredicate {
  readonly name: string;
  readonly lang: boolean;
}

/**
 * Returns predicates whose values link texts to nodes: strings with the name of a label (`name`, `fullName`,
 * `Person.name`, `skos.prefLabel`), and strings with an exact index, such as codes. Stricter about names than
 * `labelPredicates` (knowledge/labels.ts), which chooses the label that is shown: in a text, the value of a `username`
 * is often an ordinary word.
 */
export function linkedPredicates({ schema }: Pick<EngineSchema, 'schema'>): LinkedPredicate[] {
  return schema.filter(isLabel).map(({ predicate, lang }) => ({ name: predicate, lang: lang === true }));
}

function isLabel({ predicate, type, tokenizer = [] }: StoredPredicate): boolean {
  if (isReserved(predicate) || predicate === IRI) return false;
  if (type !== 'string' && type !== 'default') return false;
  if (tokenizer.includes('exact')) return true;
  const words = labelOfName(predicate.replace(/^.*[/#:]/, ''))
    .toLowerCase()
    .split(' ');
  return NAMING.test(words.at(-1) ?? '');
}

type Row = { readonly uid: string } & Readonly<Record<string, unknown>>;

/**
 * Reads all labels of nodes, page by page.
 *
 * @param onLabel also receives each label
 */
export async function readLabels(
  graph: Graph,
  signal: AbortSignal,
  onLabel: (label: string, uid: string) => void = () => undefined,
): Promise<{ table: LabelTable; isComplete: boolean }> {
  const schema = await graph.schema();
  const table = new LabelTable();
  const add = (label: string, uid: string): void => {
    table.add(label, uid);
    onLabel(label, uid);
  };
  const individuals = annotatedLabels(graph);
  const predicates = linkedPredicates(schema);
  if (schema.schema.some(({ predicate }) => predicate === IRI)) predicates.push({ name: IRI, lang: false });
  for (const { name, lang } of predicates) {
    for await (const row of pages(graph, name, lang, signal)) {
      for (const [key, value] of Object.entries(row)) {
        if (key === 'uid') continue;
        for (const text of Array.isArray(value) ? (value as unknown[]) : [value]) {
          if (typeof text !== 'string') continue;
          if (name !== IRI) add(text, row.uid);
          else for (const label of labelsOfIri(text, individuals)) add(label, row.uid);
        }
      }
      if (table.size >= MAX_LABELS) return { table, isComplete: false };
    }
  }
  return { table, isComplete: true };
}

async function* pages(graph: Graph, name: string, lang: boolean, signal: AbortSignal): AsyncGenerator<Row> {
  const field = lang ? `<${name}>@*` : `<${name}>`;
  for (let after = '0x0'; ;) {
    const text = `{ q(func: has(<${name}>${lang ? '@.' : ''}), first: ${PAGE}, after: ${after}) { uid ${field} } }`;
    const { q = [] } = await graph.query<{ q?: readonly Row[] }>(text, undefined, signal);
    yield* q;
    if (q.length < PAGE) return;
    after = q.at(-1)!.uid;
  }
}

/** Returns the labels of a node by its IRI: annotations, and the IRI's last part unless it is a number or the like. */
function labelsOfIri(iri: string, individuals: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const local = afterLast(iri, '#/:');
  const name = labelOfName(decoded(local));
  return [...(individuals.get(iri) ?? []), ...(/\p{L}{2}/u.test(name) ? [name] : [])];
}

const SYNONYMS: readonly string[] = ['prefLabel', 'altLabel', 'hiddenLabel'].map(
  (name) => `http://www.w3.org/2004/02/skos/core#${name}`,
);
const LABEL_PROPERTIES: ReadonlySet<string> = new Set([vocabulary.rdfs.label, ...SYNONYMS]);
const SYNONYM_NAME = /(?:synonym|alias|altlabel|alternativelabel|alternatename)$/i;

/** Returns the labels of the ontology's entities by IRI: rdfs:label, SKOS labels and synonym annotations. */
export function annotatedLabels(graph: Pick<Graph, 'ontology'>): ReadonlyMap<string, readonly string[]> {
  const out = new Map<string, string[]>();
  if (!graph.ontology) return out;
  const { ontology, annotations } = graph.ontology.loaded;
  const add = (iri: string, label: string): void => {
    const list = out.get(iri);
    if (!list) out.set(iri, [label]);
    else if (!list.includes(label)) list.push(label);
  };
  for (const { iri, labels } of ontology.entities.values()) for (const label of labels.values()) add(iri, label);
  for (const { subject, property, text } of annotations) {
    if (LABEL_PROPERTIES.has(property) || SYNONYM_NAME.test(property)) add(subject, text);
  }
  return out;
}

/** Returns Dgraph names of classes by the hash of their folded labels. */
export function classLabels(graph: Pick<Graph, 'ontology'>): ReadonlyMap<number, readonly string[]> {
  const out = new Map<number, string[]>();
  for (const { name, labels } of labelledClasses(graph)) {
    for (const label of labels) {
      const hash = hashLabel(label)?.hash;
      if (hash === undefined) continue;
      const list = out.get(hash);
      if (!list) out.set(hash, [name]);
      else if (!list.includes(name)) list.push(name);
    }
  }
  return out;
}

/** Returns the classes of the ontology in force with all their labels. */
export function labelledClasses(
  graph: Pick<Graph, 'ontology'>,
): readonly { readonly name: string; readonly labels: readonly string[] }[] {
  const { ontology } = graph;
  if (!ontology) return [];
  const annotated = annotatedLabels(graph);
  const { names, ontology: model } = ontology.loaded;
  return [...model.entities.values()].flatMap(({ iri, kinds }) => {
    const name = kinds.has('class') ? names.class(iri) : undefined;
    return name === undefined ? [] : [{ name, labels: [...(annotated.get(iri) ?? []), labelOfName(name)] }];
  });
}
