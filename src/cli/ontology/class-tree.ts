/** Class hierarchy, a graph, printed as a tree. */
import type { Style } from '../terminal/terminal';
import { cleanLine } from '../terminal/text';
import type { Branch } from '../terminal/tree';

/** Entry of GET /ontology/introspect. */
export interface ClassEntry {
  readonly iri: string;
  readonly label?: string;
  readonly directSuperClasses: readonly string[];
  readonly directSubClasses: readonly string[];
  readonly equivalentClasses: readonly string[];
}

/**
 * Returns the tree. A class with several direct superclasses appears below each of them; its subclasses are drawn once
 * and referred to afterwards. Equivalent classes share one line, under the first one's name.
 */
export function classTree(classes: readonly ClassEntry[], style: Style): readonly Branch[] {
  const byName = new Map(classes.map((each) => [each.iri, each]));
  const standsFor = (name: string): string =>
    [name, ...(byName.get(name)?.equivalentClasses ?? [])].filter((each) => byName.has(each)).sort()[0] ?? name;
  const leaders = classes.filter(({ iri }) => standsFor(iri) === iri);
  const drawn = new Set<string>();

  const others = (names: readonly string[], self: string): readonly string[] =>
    [...new Set(names.filter((name) => byName.has(name)).map(standsFor)).values()].filter((name) => name !== self);

  // Equivalent classes share their direct superclasses and subclasses.
  const allOf = ({ iri, equivalentClasses }: ClassEntry): ClassEntry[] =>
    [iri, ...equivalentClasses].flatMap((name) => byName.get(name) ?? []);
  const above = (entry: ClassEntry): readonly string[] =>
    others(
      allOf(entry).flatMap(({ directSuperClasses }) => directSuperClasses),
      entry.iri,
    );
  const below = (entry: ClassEntry): readonly string[] =>
    others(
      allOf(entry).flatMap(({ directSubClasses }) => directSubClasses),
      entry.iri,
    );

  const branch = (entry: ClassEntry): Branch => {
    const { iri, label, equivalentClasses } = entry;
    const equals =
      equivalentClasses.length === 0 ? '' : ` ${style.dim(`= ${equivalentClasses.map(cleanLine).join(', ')}`)}`;
    const suffix =
      label === undefined || label.toLowerCase() === iri.toLowerCase() ? '' : `  ${style.dim(cleanLine(label))}`;
    const text = `${cleanLine(iri)}${equals}${suffix}`;
    const children = below(entry).map((name) => byName.get(name)!);
    if (children.length === 0) return { text };
    if (drawn.has(iri)) return { text: `${text}  ${style.dim('(see above)')}` };
    drawn.add(iri);
    return { text, children: children.map(branch) };
  };
  return leaders.filter((entry) => above(entry).length === 0).map(branch);
}
