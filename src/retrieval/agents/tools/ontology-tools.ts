/** Tools over the ontology: classes and properties by label, and their place in the hierarchy. */
import { OwlgateError } from '../../../errors';
import { suggest } from '../../../ontology';
import { toldPruned, type Pruning } from '../../knowledge/pruning';
import type { PropertyTerm, Vocabulary } from '../../knowledge/vocabulary';
import { wordsOf } from '../../language/words';
import { defineTool, type Tool } from './toolbox';

const MAX_LISTED = 60;

/** Creates find_classes, describe_class and describe_property. */
export function ontologyTools(vocabulary: Vocabulary, pruning: Pruning): Tool[] {
  return [
    defineTool<{ text: string; limit: number }>({
      name: 'find_classes',
      description: 'Classes and properties of the ontology that the words of a text name, or come near to.',
      parameters: {
        type: 'object',
        properties: {
          text: { type: 'string', minLength: 1, maxLength: 500, description: 'Words such as: oil painting, made by' },
          limit: { type: 'integer', minimum: 1, maximum: 30, default: 10 },
        },
        required: ['text'],
      },
      run: ({ text, limit }) => {
        const exact = vocabulary.match(wordsOf(text)).flatMap(({ terms }) => terms);
        const near = (['class', 'property'] as const).flatMap((kind) => vocabulary.search(text, kind, limit));
        const terms = [...new Set([...exact, ...near])];
        const classNames = terms.filter(({ kind }) => kind === 'class').map(({ name }) => name);
        const { retained, pruned } = pruning.classes(classNames);
        const classes = retained.slice(0, limit).map((name) => ({
          class: name,
          label: vocabulary.labelOf(name),
          superclasses: vocabulary.above(name).slice(0, 10),
          subclasses: vocabulary.below(name).slice(0, 20),
        }));
        const properties = terms
          .filter((term): term is PropertyTerm => term.kind === 'property')
          .slice(0, limit)
          .map((term) => describe(term, vocabulary));
        const names = [...classes.map((each) => each.class), ...properties.map((each) => each.property)];
        return Promise.resolve({
          result: { classes, properties, ...(pruned.length > 0 && { leftOut: pruned }) },
          summary: `${names.length === 0 ? 'nothing of that name' : names.slice(0, 10).join(', ')}${toldPruned(pruned)}`,
        });
      },
    }),
    defineTool<{ class: string }>({
      name: 'describe_class',
      description: 'A class: what is above and below it, what excludes it, and its properties.',
      parameters: oneName('class', 'As find_classes gave it'),
      run: ({ class: nameOrLabel }) => {
        const name = classOf(nameOrLabel, vocabulary);
        const term = vocabulary.classes.get(name)!;
        const family = new Set([name, ...vocabulary.above(name)]);
        const properties = [...vocabulary.properties.values()].filter((each) =>
          each.domain.some((domain) => family.has(domain)),
        );
        const subclasses = vocabulary.below(name);
        return Promise.resolve({
          result: {
            class: name,
            label: vocabulary.labelOf(name),
            ...(term.comment !== undefined && { comment: term.comment }),
            superclasses: vocabulary.above(name).slice(0, MAX_LISTED),
            subclasses: subclasses.slice(0, MAX_LISTED),
            disjointWith: [...vocabulary.disjointWith(name)].slice(0, MAX_LISTED),
            properties: properties.slice(0, MAX_LISTED).map((each) => describe(each, vocabulary)),
          },
          summary:
            `${name}: ${subclasses.length} subclass(es), ${properties.length} ` +
            `propert${properties.length === 1 ? 'y' : 'ies'}`,
        });
      },
    }),
    defineTool<{ property: string }>({
      name: 'describe_property',
      description: 'A property: what it leads from and to, its inverse, and the properties below it.',
      parameters: oneName('property', 'As find_classes gave it'),
      run: ({ property: name }) => {
        const term = vocabulary.properties.get(name);
        if (!term) {
          throw new OwlgateError(
            'UnknownPredicate',
            { name },
            { suggestions: suggest(name, [...vocabulary.properties.keys()]) },
          );
        }
        const result = {
          ...describe(term, vocabulary),
          subproperties: vocabulary.propertiesBelow(name).slice(0, MAX_LISTED),
        };
        return Promise.resolve({
          result,
          summary: `${name}: ${term.domain.join(', ') || '?'} → ${term.range.join(', ') || '?'}`,
        });
      },
    }),
  ];
}

const oneName = (name: string, description: string): Record<string, unknown> => ({
  type: 'object',
  properties: { [name]: { type: 'string', minLength: 1, maxLength: 500, description } },
  required: [name],
});

/**
 * Returns the name of a class that an agent gives by name or label.
 *
 * @throws OwlgateError UnknownClass
 */
export function classOf(nameOrLabel: string, vocabulary: Vocabulary): string {
  if (vocabulary.classes.has(nameOrLabel)) return nameOrLabel;
  const words = wordsOf(nameOrLabel);
  const fullMatch = vocabulary.match(words).find(({ from, to }) => from === 0 && to === words.length);
  const match = fullMatch?.terms.find(({ kind }) => kind === 'class');
  if (match) return match.name;
  throw new OwlgateError(
    'UnknownClass',
    { name: nameOrLabel.slice(0, 200) },
    { suggestions: suggest(nameOrLabel, [...vocabulary.classes.keys()]) },
  );
}

function describe(term: PropertyTerm, vocabulary: Vocabulary) {
  return {
    property: term.name,
    label: vocabulary.labelOf(term.name),
    ...(term.comment !== undefined && { comment: term.comment }),
    kind: term.isObject ? 'between nodes' : 'value',
    domain: term.domain,
    range: term.isObject ? term.range : term.datatypes,
    ...(term.inverses.length > 0 && { inverseOf: term.inverses }),
  };
}
