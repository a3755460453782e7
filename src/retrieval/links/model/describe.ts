/** Descriptions of nodes and classes, with which a model tells them apart: labels, types and a few facts. */
import type { Graph } from '../../types';
import { isReserved } from '../../knowledge/labels';
import { annotatedLabels, labelledClasses, linkedPredicates } from '../label-source';
import { afterLast } from '../../../util/text';

const MAX_PREDICATES = 100;
const MAX_LABELS = 4;
const MAX_FACTS = 6;
const MAX_CHARACTERS = 80;

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns one line per node, by uid; none for a node without data.
 *
 * @throws errors of Graph; the signal's reason
 */
export async function describeNodes(
  graph: Graph,
  uids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (uids.length === 0) return new Map();
  const stored = await graph.schema();
  const labels = linkedPredicates(stored).slice(0, MAX_PREDICATES);
  const isLabel = new Set(labels.map(({ name }) => name));
  const factPredicates = stored.schema
    .filter(({ predicate, type }) => !isReserved(predicate) && DESCRIPTIVE_TYPES.has(type) && predicate !== 'iri')
    .filter(({ predicate }) => !isLabel.has(predicate))
    .slice(0, MAX_PREDICATES);
  const iri = stored.schema.some(({ predicate }) => predicate === 'iri') ? 'iri' : '';
  const labelFields = `${labels.map(({ name, lang }, i) => `l${i}: <${name}>${lang ? '@en:.' : ''}`).join(' ')} ${iri}`;
  const facts = factPredicates.map(({ predicate, type }, i) =>
    type === 'uid' ? `p${i}: <${predicate}> (first: 3) { uid ${labelFields} }` : `p${i}: <${predicate}>`,
  );
  const text = `{ q(func: uid(${uids.join(', ')})) { uid ${labelFields} t: dgraph.type ${facts.join(' ')} } }`;
  const { q = [] } = await graph.query<{ q?: readonly Row[] }>(text, undefined, signal);
  const annotated = annotatedLabels(graph);
  const out = new Map<string, string>();
  for (const row of q) {
    const names = namesOf(row, annotated);
    const types = textsOf(row['t']).join(', ');
    const described = factPredicates.flatMap(({ predicate }, i) => factOf(predicate, row[`p${i}`], annotated));
    if (names.length === 0 && types === '' && described.length === 0) continue;
    const name = names.slice(0, MAX_LABELS).join(' / ') || '(no name)';
    out.set(
      row['uid'] as string,
      [name + (types === '' ? '' : ` (${types})`), ...described.slice(0, MAX_FACTS)].join('; '),
    );
  }
  return out;
}

/** Types whose values a reader understands. */
const DESCRIPTIVE_TYPES: ReadonlySet<string> = new Set(['uid', 'string', 'default', 'int', 'float', 'datetime']);

function namesOf(row: Row, annotated: ReadonlyMap<string, readonly string[]>): string[] {
  const { iri } = row;
  const labels = Object.entries(row).flatMap(([key, value]) => (/^l\d+$/.test(key) ? textsOf(value) : []));
  const local = typeof iri === 'string' ? afterLast(iri, '#/:') : '';
  const all = [...(typeof iri === 'string' ? (annotated.get(iri) ?? []) : []), ...labels];
  return [...new Set(all.length > 0 ? all.map(short) : local === '' ? [] : [short(local)])];
}

function factOf(predicate: string, value: unknown, annotated: ReadonlyMap<string, readonly string[]>): string[] {
  if (value === undefined || value === null) return [];
  const objects = (Array.isArray(value) ? (value as unknown[]) : [value]).slice(0, 3).flatMap((each) => {
    if (typeof each === 'object' && each !== null) return namesOf(each as Row, annotated).slice(0, 1);
    return typeof each === 'string' || typeof each === 'number' ? [short(String(each))] : [];
  });
  return objects.length === 0 ? [] : [`${predicate}: ${objects.join(', ')}`];
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((each): each is string => typeof each === 'string');

/** Returns one short line. */
const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
};

/** Returns one line per class, by Dgraph name. */
export function describeClasses(graph: Graph, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const classes = labelledClasses(graph).filter(({ name }) => names.has(name));
  return new Map(
    classes.map(({ name, labels }) => [
      name,
      `the kind of thing: ${[...new Set([...labels, name])].map(short).slice(0, MAX_LABELS).join(' / ')}`,
    ]),
  );
}
