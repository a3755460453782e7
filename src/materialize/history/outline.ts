/**
 * Outline of a version: its statements with their places, its terms and its schema. Two versions are compared by their
 * outlines, without parsing and compiling their documents again. A load stores the outline of its version; that of a
 * version without one is made of its documents.
 */
import { abbreviated, canonicalStatements, mentions, Renderer } from '../../ontology';
import type { Iri, Position, QuadDocument } from '../../ontology';
import type { WholeOntology } from '../documents/compile';
import { termsOf } from '../documents/terms';

type Names = Readonly<Record<Iri, string>>;

/** Origins of the statements of an outline; see origins.ts. */
interface Origins {
  /** Number of the version that brought each statement. */
  readonly versions: readonly number[];
  /** Version from which on they are known. Its own statements may be older. */
  readonly from: number;
}

export interface Outline {
  /** Documents by number; '' for the ontology itself. */
  readonly documents: readonly string[];
  readonly prefixes: Readonly<Record<string, Iri>>;
  /** Names in Dgraph. */
  readonly classes: Names;
  readonly properties: Names;
  /** True if it has named individuals. */
  readonly hasIndividuals: boolean;
  /** Dgraph schema. */
  readonly schema: string;
  /** Canonical texts of the statements, in document order, each once. */
  readonly axioms: readonly string[];
  /** Line, column and number of the document of each statement, one after another. */
  readonly places: readonly number[];
  /** Absent in an outline that was made of documents, or by an earlier gateway. */
  readonly origins?: Origins;
}

/** @param document statements that the ontology was compiled from */
export function outlineOf({ loaded, compiled }: WholeOntology, document: QuadDocument): Outline {
  const statements = canonicalStatements(loaded.ontology, document.quads);
  const documents = new Map<string, number>([['', 0]]);
  const numberOf = (name: string): number => {
    const number = documents.get(name) ?? documents.size;
    documents.set(name, number);
    return number;
  };
  const places = statements.flatMap(({ position: { line, column, document: name = '' } }) => [
    line,
    column,
    numberOf(name),
  ]);
  const { classes, properties } = termsOf(loaded);
  return {
    documents: [...documents.keys()],
    prefixes: Object.fromEntries(document.prefixes),
    classes: Object.fromEntries(classes),
    properties: Object.fromEntries(properties),
    hasIndividuals: loaded.reduced.individuals.size > 0,
    schema: compiled.text,
    axioms: statements.map(({ text }) => text),
    places,
  };
}

/** Outline of no ontology. */
export const NO_OUTLINE: Outline = {
  documents: [''],
  prefixes: {},
  classes: {},
  properties: {},
  hasIndividuals: false,
  schema: '',
  axioms: [],
  places: [],
};

/** Returns the printer of an outline's IRIs. */
export const rendererOf = ({ prefixes }: Outline): Renderer => new Renderer(new Map(Object.entries(prefixes)));

/** Statement of an ontology with its place in the documents. */
export interface PlacedAxiom extends Position {
  /** Functional style of OWL 2. */
  readonly axiom: string;
}

/** Returns a statement of an outline. @param renderer printer of its IRIs */
export function placedAxiom({ axioms, places, documents }: Outline, number: number, renderer: Renderer): PlacedAxiom {
  const [line, column, document] = places.slice(3 * number, 3 * number + 3) as [number, number, number];
  const name = documents[document] ?? '';
  const place = { line, column, ...(name !== '' && { document: name }) };
  return { axiom: abbreviated(axioms[number]!, renderer), ...place };
}

/** Returns the numbers of the statements that mention a term. */
export const mentioning = ({ axioms }: Outline, iri: Iri): number[] =>
  axioms.flatMap((text, number) => (mentions(text, iri) ? [number] : []));

/**
 * Finds a term of an outline.
 *
 * @param term name in Dgraph, IRI with or without angle brackets, `prefix:name`, or local name
 * @returns undefined for a term that no statement mentions
 */
export function termOf(outline: Outline, term: string): Iri | undefined {
  const { classes, properties, prefixes, axioms } = outline;
  const named = [classes, properties].flatMap((names) =>
    Object.entries(names).flatMap(([iri, name]) => (name === term ? [iri] : [])),
  );
  const [prefix, local] = term.split(/:(.*)/s) as [string, string?];
  const namespace = local === undefined ? undefined : prefixes[prefix];
  const base = prefixes[''];
  const candidates = [
    ...named,
    ...(/^<.*>$/.test(term) ? [term.slice(1, -1)] : [term]),
    ...(namespace === undefined ? [] : [`${namespace}${local}`]),
    ...(local === undefined && base !== undefined ? [`${base}${term}`] : []),
  ];
  return candidates.find((iri) => axioms.some((text) => mentions(text, iri)));
}
