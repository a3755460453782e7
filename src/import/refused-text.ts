/** Refused statements in N-Quads, with their reasons as comments: corrected, they can be imported again. */
import { makeWriter } from '../rdf';
import type { StreamedQuad } from '../rdf/stream';
import { oneLine } from '../util/text';
import type { Refusal } from './types';

export function printRefused({ source, line, reasons }: Refusal, quads: readonly StreamedQuad[]): string {
  const comments = reasons.map((reason) => `# ${source}:${line}: ${oneLine(reason)}\n`);
  const statements = [...new Set(quads)].map((quad) => ({
    ...quad,
    graph: quad.graph === '' ? undefined : quad.graph,
  }));
  return `${comments.join('')}${makeWriter('application/n-quads', new Map()).write(statements)}\n`;
}
