/**
 * Events: individuals that stand for what has happened between others, such as loans and inspections. A verb said of
 * the participants is read over the event: "Who inspected Bluebell?" asks for the mechanic of an inspection of her.
 */
import { kindOf, type Draft, type State } from './draft';
import { does } from './doers';
import { doerOf, isEvent, participantsOf } from './event-classes';
import { openly } from './classes';
import type { Schema } from './schema';
import { isRelation, type Chunk, type Meaning, type Relation } from './types';
import { COST } from './weights';

/** The class of events that a property is about. */
const eventOf = (property: string, schema: Schema): string | undefined => {
  const domain = schema.classesOf(property, 'subject');
  return domain.length === 1 && isEvent(domain[0]!, schema) ? domain[0] : undefined;
};

/**
 * Adds the verb of "Who carried out Inspection 7?": it is said of the only person that takes part in such events.
 *
 * @returns undefined if there is none, or several
 */
export function withPerformed(
  chunks: readonly Chunk[],
  performing: Pick<Chunk, 'from' | 'to'>,
  schema: Schema,
): readonly Chunk[] | undefined {
  const classes = chunks.flatMap(({ meanings }) =>
    meanings.flatMap((each) =>
      each.kind === 'class' ? [each.name] : each.kind === 'nodes' ? each.nodes.flatMap(({ types }) => types) : [],
    ),
  );
  const events = new Set(classes.filter((name) => isEvent(name, schema)));
  const [property, ...others] = new Set([...events].map((name) => doerOf(name, schema)));
  if (property === undefined || others.length > 0) return undefined;
  const relation = { property, agent: 'object', head: undefined, turns: true } as const;
  const verb: Chunk = { ...performing, meanings: [{ kind: 'verb', relation, cost: COST.event }] };
  const at = chunks.findIndex(({ from }) => from > performing.from);
  return at < 0 ? [...chunks, verb] : [...chunks.slice(0, at), verb, ...chunks.slice(at)];
}

/** Adds to the verbs and nouns of events that they are said of participants. */
export function throughEvents(chunks: readonly Chunk[], schema: Schema): readonly Chunk[] | undefined {
  let isFound = false;
  const out = chunks.map((chunk) => {
    const added = chunk.meanings.flatMap((meaning): Meaning[] => {
      if (!isRelation(meaning)) return [];
      const event = eventOf(meaning.relation.property, schema);
      // "Which artists sit in Lyon?": where a work is, its artist is not.
      const { property } = meaning.relation;
      // "Which lots cost less than 50?": not what their shipment cost.
      if (schema.unitOf(property) !== undefined) return [];
      const isElsewhere = meaning.kind === 'verb' && schema.isObject(property) && schema.isLocative(property);
      if (event === undefined || isElsewhere || (meaning.kind === 'noun' && meaning.relation.head !== 'object'))
        return [];
      return [{ ...meaning, event, cost: meaning.cost + COST.event }];
    });
    isFound ||= added.length > 0;
    return { ...chunk, meanings: [...chunk.meanings, ...added] };
  });
  return isFound ? out : undefined;
}

/**
 * Beside the verb of an event it is the event that has a place or time: "Which vehicles were repaired in 2023?" is about
 * no other moment of theirs. What stands right behind its own noun is said of that.
 */
export function mayJoin(draft: Draft, i: number, j: number, between: readonly string[]): boolean {
  const { terms, verbs, lower, language, schema } = draft;
  const ends = [terms[i]!, terms[j]!] as const;
  const [left, right] = ends;
  const events = verbs.filter(({ event, meaning }) => event ?? eventOf(meaning.relation.property, schema));
  if (events.length === 0 || ends.some(({ meaning }) => participantsOf(meaning, schema).length > 0)) return true;
  if (events.some(({ at }) => left.to <= at && at < right.at)) return false;
  const isBehind = events.every(
    ({ at }) => at > right.at && lower.slice(right.to, Math.floor(at)).some(language.oneOf('relatives')),
  );
  return between.every(language.oneOf('articles', 'prepositions')) || isBehind;
}

/**
 * The one property by which a term can take part in an event of which a verb or noun says another property. Without
 * the preposition before it, what is acted on is nowhere, and nobody who acts: "Which firms did she inspect?" is not
 * about the senders of a shipment.
 *
 * @param verb place of the verb that says it; undefined of nouns
 */
export function participantOf(
  draft: Draft,
  state: State,
  event: number,
  i: number,
  said: Relation,
  verb?: number,
): string | undefined {
  const { terms, schema, parsed, language, lower, focus } = draft;
  const { meaning, at } = terms[i]!;
  const isFocus = i === focus;
  const before = lower.slice(0, at).findLast((word) => !language.is('articles', word)) ?? '';
  const marks = [before, ...(isFocus ? [parsed.form.fronted ?? '', lower.at(-1)!] : [])];
  const isMarked = (list: 'agentMarkers' | 'locatives'): boolean =>
    marks.some((word) => language.is(list, word)) || (list === 'locatives' && isFocus && parsed.form.isWhere);
  const kind = kindOf(draft, state, i);
  // "When does Ada check in?": she does it.
  const isActing = schema.isObject(said.property)
    ? said.agent === 'subject'
    : kind.classes.some((name) => schema.isPeople(name));
  // "Who borrowed it?" is not answered by who lent it.
  const isDoer = isActing && verb !== undefined && (schema.isObject(said.property) || (isFocus && parsed.form.isWho));
  const doing = isDoer ? [parsed.form.words[Math.floor(verb)]!.stem] : undefined;
  const all = participantsOf(terms[event]!.meaning, schema).filter((name) => {
    const range = schema.endsOf(name, 'object');
    const isSomeone = meaning.kind === 'asked' && parsed.form.isWho;
    if (doing && !does(name, doing, schema, language)) return false;
    if (name === said.property || (isSomeone && !schema.mayBePeople(range))) return false;
    const ends = schema.lastWordsOf(name);
    if (!isActing && !isMarked('agentMarkers') && ends.some(language.oneOf('agentMarkers'))) return false;
    if (!isMarked('locatives') && schema.isLocative(name)) return false;
    return kind.classes.length === 0 || Number.isFinite(openly(kind, range, schema));
  });
  // "What did she order?": what an order contains, not where it is shipped from.
  const isDirect = (name: string): boolean => !schema.lastWordsOf(name).some(language.oneOf('prepositions'));
  const [property, ...others] = all.length > 1 && kind.classes.length === 0 ? all.filter(isDirect) : all;
  const isAdded = meaning.kind === 'any' && !Number.isInteger(at);
  return others.length === 0 && !isAdded ? property : undefined;
}
