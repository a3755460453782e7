/** A no that is certain: of a functional property there is one value only, and it is another than the question's. */
import type { Nodes } from '../knowledge/nodes';
import type { Solution } from './answer';
import type { Understanding } from './understanding';

/** "Did Otto make the heron?" where only one can have made it, and Lena did. */
export async function valueDenied(
  { question, readings, schema }: Understanding,
  nodes: Nodes,
): Promise<Solution | undefined> {
  if (question.form.wants !== 'verdict' || question.form.universal !== undefined) return undefined;
  for (const { variables, links, cost } of readings) {
    const [link, ...more] = links;
    if (!link || more.length > 0 || !schema.vocabulary.properties.get(link.property)?.isFunctional) continue;
    const [subject] = variables[link.subject]!.nodes ?? [];
    const goals = variables[link.object]!.nodes;
    if (!subject || !goals) continue;
    const edge = (await nodes.edges(subject)).find(
      ({ direction, statement: { predicate } }) => direction === 'out' && predicate === link.property,
    );
    const other = edge?.other;
    if (!edge || !other || goals.some(({ uid }) => uid === other.uid)) continue;
    const name = other.label ?? other.uid;
    const said = `${subject.label ?? subject.uid} ${schema.label(link.property)} ${name}`;
    return {
      answer: `${question.sayings.no}: ${said}.`,
      names: [name],
      statements: [edge.statement],
      reading: said,
      cost,
    };
  }
  return undefined;
}
