/** Result types of operations: payloads of mutations, and aggregates. */
import { hasSeveralLanguages } from '../sdl/model';
import type { GraphqlType } from '../sdl/model';
import { field, type Api, type DefinedField } from './definitions';
import { hasFilter, isOrdered, isSummed, listArguments, lowerFirst } from './shared';

export function addResults(type: GraphqlType, { definitions }: Api): void {
  const { name, generated } = type;
  const result = (of: string, fields: DefinedField[]): void => {
    definitions.set(of, { kind: 'type', name: of, fields });
  };
  const nodes = field(lowerFirst(name), `[${name}]`, listArguments(type));
  const count = field('numUids', 'Int');
  if (definitions.has(`Add${name}Input`)) result(`Add${name}Payload`, [nodes, count]);
  if (generated.update && definitions.has(`${name}Patch`)) result(`Update${name}Payload`, [nodes, count]);
  if (generated.delete && hasFilter(type)) result(`Delete${name}Payload`, [nodes, field('msg', 'String'), count]);
  result(`${name}AggregateResult`, [field('count', 'Int'), ...aggregates(type)]);
}

function aggregates(type: GraphqlType): DefinedField[] {
  return type.fields.flatMap((each) => {
    const typeName = each.type.name;
    const extremes = isOrdered(each) || hasSeveralLanguages(each);
    return [
      ...(extremes ? [field(`${each.name}Min`, typeName), field(`${each.name}Max`, typeName)] : []),
      ...(isSummed(each) ? [field(`${each.name}Sum`, typeName), field(`${each.name}Avg`, 'Float')] : []),
    ];
  });
}
