/** Questions that are answered yes or no: by a fact, or by what the ontology makes impossible. Nothing else is a no. */
import type { Statement } from '../../types';
import { typeFacts } from './class-plan';
import { isAlong, type PathContext } from './paths';
import type { Reading } from './reading';

export interface Verdict {
  readonly answer: string;
  readonly statements: readonly Statement[];
}

/** Undefined where the graph does not tell: what it does not know need not be false. */
export async function decide(reading: Reading, context: PathContext): Promise<Verdict | undefined> {
  const { anchors, classes, properties } = reading;
  if (reading.question.kind !== 'yes-no' || anchors.length === 0) return undefined;
  if (anchors.length >= 2) return between(reading, context);
  return classes.length > 0 && properties.length === 0 ? membership(reading, context) : undefined;
}

/** "Is the torso a painting?" */
async function membership({ anchors, classes }: Reading, context: PathContext): Promise<Verdict | undefined> {
  const { vocabulary } = context;
  for (const node of anchors[0]!.nodes) {
    const called = node.label ?? node.uid;
    for (const { name } of classes.at(-1)!.terms) {
      const types = [name, ...vocabulary!.below(name)];
      const label = vocabulary!.labelOf(name);
      if (node.types.some((type) => types.includes(type))) {
        const statements = await typeFacts(node, types, context);
        return { answer: `Yes: ${called} is a ${label}.`, statements };
      }
      const conflict = vocabulary!.contradiction(node.types, [name]);
      if (conflict) {
        const [type] = conflict;
        const statements = await typeFacts(node, [type], context);
        return {
          answer: `No: ${called} is a ${vocabulary!.labelOf(type)}, and no ${vocabulary!.labelOf(type)} is a ${label}.`,
          statements,
        };
      }
    }
  }
  return undefined;
}

/** "Did Otto make the heron?" */
async function between(
  { anchors, properties }: Reading,
  { nodes, vocabulary }: PathContext,
): Promise<Verdict | undefined> {
  const [left, right] = anchors;
  const goals = new Set(right!.nodes.map(({ uid }) => uid));
  const mention = properties[0];
  if (!mention) return undefined;
  for (const node of left!.nodes) {
    const edges = (await nodes.edges(node)).filter((edge) => isAlong(edge, mention, vocabulary!));
    const edge = edges.find(({ other }) => other && goals.has(other.uid));
    if (edge)
      return {
        answer: `Yes: ${inWords(edge.statement, vocabulary!.labelOf(edge.statement.predicate))}.`,
        statements: [edge.statement],
      };
    // One value is all that a functional property takes, from the side of its subject.
    const functional = edges.find(
      ({ direction, statement }) =>
        direction === 'out' && vocabulary!.properties.get(statement.predicate)?.isFunctional,
    );
    if (functional) {
      return {
        answer: `No: ${inWords(functional.statement, vocabulary!.labelOf(functional.statement.predicate))}.`,
        statements: [functional.statement],
      };
    }
  }
  for (const node of right!.nodes) {
    const edges = (await nodes.edges(node)).filter(
      (edge) => edge.direction === 'out' && isAlong(edge, mention, vocabulary!),
    );
    const functional = edges.find(({ statement }) => vocabulary!.properties.get(statement.predicate)?.isFunctional);
    if (functional) {
      return {
        answer: `No: ${inWords(functional.statement, vocabulary!.labelOf(functional.statement.predicate))}.`,
        statements: [functional.statement],
      };
    }
  }
  return undefined;
}

/** A fact in words: `Heron, made by, Otto`. */
export function inWords({ subject, object }: Statement, label: string): string {
  const name = typeof object === 'object' ? (object.label ?? object.uid) : String(object);
  return `${subject.label ?? subject.uid} ${label} ${name}`;
}
