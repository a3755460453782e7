/** Facts of a node, read from the answers to the queries of dql.ts. */
import type { Predicate } from './dql';

export interface NodeHead {
  readonly uid: string;
  readonly iri?: string;
  readonly types: readonly string[];
  /** Name by which people call it, else its local name, else its uid. */
  readonly label: string;
}

export interface StoredFact {
  readonly predicate: string;
  /** Text of a value; name of a class. */
  readonly value: string;
  readonly lang?: string;
  /** The other node of an edge. */
  readonly node?: NodeHead;
  readonly isInferred: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

export function headOf(fields: Fields): NodeHead {
  const uid = String(fields['uid']);
  const iri = typeof fields['iri'] === 'string' ? fields['iri'] : undefined;
  const types = listed(fields['t']).map(String);
  const name = Object.keys(fields)
    .filter((key) => /^n\d+$/.test(key))
    .map((key) => listed(fields[key])[0])
    .find((value): value is string => typeof value === 'string' && value.trim() !== '');
  return { uid, ...(iri !== undefined && { iri }), types, label: name ?? (iri && localName(iri)) ?? uid };
}

/** Last part of an IRI. */
export const localName = (iri: string): string => /[^#/:]*$/.exec(iri.replace(/[#/]$/, ''))?.[0] || iri;

/** Types of a node, from the answer to `headQuery`. */
export function typeFacts(fields: Fields): StoredFact[] {
  return listed(fields['ti']).map((value, i) => ({
    predicate: 'graph.type',
    value: String(value),
    isInferred: markOf(fields['i'], i),
  }));
}

/** @param fields the node in the answer to `factsQuery` or `incomingQuery` */
export function factsOf(fields: Fields, predicates: readonly Predicate[]): StoredFact[] {
  return predicates.flatMap(({ predicate }, i) => {
    const marks = fields[`i${i}`];
    return listed(fields[`p${i}`]).map((value, place): StoredFact => {
      if (isEdge(value)) {
        const node = headOf(value);
        return { predicate, value: node.label, node, isInferred: value[`i${i}`] === true };
      }
      return { predicate, value: print(value), isInferred: markOf(marks, place) };
    });
  });
}

/** Languages of the values of a node: those of `name@*` in the answer to `factsQuery`. */
export function languagesOf(fields: Fields, predicates: readonly Predicate[]): { name: string; lang: string }[] {
  return predicates
    .filter(({ lang }) => lang)
    .flatMap(({ predicate }) =>
      Object.keys(fields)
        .filter((key) => key === predicate || key.startsWith(`${predicate}@`))
        .map((key) => ({ name: predicate, lang: key.slice(predicate.length + 1) })),
    );
}

/** @param fields the node in the answer to `languagesQuery` */
export const languageFacts = (fields: Fields, values: readonly { name: string; lang: string }[]): StoredFact[] =>
  values.flatMap(({ name, lang }, i) =>
    listed(fields[`v${i}`]).map((value, place) => ({
      predicate: name,
      value: print(value),
      ...(lang !== '' && { lang }),
      isInferred: markOf(fields[`i${i}`], place),
    })),
  );

/** Object of a fact, as GET /ontology/explain takes it. */
export function objectOf({ predicate, value, lang, node }: StoredFact): string {
  if (node) return node.uid;
  if (predicate === 'graph.type') return value;
  const escaped = value.replace(/[\\"\n\r\t]/g, (each) => ESCAPES[each]!);
  return `"${escaped}"${lang === undefined ? '' : `@${lang}`}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Marks of a list of values come by place, that of a single value by itself. */
function markOf(marks: unknown, place: number): boolean {
  if (typeof marks === 'object' && marks !== null) return (marks as Fields)[String(place)] === true;
  return marks === true;
}

const isEdge = (value: unknown): value is Fields => typeof value === 'object' && value !== null && 'uid' in value;

/** Values as a list; a single edge comes without one. */
function listed(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

export const print = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
