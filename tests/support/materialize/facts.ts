/** Stored graph as readable, comparable lines. */
import { dump } from '../engines/graph';
import { ask, query, type Answer } from '../engines/wire';

/** Languages of values in tests. */
const LANGUAGES = ['en', 'de'];

/**
 * Returns the stored facts of some nodes, one per line, sorted: `ann type Author*`, `ann wrote emma (since=1815)`,
 * `emma pages 474`. A star marks inferred facts.
 *
 * @param nodes uids by the names that the lines use
 */
export async function factLines(url: string, nodes: Readonly<Record<string, string>>): Promise<string[]> {
  const names = new Map(Object.entries(nodes).map(([name, uid]) => [uid, name]));
  const { data } = await ask(url, query('schema {}'));
  const predicates = (data.schema as { predicate: string; type: string; lang?: boolean }[]).filter(
    ({ predicate }) => predicate === 'dgraph.type' || !/^(dgraph|owlgate)\.|^iri$/.test(predicate),
  );
  const fields = predicates.flatMap(({ predicate, type, lang }) => [
    `<${predicate}> @facets${type === 'uid' ? ' { uid }' : ''}`,
    ...(lang ? LANGUAGES.map((tag) => `<${predicate}>@${tag} @facets`) : []),
  ]);
  const answer = await ask(url, query(`{ q(func: uid(${[...names.keys()].join(', ')})) { uid ${fields.join(' ')} } }`));
  const lines: string[] = [];
  for (const node of answer.data.q as Answer[]) {
    for (const [key, value] of Object.entries(node as Record<string, unknown>)) {
      if (key === 'uid' || key.includes('|')) continue;
      const list = Array.isArray(value) ? (value as unknown[]) : [value];
      list.forEach((item, i) => {
        const isEdge = typeof item === 'object' && item !== null && 'uid' in item;
        const object = isEdge ? (names.get(String(item.uid)) ?? String(item.uid)) : String(item);
        const facets = facetsOf(isEdge ? (item as Answer) : node, key, isEdge || !Array.isArray(value) ? undefined : i);
        lines.push(`${names.get(node.uid as string)} ${key.replace('dgraph.type', 'type')} ${object}${facets}`);
      });
    }
  }
  return lines.sort();
}

function facetsOf(at: Answer, key: string, index: number | undefined): string {
  let isInferred = false;
  const shown: string[] = [];
  for (const [name, held] of Object.entries(at as Record<string, unknown>)) {
    if (!name.startsWith(`${key}|`)) continue;
    const value = index === undefined ? held : (held as Record<number, unknown>)[index];
    if (value === undefined) continue;
    const facet = name.slice(key.length + 1);
    if (facet === 'owl.inferred') isInferred = value === true;
    else shown.push(`${facet}=${JSON.stringify(value)}`);
  }
  return `${isInferred ? '*' : ''}${shown.length > 0 ? ` (${shown.join(', ')})` : ''}`;
}

/** Returns everything that an engine stores, including tagged values: equal exactly when the graphs are. */
export async function snapshot(url: string): Promise<string> {
  const { data } = await ask(url, query('schema {}'));
  const tagged = (data.schema as { predicate: string; lang?: boolean }[]).filter(({ lang }) => lang);
  const blocks = tagged.map(({ predicate }, i) => `t${i}(func: has(<${predicate}>)) { uid <${predicate}>@* }`);
  const values = blocks.length === 0 ? '' : JSON.stringify((await ask(url, query(`{ ${blocks.join('\n')} }`))).data);
  return `${await dump(url)}\n${values}`;
}
