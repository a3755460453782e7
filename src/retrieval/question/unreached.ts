/** Classes of what relates others: facts lead from them, and none to them but from one another. */
import { LANGUAGES, phrases } from '../language/data';
import type { PropertyTerm } from '../knowledge/vocabulary';
import type { Schema } from './schema';

/** Beginnings of names of what leads to a scene: `takes place in`. What happens there is an event, and the place none. */
const SCENES = LANGUAGES.flatMap(({ data }) => phrases(data.happening)).filter((phrase) => phrase.includes(' '));
const leadsToScene = ({ labels }: PropertyTerm): boolean =>
  labels.some((label) => SCENES.some((phrase) => label.toLowerCase().startsWith(`${phrase} `)));

/** Leaves out classes to which a property leads from another one than these. */
export function unreached(classes: Iterable<string>, schema: Schema): ReadonlySet<string> {
  const { vocabulary } = schema;
  const edges = [...vocabulary.properties.values()].filter(({ isObject }) => isObject);
  const found = new Set(classes);
  const isReached = (name: string): boolean =>
    edges.some((edge) => {
      const from = schema.endsOf(edge.name, 'subject');
      const isFromThese = from.length > 0 && from.every((domain) => domain !== name && found.has(domain));
      const leads = schema.endsOf(edge.name, 'object').some((range) => vocabulary.isAlong(range, name));
      return leads && (!isFromThese || leadsToScene(edge));
    });
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const name of found) if (isReached(name)) found.delete(name);
  }
  return found;
}
