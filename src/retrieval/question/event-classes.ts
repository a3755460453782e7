/** Classes of events: of individuals that stand for what has happened between others, such as loans and inspections. */
import { onceFor } from '../../util/memo';
import type { PropertyTerm } from '../knowledge/vocabulary';
import { LANGUAGES, phrases } from '../language/data';
import { stemOf } from '../language/words';
import { doesEvent, isAgentLabel } from './doers';
import type { Schema } from './schema';
import type { Meaning, Relation } from './types';
import { COST } from './weights';

/** True if a property is said of members of a class. */
const isOf = (property: string, name: string, schema: Schema): boolean =>
  schema.endsOf(property, 'subject').some((domain) => schema.isWithin(name, domain));

/** True of classes whose members have a time. */
export const isTimed = (name: string, schema: Schema): boolean => schema.times.some((time) => isOf(time, name, schema));

/** Beginnings of names of what leads to a scene: `takes place in`. What happens there is an event, and the place none. */
const SCENES = LANGUAGES.flatMap(({ data }) => phrases(data.happening)).filter((phrase) => phrase.includes(' '));
const leadsToScene = ({ labels }: PropertyTerm): boolean =>
  labels.some((label) => SCENES.some((phrase) => label.toLowerCase().startsWith(`${phrase} `)));

/** Leaves out classes to which a property leads from another one than these. */
export function unreached(classes: Iterable<string>, schema: Schema): ReadonlySet<string> {
  const { vocabulary } = schema;
  const edges = [...vocabulary.properties.values()].filter(({ isObject }) => isObject);
  const found = new Set(classes);
  const isReached = (name: string): boolean =>
    edges.some((edge) => {
      const from = schema.endsOf(edge.name, 'subject');
      const isFromThese = from.length > 0 && from.every((domain) => domain !== name && found.has(domain));
      const leads = schema.endsOf(edge.name, 'object').some((range) => vocabulary.isAlong(range, name));
      return leads && (!isFromThese || leadsToScene(edge));
    });
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const name of found) if (isReached(name)) found.delete(name);
  }
  return found;
}

/** Classes of events of an ontology, each with the object properties that lead to participants. */
const eventsOf = onceFor((schema: Schema): ReadonlyMap<string, readonly string[]> => {
  const names = [...schema.vocabulary.properties.keys()];
  const domains = [...new Set(names.flatMap((name) => schema.endsOf(name, 'subject')))];
  // A review that has been `reviewed by` somebody.
  const isDone = (name: string): boolean => {
    const own = new Set(schema.vocabulary.classes.get(name)!.labels.map(stemOf));
    const isOfVerb = (label: string): boolean => isAgentLabel(label, own);
    return names.some(
      (each) => isOf(each, name, schema) && schema.vocabulary.properties.get(each)!.labels.some(isOfVerb),
    );
  };
  const mayBe = (name: string): boolean => (isTimed(name, schema) || isDone(name)) && !schema.isPeople(name);
  // Targets of relations are things, even those that began on a day: a ship, an exhibition.
  const found = [...unreached(domains.filter(mayBe), schema)].map(
    (event) => [event, names.filter((name) => schema.isObject(name) && isOf(name, event, schema))] as const,
  );
  return new Map(found.filter(([, participants]) => participants.length > 0));
});

/** The class of events that a class is, or is below. */
const eventAbove = (name: string, schema: Schema): string | undefined =>
  [...eventsOf(schema).keys()].find((event) => schema.isWithin(name, event));

export const isEvent = (name: string, schema: Schema): boolean => eventAbove(name, schema) !== undefined;

/** Properties that lead from an event to its participants; none of other things. */
export const participantsOf = (meaning: Meaning, schema: Schema): readonly string[] =>
  (meaning.kind === 'class' && eventsOf(schema).get(eventAbove(meaning.name, schema) ?? '')) || [];

/** Endings of English nouns of actions. */
const NOMINAL = /(?:ment|al|y|ation)$/;

/** Stems of the verbs that a noun may be formed from: `treat` of `treatment`. */
const verbStemsOf = (noun: string): readonly string[] => [stemOf(noun), stemOf(noun.replace(NOMINAL, ''))];

/** Stems of the verbs of what a class of events is called. */
const verbStemsOfEvent = (event: string, schema: Schema): ReadonlySet<string> =>
  new Set(schema.vocabulary.classes.get(event)!.labels.flatMap(verbStemsOf));

/** Property of the only person that takes part in events of a class. */
export function personIn(event: string, schema: Schema): string | undefined {
  const participants = participantsOf({ kind: 'class', name: event, cost: 0 }, schema);
  const [property, ...others] = participants.filter((name) => schema.isOfPeople(name, 'object'));
  return others.length === 0 ? property : undefined;
}

/** The same, if the property says that this is who does it. */
export function doerOf(event: string, schema: Schema): string | undefined {
  const property = personIn(event, schema);
  const isDoer = property !== undefined && doesEvent(property, verbStemsOfEvent(event, schema), schema);
  return isDoer ? property : undefined;
}

/**
 * Verbs of what an event is called: "ordered" of an order, said of the only person that takes part in it.
 */
export const verbsOfEvents = onceFor((schema: Schema): ReadonlyMap<string, Meaning> => {
  const out = new Map<string, Meaning>();
  for (const event of eventsOf(schema).keys()) {
    const property = doerOf(event, schema);
    if (property === undefined) continue;
    const { labels } = schema.vocabulary.classes.get(event)!;
    const relation: Relation = { property, agent: 'object', head: undefined, turns: true };
    for (const stem of new Set(labels.filter((label) => !label.includes(' ')).flatMap(verbStemsOf)))
      if (!out.has(stem)) out.set(stem, { kind: 'verb', relation, event, cost: COST.event + COST.nounOfVerb });
  }
  return out;
});
