/** Result types of operations: payloads of mutations, and aggregates. */
import { hasSeveralLanguages } from '../sdl/model';
import type { GraphqlField, GraphqlType } from '../sdl/model';
import { onceFor } from '../../util/memo';
import { commonField, field, type Api, type DefinedField } from './definitions';
import { hasFilter, isOrdered, isSummed, listArguments, lowerFirst } from './shared';

export function addResults(type: GraphqlType, { definitions }: Api): void {
  const { name, generated } = type;
  const result = (of: string, fields: DefinedField[]): void => {
    definitions.set(of, { kind: 'type', name: of, fields });
  };
  const nodes = field(lowerFirst(name), `[${name}]`, listArguments(type));
  if (generated.add && definitions.has(`Add${name}Input`)) result(`Add${name}Payload`, [nodes, TOUCHED]);
  if (generated.update && definitions.has(`${name}Patch`)) result(`Update${name}Payload`, [nodes, TOUCHED]);
  if (generated.delete && hasFilter(type)) result(`Delete${name}Payload`, [nodes, MESSAGE, TOUCHED]);
  result(`${name}AggregateResult`, [COUNT, ...aggregates(type)]);
}

// Shared by all types.
const TOUCHED = field('numUids', 'Int');
const MESSAGE = field('msg', 'String');
const COUNT = field('count', 'Int');

const aggregates = ({ fields }: GraphqlType): DefinedField[] => fields.flatMap((each) => aggregatesOf(each));

/** Classes share the aggregates of their properties. */
const aggregatesOf = onceFor((each: GraphqlField): readonly DefinedField[] => {
  const typeName = each.type.name;
  if (each.isCommon) return [commonField(each.name, `${typeName}AggregateResult`)];
  const extremes = isOrdered(each) || hasSeveralLanguages(each);
  return [
    ...(extremes ? [field(`${each.name}Min`, typeName), field(`${each.name}Max`, typeName)] : []),
    ...(isSummed(each) ? [field(`${each.name}Sum`, typeName), field(`${each.name}Avg`, 'Float')] : []),
  ];
});
