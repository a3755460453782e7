/** Questions about the members of a class that name no node: which are there, and which have what the question says. */
import type { Statement } from '../../types';
import type { Node } from '../graph/nodes';
import { isAlong, type Found, type PathContext } from './paths';
import type { Reading } from './reading';

/** Members that are looked at one by one. */
const MOST_MEMBERS = 150;

/** Members of the class that is asked for which have an edge for each property, to members of the other classes named. */
export async function members(reading: Reading, context: PathContext): Promise<Found[]> {
  const { vocabulary, nodes, toolbox } = context;
  const { target, classes } = reading;
  if (!vocabulary || target.length === 0) return [];
  const types = [...new Set(target.flatMap((name) => [name, ...vocabulary.below(name)]))];
  const candidates = await toolbox.step('class_members', { class: target }, async () => {
    const value = await nodes.ofTypes(types, MOST_MEMBERS);
    return {
      value,
      result: value.map(({ uid, label }) => ({ uid, name: label })),
      summary: `${value.length} member(s) of ${target.join(' or ')} and the ${types.length - target.length} class(es) below`,
    };
  });
  const others = classes.filter(({ terms }) => !terms.some(({ name }) => target.includes(name)));
  const found: Found[] = [];
  for (const node of candidates) {
    if (context.spent()) break;
    const statements = await supports(node, reading, context, others);
    if (statements) found.push({ node, statements: [...(await typeFacts(node, types, context)), ...statements] });
  }
  return found;
}

/** Facts by which a node has all that the question says; undefined where it has not. */
async function supports(
  node: Node,
  { properties, numbers, words, classes, target }: Reading,
  { nodes, vocabulary }: PathContext,
  others: Reading['classes'],
): Promise<Statement[] | undefined> {
  if (properties.length === 0 && others.length === 0 && numbers.length === 0) return [];
  const at = classes.find(({ terms }) => terms.some(({ name }) => target.includes(name)))?.from ?? 0;
  const edges = await nodes.edges(node);
  const facts: Statement[] = [];
  for (const mention of properties) {
    const along = edges.filter((edge) => isAlong(edge, mention, vocabulary!, { words, at }));
    if (along.length === 0) return undefined;
    facts.push(along[0]!.statement);
  }
  // "Which barques are steamships" is about what they are, not about what they have to do with.
  const isPredicative = properties.length === 0;
  for (const { terms } of others) {
    const isMember = (types: readonly string[]): boolean => terms.some(({ name }) => vocabulary!.isOf(types, name));
    if (isMember(node.types)) continue;
    // "which skippers of fishing boats": next to a member, by whatever property is named or by any.
    const edge = edges.find((each) => each.other && isMember(each.other.types));
    if (!edge || isPredicative) return undefined;
    facts.push(edge.statement);
  }
  for (const number of numbers) {
    const edge = edges.find(
      ({ statement: { object } }) =>
        typeof object !== 'object' &&
        (String(object) === number.replace(/,/g, '') || String(object).startsWith(`${number}-`)),
    );
    if (!edge) return undefined;
    facts.push(edge.statement);
  }
  return facts;
}

/** The fact by which a node is of a class, the narrowest that is wanted. */
export async function typeFacts(node: Node, types: readonly string[], { nodes }: PathContext): Promise<Statement[]> {
  const edges = await nodes.edges(node);
  const fact = edges.find(
    ({ statement: { predicate, object } }) => predicate === 'graph.type' && types.includes(object as string),
  );
  return fact ? [fact.statement] : [];
}
