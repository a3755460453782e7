/** Facts of the graph as sentences, so that they can stand beside those of passages. */
import type { Statement } from '../../types';
import type { Vocabulary } from '../../knowledge/vocabulary';

/** `Heron made by Otto.`, `Otto is a painter.` */
export function inWords({ subject, predicate, object }: Statement, vocabulary: Vocabulary): string {
  const name = subject.label ?? subject.uid;
  const other = typeof object === 'object' ? (object.label ?? object.uid) : String(object);
  if (predicate === 'graph.type') return `${name} is a ${vocabulary.labelOf(other)}.`;
  return `${name} ${vocabulary.labelOf(predicate)} ${other}.`;
}
