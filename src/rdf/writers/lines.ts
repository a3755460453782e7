/** N-Triples and N-Quads: one statement per line. */
import { iriText, literalText, nodeText } from './text';
import type { Statement, StatementWriter } from './writer';

export class LineWriter implements StatementWriter {
  private readonly predicates = new Map<string, string>();

  /** @param hasGraphs true for N-Quads; otherwise graphs are omitted */
  constructor(private readonly hasGraphs: boolean) {}

  begin(): string {
    return '';
  }

  write(batch: readonly Statement[]): string {
    let text = '';
    for (const { subject, predicate, object, graph } of batch) {
      const value = typeof object === 'string' ? nodeText(object) : literalText(object);
      const label = this.hasGraphs && graph !== undefined ? ` ${nodeText(graph)}` : '';
      text += `${nodeText(subject)} ${this.predicate(predicate)} ${value}${label} .\n`;
    }
    return text;
  }

  end(): string {
    return '';
  }

  private predicate(iri: string): string {
    let text = this.predicates.get(iri);
    if (text === undefined) this.predicates.set(iri, (text = iriText(iri)));
    return text;
  }
}
