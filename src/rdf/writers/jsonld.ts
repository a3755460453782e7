/** JSON-LD in expanded form (https://www.w3.org/TR/json-ld11/): an array of nodes, which needs no context to be read. */
import { toUSVString } from 'node:util';
import { safeLabel } from '../document';
import type { Individual, OwlLiteral } from '../quads';
import { rdf, xsd } from '../vocabulary';
import { safeIri } from './text';
import { bySubject, type Statement, type StatementWriter } from './writer';

export class JsonLdWriter implements StatementWriter {
  private isFirst = true;

  begin(): string {
    return '[';
  }

  write(batch: readonly Statement[]): string {
    const graphs = new Map<string, object[]>();
    let text = '';
    for (const group of bySubject(batch)) {
      const [{ graph }] = group;
      const node = nodeObject(group);
      if (graph === undefined) text += this.item(node);
      else if (graphs.has(graph)) graphs.get(graph)!.push(node);
      else graphs.set(graph, [node]);
    }
    // A graph may occur several times; its parts are one graph.
    for (const [graph, nodes] of graphs) text += this.item({ '@id': safeIri(graph), '@graph': nodes });
    return text;
  }

  end(): string {
    return '\n]\n';
  }

  private item(value: object): string {
    const separator = this.isFirst ? '\n' : ',\n';
    this.isFirst = false;
    return separator + JSON.stringify(value);
  }
}

function nodeObject(statements: readonly [Statement, ...Statement[]]): object {
  const types: string[] = [];
  const properties = new Map<string, object[]>();
  for (const { predicate, object } of statements) {
    if (predicate === rdf.type && typeof object === 'string') {
      types.push(nodeId(object));
      continue;
    }
    const value = typeof object === 'string' ? { '@id': nodeId(object) } : valueObject(object);
    const key = safeIri(predicate);
    const values = properties.get(key);
    if (values) values.push(value);
    else properties.set(key, [value]);
  }
  return {
    '@id': nodeId(statements[0].subject),
    ...(types.length > 0 && { '@type': types }),
    ...Object.fromEntries(properties),
  };
}

const nodeId = (node: Individual): string => (node.startsWith('_:') ? `_:${safeLabel(node.slice(2))}` : safeIri(node));

function valueObject({ value, datatype, lang }: OwlLiteral): object {
  const text = toUSVString(value);
  if (lang !== undefined && lang !== '') return { '@value': text, '@language': lang };
  return datatype === xsd('string') ? { '@value': text } : { '@value': text, '@type': safeIri(datatype) };
}
