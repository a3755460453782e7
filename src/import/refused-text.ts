/** Refused statements in N-Quads, with their reasons as comments: corrected, they can be imported again. */
import type { Term } from '../rdf';
import type { StreamedQuad } from '../rdf/stream';
import { oneLine } from '../util/text';
import type { Refusal } from './types';

export function printRefused({ source, line, reasons }: Refusal, quads: readonly StreamedQuad[]): string {
  const comments = reasons.map((reason) => `# ${source}:${line}: ${oneLine(reason)}\n`);
  return `${comments.join('')}${[...new Set(quads)].map(print).join('')}\n`;
}

function print({ subject, predicate, object, graph }: StreamedQuad): string {
  const parts = [node(subject), `<${predicate}>`, term(object), ...(graph === '' ? [] : [node(graph)])];
  return `${parts.join(' ')} .\n`;
}

function term(object: Term): string {
  if (typeof object === 'string') return node(object);
  const { value, datatype, lang } = object;
  const text = `"${value.replace(/["\\\n\r]/g, (character) => ESCAPES[character]!)}"`;
  return lang === undefined ? `${text}^^<${datatype}>` : `${text}@${lang}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/** Labels that begin with a dot are of blank nodes without one. */
const node = (name: string): string =>
  name.startsWith('_:') ? `_:b${name.slice(2).replaceAll('.', '-')}` : `<${name}>`;
