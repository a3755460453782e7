/** Shared parts of all readers: default base, positions in a text, syntax errors, blank node labels. */
import { OwlgateError } from '../errors';
import type { Position } from './quads';

/** Base IRI if neither the document nor the caller names one. */
export const DEFAULT_BASE = 'https://owlgate.dev/ontology/';

/** True if an IRI needs no base. */
export const hasScheme = (iri: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(iri);

export function syntaxError({ line, column }: Position, reason: string): OwlgateError {
  return new OwlgateError('OntologySyntax', { line, column, reason }, { line, column, reason });
}

/** Index of lines: converts offsets in a text to lines and columns. */
export class LineIndex {
  /** Offsets of the line starts. */
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (const { index, 0: newline } of text.matchAll(/\r\n|\n|\r/g)) this.starts.push(index + newline.length);
  }

  positionAt(offset: number): Position {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.starts[low]! + 1 };
  }
}

/** Maps blank node labels, one to one, to labels that every syntax allows. */
export function safeLabel(label: string): string {
  if (/^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(label) && !label.startsWith('x-')) return label;
  return `x-${label.replace(/[^A-Za-z0-9]/gu, (c) => `_${c.codePointAt(0)!.toString(16)}_`)}`;
}

/** Returns a prefix for generated blank node labels; no label of the document begins with it. */
export function anonymousPrefix(text: string): string {
  let prefix = 'genid';
  while (text.includes(prefix)) prefix += '_';
  return prefix;
}

/**
 * Returns the label of a blank node that is written as an IRI, `<_:label>`: some tools write it, and others read it so.
 * Undefined for other IRIs; none begins with `_:`.
 */
export const blankLabelOf = (iri: string): string | undefined => /^_:([\w-](?:[\w.-]*[\w-])?)$/.exec(iri)?.[1];
