/** Results of the reader's stages. */
import type { Node } from '../knowledge/nodes';
import type { Asking, Bound, Sayings } from '../language/data';
import type { Word } from '../language/words';

/** What a question wants. */
export type Wants = 'node' | 'time' | 'number' | 'count' | 'kind' | 'verdict';

/** A question by its form. */
export interface Form {
  readonly words: readonly Word[];
  /** The words in lower case, without a possessive ending. */
  readonly lower: readonly string[];
  readonly wants: Wants;
  /** `which`, `what`, `how many`: the noun behind is what is asked for. */
  readonly isDeterminer: boolean;
  readonly isWho: boolean;
  /** `whom`: nobody who does something. */
  readonly isObject: boolean;
  /** `womit`: nobody. */
  readonly isThing: boolean;
  readonly isWhere: boolean;
  readonly moment: Asking['moment'];
  /** `whose`: the owner of the noun behind is asked for. */
  readonly isOwner: boolean;
  /** Preposition before the word that asks: `in which`. */
  readonly fronted: string | undefined;
  /** Place of `all`, `each` or `every` of a verdict: what it asks has to hold of all individuals of the next class. */
  readonly universal?: number;
  /** Place of the class of "all", in other questions: what is asked for. */
  readonly all?: number;
  /** Place of `each` of a count: how many of the next class each individual has. */
  readonly each?: number;
  /** True if all that `and` joins are meant in any case: `both`. */
  readonly isStrict: boolean;
  /** Of none of them: "Is no furnace retired?", "does she own neither?" */
  readonly isOfNone?: true;
  /** Words that deny: `not`, `no`, `without`. */
  readonly negators: ReadonlySet<number>;
}

/** A property as a language uses it. */
export interface Relation {
  readonly property: string;
  /** On which side of the property the agent of the verb stands: `owns` subject, `owned by` object. */
  readonly agent: 'subject' | 'object';
  /** The side that the noun names: `home port` object, `parent company of` subject; undefined where it is no noun. */
  readonly head: 'subject' | 'object' | undefined;
  /** Whether `is …ed` turns it round: not so of `based in`, `married to`. */
  readonly turns: boolean;
  /** `tested` of `tested machine`, of trials: nobody does it. */
  readonly isOfThings?: true;
  /** The question says all of its name in other words. */
  readonly isWhole?: true;
  /** A verb that converses with the property's own: `learns` of `teaches`. */
  readonly isConverse?: true;
  /** One side is of this class besides: what somebody painted is a painting. */
  readonly only?: Only;
}

interface Only {
  readonly side: Relation['agent'];
  readonly name: string;
}

export const opposite = (side: Relation['agent']): Relation['agent'] => (side === 'subject' ? 'object' : 'subject');

/** A data property as a noun of its value. */
export const figure = (property: string): Relation => ({ property, agent: 'subject', head: 'object', turns: false });

/** A condition on a value; with `or`, or one of these. */
export interface Condition extends Bound {
  readonly or?: readonly Bound[];
}

/** What words of a question may mean. */
export type Meaning = { readonly cost: number } & (
  | { readonly kind: 'asked' }
  | { readonly kind: 'any' }
  /** Several: any of them where the name is ambiguous or `or` is between them, all where `and` is. */
  | {
      readonly kind: 'nodes';
      readonly nodes: readonly Node[];
      readonly joined?: 'or' | 'and';
      /** `them`: each by itself, where nothing is said of all. */
      readonly isEach?: true;
      /** All but the nodes. */
      readonly isOthers?: true;
      /** "A but not B": what is said of the nodes is denied of these. */
      readonly butNot?: readonly Node[] | undefined;
    }
  /** `or`: others of which it may be instead. An adjective is a class's name without its noun: `hazardous`. */
  | {
      readonly kind: 'class';
      readonly name: string;
      readonly or?: readonly string[];
      readonly isAdjective?: true;
      /** The word is only the last one of its name. */
      readonly isHead?: true;
      /** All that are not of it. */
      readonly isOthers?: true;
    }
  /** All of the bounds hold; `of`: of this property alone. */
  | { readonly kind: 'value'; readonly values: readonly Condition[]; readonly of?: string }
  /** `event`: class of the events of which the relation is, where it is said of their participants. */
  | { readonly kind: 'noun'; readonly relation: Relation; readonly event?: string }
  | { readonly kind: 'verb'; readonly relation: Relation; readonly event?: string }
);

/** Places among all, from 1: the second is 2 to 2, the three heaviest are 1 to 3. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Condition on a count: "more than three ships", "the most ships", "more ships than Ada", "more ships than cutters".
 * `among`: of these alone, each of which has to have some: "more ships, Ada or Ben?"
 */
export type Count =
  | { readonly bounds: readonly Bound[] }
  | { readonly most: boolean; readonly place?: Place; readonly among?: readonly Node[] }
  | { readonly how: Bound['how']; readonly than: Node | { readonly kind: string } };

/** What is said of a chunk. */
interface Said {
  readonly count?: Count;
  /** Node that shares it: Ada in "in the same town as Ada". */
  readonly sameAs?: Node;
  /** Of nothing but the nodes, or the members of the class: `only`. */
  readonly isOnly?: true;
  readonly isNegated?: true;
}

/** Words with what they may mean, the cheapest first. */
export interface Chunk extends Said {
  readonly from: number;
  /** The end is not among them. */
  readonly to: number;
  readonly meanings: readonly Meaning[];
}

export const isClass = ({ kind }: Meaning): boolean => kind === 'class';

/** True of verbs and nouns of properties. */
export const isRelation = (meaning: Meaning): meaning is Extract<Meaning, { relation: unknown }> =>
  meaning.kind === 'verb' || meaning.kind === 'noun';

type NodesMeaning = Extract<Meaning, { kind: 'nodes' }>;

/** Returns the nodes that a chunk may name, cheapest first. */
export const nodeMeanings = ({ meanings }: Chunk): NodesMeaning[] =>
  meanings.filter((each): each is NodesMeaning => each.kind === 'nodes');

/** Returns the cheapest nodes of a chunk; undefined without any, and if others cost the same. */
export function nodeMeaning(chunk: Chunk): NodesMeaning | undefined {
  const [first, second] = nodeMeanings(chunk);
  return second && second.cost === first!.cost ? undefined : first;
}

export interface Superlative {
  /** Of words. */
  readonly at: number;
  readonly most: boolean;
  /** Data properties that it may be of, the best first. */
  readonly properties: readonly string[];
  /** Of the first by default. */
  readonly place?: Place | undefined;
}

/** A question in chunks. */
export interface Chunked {
  readonly sayings: Sayings;
  readonly form: Form;
  readonly chunks: readonly Chunk[];
  readonly superlative: Superlative | undefined;
  /** Of the numbers that are asked for. */
  readonly aggregate?: 'mean' | 'sum';
  /** "How old": the time that has passed. */
  readonly isAge?: true;
  /** "Directly": nothing stands between, where a property is transitive. */
  readonly isDirect?: true;
  /** Nodes that are not to be told: "other than the Aurora", and what others are compared with. */
  readonly excluded: readonly Node[];
  /** Misspelt words, and what they were taken for. */
  readonly corrected?: Readonly<Record<string, string>>;
  /** Words that definitions have explained, and the terms that they define. */
  readonly explained?: Readonly<Record<string, readonly string[]>>;
}

/** Verbs that a conjunction joins. */
export interface Joined {
  /** Chunks of the same question with one verb and with another, where `or` is between them. */
  readonly either?: readonly (readonly Chunk[])[];
  /** Chunks in which two verbs have the object behind the second one: "wrote and edited it". */
  readonly shared?: readonly Chunk[];
}

/** Something that a reading is about. */
export interface Term extends Said {
  /** Place in the question. */
  readonly at: number;
  readonly to: number;
  readonly meaning: Meaning;
  /** No word names it: the event that a verb or noun is about. */
  readonly isEvent?: true;
}

/** A fact that a reading asks for; by numbers of terms. */
export interface Link {
  readonly property: string;
  readonly subject: number;
  readonly object: number;
  /** It must not be there. */
  readonly isNegated?: true;
  /** Where the noun or verb is that says it; undefined where no word does. */
  readonly by?: number;
  readonly only?: Only | undefined;
}

/** A way to understand a question: what has to hold. */
export interface Candidate {
  readonly terms: readonly Term[];
  readonly links: readonly Link[];
  /** Pairs of terms that are the same. */
  readonly same: readonly (readonly [number, number])[];
  /** Term that is asked for; undefined of verdicts. */
  readonly focus: number | undefined;
  readonly cost: number;
  /** A place is between: asked where the same reading without it has no answer. */
  readonly isWider?: true;
}

/** One thing of a reading, of all that is said to be the same. */
export interface Variable {
  readonly nodes: readonly Node[] | undefined;
  /** All but the nodes. */
  readonly isOthers?: true;
  /** It stands between its participants. */
  readonly isEvent?: true;
  /** An event that no word names. */
  readonly isUnnamed?: true;
  /** All of the nodes are meant, not any. */
  readonly isAll?: true;
  /** Of these each by itself, where nothing is of all. */
  readonly isEach?: true;
  /** `or` is between the nodes: which of them. */
  readonly isEither?: true;
  readonly classes: readonly string[];
  /** Any of each. */
  readonly anyOf: readonly (readonly string[])[];
  /** None of them. */
  readonly without: readonly string[];
  readonly count?: Count;
  readonly values: readonly Condition[];
  /** A value, not a node. */
  readonly isValue: boolean;
}

/** A reading that cannot hold, and why. */
export interface Rejection {
  readonly reading: string;
  readonly reason: string;
  /** `kind`: it may hold, and tells something else than what is asked for. */
  readonly by: 'disjointness' | 'datatype' | 'domain' | 'kind';
  /** It is of facts, not of classes alone. */
  readonly isOfFacts: boolean;
  readonly cost: number;
}
