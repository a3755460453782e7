/** Ontology → Dgraph schema (design "Schema"): classes become types, object and data properties predicates. */
import { plainPredicate } from '../dql';
import type { PredicateDeclaration, TypeDeclaration } from '../dql/schema/ast';
import { printSchema } from '../dql/schema/printer';
import { OwlgateError } from '../errors';
import { vocabulary } from '../ontology';
import type { Iri, LoadedOntology, OntologyWarning } from '../ontology';
import { readAnnotations } from './annotations';
import { countedBeyondOne, keyProperties, severalValues } from './cardinalities';
import { compileDataProperty, compileObjectProperty, linkPredicate } from './predicates';

/** Every node may carry its IRI; the gateway itself keeps it unique, since `@unique` makes bulk writes 7 times slower. */
export const IRI_PREDICATE: PredicateDeclaration = {
  ...plainPredicate('iri', 'string'),
  index: [{ tokenizer: 'exact' }],
  upsert: true,
};

const { owl } = vocabulary;

/** More fields than this are not made of properties that belong to every class. */
const MAX_UNIVERSAL_FIELDS = 200_000;
/** Fields of all types together, inherited ones in each: the schema's text has them all. */
const MAX_FIELDS = 1_000_000;

export interface CompiledSchema {
  /** `iri` first, then by name. */
  readonly predicates: readonly PredicateDeclaration[];
  /** By name; fields by name, `iri` among them. */
  readonly types: readonly TypeDeclaration[];
  /** The schema as /alter takes it. */
  readonly text: string;
  readonly warnings: readonly OntologyWarning[];
}

/**
 * Compiles an ontology. Annotation properties are not compiled: rdfs:label and its like are about the ontology's terms.
 *
 * @throws OwlgateError OntologyTooLarge; OntologyAnnotation where an annotation cannot be followed
 */
export function compileSchema(loaded: LoadedOntology): CompiledSchema {
  const { ontology, taxonomy, names, reduced, equality } = loaded;
  const warnings: OntologyWarning[] = [];
  const annotations = readAnnotations(ontology);
  const lists = new Set([...countedBeyondOne(ontology), ...severalValues(ontology)]);
  const keys = keyProperties(ontology);

  const predicates: PredicateDeclaration[] = [];
  for (const iri of reduced.objectProperties) {
    predicates.push(compileObjectProperty(context(iri)));
  }
  if (equality) {
    for (const iri of [owl.sameAs, owl.differentFrom]) predicates.push(linkPredicate(names.property(iri)!));
  }
  for (const iri of reduced.dataProperties) {
    const compiled = compileDataProperty({
      ...context(iri),
      datatypes: taxonomy.datatypes(iri),
      countedBeyondOne: lists.has(iri),
      isKey: taxonomy.isInverseFunctional(iri) || keys.has(iri),
    });
    predicates.push(compiled);
    if (!compiled.list) warnOfMeeting(iri, compiled.name);
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
      // Several values are one individual where equality is inferred; of data they never are.
      isFunctional: taxonomy.isFunctional(iri) && !(equality && taxonomy.isObjectProperty(iri)),
      annotations: annotations.get(iri) ?? {},
      warn: (code: string, message: string, at = position) => warnings.push({ code, message, ...at }),
    };
  }

  /** Values of sub-properties are values of this one too. */
  function warnOfMeeting(iri: Iri, name: string): void {
    if (taxonomy.isFunctional(iri)) return;
    const below = taxonomy.dataProperties.nearestBelow(iri, 4);
    if (below.length === 0) return;
    const some = below
      .slice(0, 3)
      .sort()
      .map((sub) => `"${names.property(sub)}"`);
    context(iri).warn(
      'sub-properties-meet',
      `"${name}" takes one value, and values of ${some.join(', ')}${below.length > 3 ? ', …' : ''} are values of it too: ` +
        `a node with two of them is refused. Annotate "${name}" with owlgate:list true to keep several`,
    );
  }
}

function compileTypes({ taxonomy, names, reduced }: LoadedOntology, warnings: OntologyWarning[]): TypeDeclaration[] {
  const everywhere = taxonomy.universalProperties;
  const tooMany = everywhere.size * reduced.classes.size > MAX_UNIVERSAL_FIELDS;
  if (tooMany) {
    warnings.push({
      code: 'universal-fields',
      message:
        `${everywhere.size} properties have no domain and belong to each of ${reduced.classes.size} classes; ` +
        'they are left out of the types. Give them domains to have them there',
    });
  }
  let count = 0;
  return [...reduced.classes]
    .map((iri): TypeDeclaration => {
      const properties = taxonomy.propertiesOf(iri).filter((property) => !tooMany || !everywhere.has(property));
      count += properties.length;
      if (count > MAX_FIELDS) {
        const advice = 'give the properties domains further down in the hierarchy';
        throw new OwlgateError('OntologyTooLarge', { what: 'fields of types', limit: MAX_FIELDS, advice });
      }
      const fields = [IRI_PREDICATE.name, ...properties.map((property) => names.property(property)!)];
      return { kind: 'Type', name: names.class(iri)!, fields: fields.sort() };
    })
    .sort(byName);
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);
