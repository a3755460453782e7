/** Pipeline of this room: text → quads → ontology → profile → names, with warnings. */
import { OwlgateError } from '../errors';
import { parseTurtle } from '../rdf';
import { mapToOntology } from './mapping';
import type { Iri, Ontology, Position } from './model';
import type { GraphqlNameTable, Names, NameTable, Naming } from './names';
import { assignNames } from './naming';
import { checkProfile } from './profile';
import type { ProfileProblem } from './profile';
import type { QuadDocument } from './quads';
import { Renderer } from './render';
import type { RlOntology } from './rl';
import { Taxonomy } from './taxonomy';
import { rdfs } from './vocabulary';
import { compareWarnings } from './warning';
import type { OntologyWarning, ProfileWarning } from './warning';

export interface ReadOptions {
  /** `strict` (the default) refuses an ontology with violations; `lenient` keeps the part that rules carry. */
  readonly profile?: 'strict' | 'lenient';
  /** True to infer equality of individuals (OWL_EQUALITY=sameAs); then owl:sameAs gets a name as well. */
  readonly equality?: boolean;
  /** Names of the ontology in force before. */
  readonly previousNames?: NameTable;
  /** Source of the names; absent for a stored ontology, whose names stay. */
  readonly naming?: Naming;
  /** Base of relative IRIs until `@base`. */
  readonly base?: string;
}

/** Annotation of a term with a text. */
interface TextAnnotation {
  readonly subject: Iri;
  readonly property: Iri;
  readonly text: string;
  readonly lang?: string;
}

/** Loaded ontology without its axioms: rules, names and the taxonomy carry them. */
export interface LoadedTerms {
  readonly ontology: Pick<Ontology, 'iri' | 'prefixes' | 'entities'>;
  readonly reduced: Omit<RlOntology, 'axioms' | 'inclusions'>;
  /** Annotations with texts, except the labels that the entities have. */
  readonly annotations: readonly TextAnnotation[];
  readonly taxonomy: Taxonomy;
  readonly names: Names;
  /** GraphQL names of the ontology in force before. */
  readonly previousGraphql?: GraphqlNameTable;
  /** True if equality of individuals is inferred. */
  readonly equality: boolean;
  /** Warnings in the answer to a load, in document order: deviations, names, and in lenient mode the violations. */
  readonly warnings: readonly (OntologyWarning | ProfileWarning)[];
  readonly violations: readonly ProfileProblem[];
  readonly deviations: readonly ProfileProblem[];
  /** Counts of the service specification (2.1), without owl:Thing and owl:Nothing. */
  readonly counts: { readonly classes: number; readonly objectProperties: number; readonly dataProperties: number };
}

export interface LoadedOntology extends LoadedTerms {
  readonly ontology: Ontology;
  /** Input of the reasoner. */
  readonly reduced: RlOntology;
}

/**
 * Reads an ontology in Turtle.
 *
 * @throws OwlgateError OntologySyntax (invalid Turtle), OntologyEmpty (no class, property or axiom), OntologyProfile
 *   (`strict`, and rules cannot carry all axioms; `violations` in the details), OntologyName (invalid owlgate:name)
 */
export function readOntology(text: string, options: ReadOptions = {}): LoadedOntology {
  return readDocument(parseTurtle(text, options.base), options);
}

/** Returns the addition to the refusal of an ontology without a class and a property: what it has instead. */
function othersIn({ entities }: Ontology, deviations: readonly ProfileProblem[]): string {
  const missing = deviations.filter(({ code }) => code === 'imports').length;
  if (missing > 0) return `: send its imports (${missing}) along, which are not among the documents`;
  let count = 0;
  for (const { kinds, declared } of entities.values()) if (declared && kinds.has('annotationProperty')) count++;
  return count === 0
    ? ''
    : ` of data or objects: it declares annotation properties (${count}), which annotate other terms`;
}

/** Like readOntology, for the statements of a document in any syntax. */
export function readDocument(document: QuadDocument, options: ReadOptions = {}): LoadedOntology {
  const ontology = withDocumentNotes(mapToOntology(document), document);
  const { reduced, violations, deviations } = checkProfile(ontology);
  const counts = {
    classes: reduced.classes.size,
    objectProperties: reduced.objectProperties.size,
    dataProperties: reduced.dataProperties.size,
  };
  if (violations.length > 0 && options.profile !== 'lenient') {
    throw new OwlgateError('OntologyProfile', { count: violations.length }, { violations });
  }
  const isEmpty = counts.classes + counts.objectProperties + counts.dataProperties === 0 && reduced.axioms.length === 0;
  if (isEmpty) throw new OwlgateError('OntologyEmpty', { others: othersIn(ontology, deviations) });
  const { equality = false, previousNames: previous, naming } = options;
  const { names, warnings: nameWarnings } = assignNames(ontology, { previous, equality, naming });
  const taxonomy = new Taxonomy(ontology, reduced);
  const warnings = [
    ...violations.map(violationWarning),
    ...deviations.map(deviationWarning),
    ...nameWarnings,
    ...unsatisfiableWarnings(ontology, taxonomy),
  ];
  warnings.sort(compareWarnings);
  const previousGraphql = previous?.graphql && { previousGraphql: previous.graphql };
  const terms = { ontology, reduced, annotations: textAnnotations(ontology), taxonomy, names, ...previousGraphql };
  return { ...terms, equality, warnings, violations, deviations, counts };
}

/** Returns a loaded ontology without its axioms, which take most of the memory. */
export function withoutAxioms(loaded: LoadedOntology): LoadedTerms {
  const { iri, prefixes, entities } = loaded.ontology;
  const { axioms: _axioms, inclusions: _inclusions, ...reduced } = loaded.reduced;
  return { ...loaded, ontology: { ...(iri !== undefined && { iri }), prefixes, entities }, reduced };
}

function textAnnotations({ axioms, entities }: Ontology): TextAnnotation[] {
  const annotations: TextAnnotation[] = [];
  for (const axiom of axioms) {
    if (axiom.kind !== 'AnnotationAssertion' || typeof axiom.value === 'string') continue;
    const { subject, property } = axiom;
    const { value: text, lang } = axiom.value;
    if (property === rdfs.label && entities.get(subject)?.labels.get(lang ?? '') === text) continue;
    annotations.push({ subject, property, text, ...(lang !== undefined && { lang }) });
  }
  return annotations;
}

function withDocumentNotes(ontology: Ontology, { relativeIri }: QuadDocument): Ontology {
  if (!relativeIri) return ontology;
  const note = {
    code: 'relative-iri',
    text: `<${relativeIri.text}>`,
    position: relativeIri.position,
    reason: 'a relative IRI without a base',
    advice: 'add @base, or write the IRI in full',
  } as const;
  return { ...ontology, notes: [note, ...ontology.notes] };
}

function violationWarning({ code, axiom, rule, notInferred, advice, ...position }: ProfileProblem): ProfileWarning {
  const message = `not inferred: ${notInferred}. In ${axiom}: ${rule}. Instead: ${advice}`;
  return { code, message, ...positionOf(position), axiom, rule: `not inferred: ${rule}`, advice };
}

function deviationWarning({ code, axiom, rule, advice, ...position }: ProfileProblem): ProfileWarning {
  return { code, message: `${axiom}: ${rule}. Instead: ${advice}`, ...positionOf(position), axiom, rule, advice };
}

const positionOf = ({ line, column, document }: Position): Position => ({
  line,
  column,
  ...(document !== undefined && { document }),
});

/** Warns of classes and properties that no data can use, because two of their classes are disjoint. */
function unsatisfiableWarnings(ontology: Ontology, taxonomy: Taxonomy): ProfileWarning[] {
  const renderer = new Renderer(ontology.prefixes);
  const warning = (iri: Iri, rule: string, [one, other]: readonly Iri[], advice: string): ProfileWarning => {
    const both = other === undefined ? 'is empty by an axiom' : `and ${renderer.iri(other)} are disjoint`;
    const axiom = `${renderer.iri(iri)} (${renderer.iri(one!)} ${both})`;
    const message = `${axiom}: ${rule}. Instead: ${advice}`;
    return { code: 'unsatisfiable', message, ...ontology.entities.get(iri)?.position, axiom, rule, advice };
  };
  const { disjointness, signature } = taxonomy;
  const warnings = disjointness.unsatisfiable().map((iri) => {
    const rule = 'every node of this class contradicts the ontology';
    return warning(iri, rule, disjointness.conflict([iri])!, 'remove a superclass, or the disjointness');
  });
  for (const property of [...signature.objectProperties, ...signature.dataProperties]) {
    const conflict = taxonomy.conflictOf(property);
    if (!conflict) continue;
    const rule = `every ${conflict.ofValues ? 'node that is a value' : 'node with a value'} of this property contradicts the ontology`;
    const advice = `correct the ${conflict.ofValues ? 'ranges' : 'domains'} of it and of its superproperties`;
    warnings.push(warning(property, rule, conflict.classes, `${advice}, or remove the disjointness`));
  }
  return warnings;
}
