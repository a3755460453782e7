/** Ontology → Dgraph schema (design "Schema"): classes become types, object and data properties become predicates. */
import { plainPredicate, printSchema, type PredicateDeclaration, type TypeDeclaration } from '../dql';
import { vocabulary } from '../ontology';
import type { Iri, LoadedOntology, OntologyWarning, Taxonomy } from '../ontology';
import { readAnnotations } from './annotations';
import {
  countedBeyondOne,
  keyProperties,
  multiValuedProperties,
  severallyRequired,
  taggedProperties,
} from './cardinalities';
import { inferredProperties } from './inferred-edges';
import { compileDataProperty, compileObjectProperty, linkPredicate } from './predicates';

/** Predicate of a node's IRI. The gateway keeps it unique, because `@unique` makes bulk writes 7 times slower. */
export const IRI_PREDICATE: PredicateDeclaration = {
  ...plainPredicate('iri', 'string'),
  index: [{ tokenizer: 'exact' }],
  upsert: true,
};

const { owl } = vocabulary;

/** Maximum fields for properties of every class; beyond it, the types omit these properties. */
const MAX_UNIVERSAL_FIELDS = 200_000;
/** Maximum fields of all types, including inherited ones; beyond it, the types omit inherited properties. */
const MAX_FIELDS = 1_000_000;

export interface CompiledSchema {
  /** Predicates: `iri` first, the others ordered by name. */
  readonly predicates: readonly PredicateDeclaration[];
  /** Types ordered by name, with their fields, including `iri`, ordered by name. */
  readonly types: readonly TypeDeclaration[];
  /** Schema in the syntax of /alter. */
  readonly text: string;
  readonly warnings: readonly OntologyWarning[];
}

/**
 * Compiles an ontology. Omits annotation properties such as rdfs:label: they describe the terms of the ontology.
 *
 * @throws OwlgateError OntologyAnnotation for an invalid annotation
 */
export function compileSchema(loaded: LoadedOntology): CompiledSchema {
  const { ontology, taxonomy, names, reduced, equality } = loaded;
  const warnings: OntologyWarning[] = [];
  const annotations = readAnnotations(ontology);
  const lists = new Set([
    ...countedBeyondOne(ontology),
    ...multiValuedProperties(ontology),
    ...severallyRequired(loaded),
  ]);
  const keys = keyProperties(ontology);
  const tagged = taggedProperties(loaded);
  const inferred = inferredProperties(ontology);

  const predicates: PredicateDeclaration[] = [];
  for (const iri of reduced.objectProperties) {
    predicates.push(compileObjectProperty({ ...context(iri), isInferred: inferred.has(iri) }));
  }
  if (equality) {
    for (const iri of [owl.sameAs, owl.differentFrom]) predicates.push(linkPredicate(names.property(iri)!));
  }
  for (const iri of reduced.dataProperties) {
    const compiled = compileDataProperty({
      ...context(iri),
      datatypes: taxonomy.datatypes(iri),
      hasSeveralValues: lists.has(iri),
      hasLanguages: tagged.has(iri),
      isKey: taxonomy.isInverseFunctional(iri) || keys.has(iri),
    });
    predicates.push(compiled);
    if (!compiled.list) warnOfSubPropertyValues(iri, compiled.name);
  }
  predicates.sort(byName);
  const types = compileTypes(loaded, warnings);
  const document = { predicates: [IRI_PREDICATE, ...predicates], types };
  return { ...document, text: printSchema(document), warnings };

  function context(iri: Iri) {
    const position = ontology.entities.get(iri)?.position;
    return {
      iri,
      name: names.property(iri)!,
      // With equality, several values of a functional object property denote one individual, so it keeps a list.
      isFunctional: taxonomy.isFunctional(iri) && !(equality && taxonomy.isObjectProperty(iri)),
      annotations: annotations.get(iri) ?? {},
      warn: (code: string, message: string, at = position) => warnings.push({ code, message, ...at }),
    };
  }

  /** Warns that a single-valued property inherits values from its sub-properties. */
  function warnOfSubPropertyValues(iri: Iri, name: string): void {
    if (taxonomy.isFunctional(iri)) return;
    const below = taxonomy.dataProperties.nearestBelow(iri, 4);
    if (below.length === 0) return;
    const examples = below
      .slice(0, 3)
      .sort()
      .map((sub) => `"${names.property(sub)}"`);
    context(iri).warn(
      'sub-properties-meet',
      `"${name}" takes one value, and values of ${examples.join(', ')}${below.length > 3 ? ', …' : ''} are ` +
        'values of it ' +
        `as well: a node with two of them is refused. Annotate "${name}" with owlgate:list true to keep several values`,
    );
  }
}

function compileTypes({ taxonomy, names, reduced }: LoadedOntology, warnings: OntologyWarning[]): TypeDeclaration[] {
  const universal = taxonomy.universalProperties;
  const omitsUniversal = universal.size * reduced.classes.size > MAX_UNIVERSAL_FIELDS;
  if (omitsUniversal) {
    warnings.push({
      code: 'universal-fields',
      message:
        `${universal.size} properties have no domain and belong to each of ${reduced.classes.size} classes; ` +
        'the types omit them. Declare domains to include them',
    });
  }
  const universalFields = omitsUniversal ? [] : [...universal];
  const assigned = assignedProperties(taxonomy, reduced.classes, universalFields.length);
  if (!assigned) {
    warnings.push({
      code: 'inherited-fields',
      message:
        `the types would have more than ${MAX_FIELDS} fields; they omit inherited properties, which the types of the ` +
        'superclasses have. Declare more specific domains to include them',
    });
  }
  /** Properties → fields, shared by classes with the same properties. */
  const shared = new Map<ReadonlySet<Iri>, readonly string[]>();
  const fieldsOf = (properties: ReadonlySet<Iri>): readonly string[] => {
    let fields = shared.get(properties);
    if (!fields) {
      const propertyNames = [...universalFields, ...properties].map((property) => names.property(property)!);
      shared.set(properties, (fields = [IRI_PREDICATE.name, ...propertyNames].sort()));
    }
    return fields;
  };
  const none: ReadonlySet<Iri> = new Set();
  return [...reduced.classes]
    .map((iri): TypeDeclaration => {
      const properties = assigned ? (assigned.get(iri) ?? none) : taxonomy.assignedTo(iri);
      return { kind: 'Type', name: names.class(iri)!, fields: fieldsOf(properties) };
    })
    .sort(byName);
}

/** Returns the properties of each class without the universal ones; undefined if the types would have too many fields. */
function assignedProperties(
  taxonomy: Taxonomy,
  classes: ReadonlySet<Iri>,
  universalFields: number,
): ReadonlyMap<Iri, ReadonlySet<Iri>> | undefined {
  const assigned = taxonomy.assignedProperties(MAX_FIELDS);
  let count = 0;
  for (const iri of classes) count += universalFields + (assigned?.get(iri)?.size ?? 0);
  return count > MAX_FIELDS ? undefined : assigned;
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);
