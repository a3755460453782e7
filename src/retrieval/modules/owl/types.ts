/** What the stages of module owl hand to one another. */
import type { Node } from '../../agents/graph/nodes';
import type { Word } from '../../agents/text/words';

/** What a question wants. */
export type Wants = 'node' | 'time' | 'number' | 'count' | 'verdict';

/** A question by its form. */
export interface Form {
  readonly words: readonly Word[];
  readonly wants: Wants;
  /** Where the word is that asks (`who`, `which`, `how`); undefined of verdicts and commands. */
  readonly asking: number | undefined;
  /** Words that only say how it is asked. */
  readonly spent: ReadonlySet<number>;
  /** `which`, `what`, `how many`: the noun behind is what is asked for. */
  readonly isDeterminer: boolean;
  /** The word behind `how`, of which the ontology may have a property: `how tall`. */
  readonly measure?: number;
  readonly isWho: boolean;
}

/** A property as English uses it. */
export interface Relation {
  readonly property: string;
  /** On which side of the property the agent of the verb stands: `owns` subject, `owned by` object. */
  readonly agent: 'subject' | 'object';
  /** The side that the noun names: `home port` object, `parent company of` subject; undefined where it is no noun. */
  readonly head: 'subject' | 'object' | undefined;
  /** Whether `is …ed` turns it round: not so of `based in`, `married to`. */
  readonly turns: boolean;
}

/** What words of a question may mean. */
export type Meaning = { readonly cost: number } & (
  | { readonly kind: 'asked' }
  | { readonly kind: 'any' }
  | { readonly kind: 'nodes'; readonly nodes: readonly Node[] }
  | { readonly kind: 'class'; readonly name: string }
  | { readonly kind: 'value'; readonly value: Comparison }
  | { readonly kind: 'noun'; readonly relation: Relation }
  | { readonly kind: 'verb'; readonly relation: Relation }
);

export interface Comparison {
  readonly how: 'eq' | 'lt' | 'le' | 'gt' | 'ge';
  readonly value: number | string;
}

/** Words with what they may mean, the cheapest first. */
export interface Chunk {
  readonly from: number;
  /** The end is not among them. */
  readonly to: number;
  readonly meanings: readonly Meaning[];
}

export interface Superlative {
  /** Of words. */
  readonly at: number;
  readonly most: boolean;
  /** Data properties that it may be of, the best first. */
  readonly properties: readonly string[];
}

/** A question in chunks. */
export interface Chunked {
  readonly form: Form;
  readonly chunks: readonly Chunk[];
  /** Words that matter and mean nothing to the ontology and the graph. */
  readonly unknown: readonly string[];
  readonly superlative: Superlative | undefined;
}

/** Something that a reading is about. */
export interface Term {
  /** Place in the question. */
  readonly at: number;
  readonly to: number;
  readonly meaning: Meaning;
}

/** A fact that a reading asks for; by numbers of terms. */
export interface Link {
  readonly property: string;
  readonly subject: number;
  readonly object: number;
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
}

/** One thing of a reading, of all that is said to be the same. */
export interface Variable {
  readonly nodes: readonly Node[] | undefined;
  readonly classes: readonly string[];
  readonly values: readonly Comparison[];
  /** A value, not a node. */
  readonly isValue: boolean;
}

/** A candidate that the ontology allows: a tree of facts. */
export interface Reading {
  readonly variables: readonly Variable[];
  readonly links: readonly Link[];
  readonly focus: number | undefined;
  readonly cost: number;
}

/** A reading that cannot hold, and why. */
export interface Rejection {
  readonly reading: string;
  readonly reason: string;
  readonly by: 'disjointness' | 'datatype' | 'domain';
  readonly cost: number;
}
