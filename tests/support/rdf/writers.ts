/** Writers of every syntax in its plainest form, for tests of the readers. */
import { writeRdf } from '../../../src/rdf';
import type { Quad } from '../../../src/rdf';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

const escape = (s: string): string =>
  s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[\t\n]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Writers by media type. Predicates end with a name that XML can spell. */
export const WRITERS: Readonly<Record<string, (list: readonly Quad[]) => string>> = {
  'text/turtle': (list) => writeRdf({ quads: list, prefixes: new Map([['x', 'http://e/x#']]) }, 'text/turtle'),
  'application/n-triples': (list) => writeRdf({ quads: list, prefixes: new Map() }, 'application/n-triples'),
  'application/ld+json': (list) =>
    JSON.stringify(
      list.map(({ subject, predicate, object }) => ({
        [predicate]:
          typeof object === 'string'
            ? { '@id': object }
            : {
                '@value': object.value,
                ...(object.lang ? { '@language': object.lang } : { '@type': object.datatype }),
              },
        '@id': subject,
      })),
    ),
  'application/rdf+xml': (list) => {
    const node = (name: string, ref: string): string =>
      ref.startsWith('_:') ? `rdf:nodeID="${ref.slice(2)}"` : `rdf:${name}="${escape(ref)}"`;
    const property = ({ predicate, object }: Quad): string => {
      const [, namespace, name] = /^(.*[/#:])([^/#:]+)$/.exec(predicate)!;
      const open = `<p:${name} xmlns:p="${namespace}"`;
      if (typeof object === 'string') return `${open} ${node('resource', object)}/>`;
      const kind = object.lang ? `xml:lang="${object.lang}"` : `rdf:datatype="${escape(object.datatype)}"`;
      return `${open} ${kind}>${escape(object.value)}</p:${name}>`;
    };
    const nodes = list.map((q) => `<rdf:Description ${node('about', q.subject)}>${property(q)}</rdf:Description>`);
    return `<rdf:RDF xmlns:rdf="${RDF}">\n${nodes.join('\n')}\n</rdf:RDF>`;
  },
};
