/** Completes `@hasInverse`: declared on one side of an edge, it applies to both. */
import type { ASTNode } from 'graphql';
import type { GraphqlField, GraphqlType } from './model';
import { problem, type SchemaProblem } from './schema-error';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Completes the fields on the other sides, in place.
 *
 * @param nodeOf returns the declaration of a field
 */
export function invert(
  types: ReadonlyMap<string, GraphqlType>,
  nodeOf: (type: string, field: string) => ASTNode | undefined,
  problems: SchemaProblem[],
): void {
  for (const type of types.values()) {
    for (const field of type.fields) {
      if (field.inverse === undefined) continue;
      const other: Mutable<GraphqlField> | undefined = types.get(field.type.name)?.byName.get(field.inverse);
      const refuse = (message: string) => problems.push(problem(message, nodeOf(type.name, field.name)));
      const place = `Type ${type.name}; Field ${field.name}: `;
      if (!other) {
        refuse(`${place}inverse field ${field.inverse} doesn't exist for type ${field.type.name}.`);
      } else if (other.inverse !== undefined && other.inverse !== field.name) {
        refuse(
          `${place}@hasInverse should be consistant. ${type.name}.${field.name} is the inverse of ` +
            `${field.type.name}.${field.inverse}, but ${field.type.name}.${field.inverse} is the inverse of ` +
            `${other.type.name}.${other.inverse}.`,
        );
      } else if (other.inverse === undefined) {
        for (const inverseField of [other, ...inheritors(types, field.type.name, other.name)]) {
          inverseField.inverse = field.name;
          inverseField.directives = [...inverseField.directives, `@hasInverse(field: ${field.name})`];
        }
      }
    }
  }
}

/** Copies of an interface's field in the types that implement it. */
function inheritors(
  types: ReadonlyMap<string, GraphqlType>,
  declaredBy: string,
  name: string,
): Mutable<GraphqlField>[] {
  return [...types.values()].flatMap((type) => {
    const copy = type.byName.get(name);
    return copy?.declaredBy === declaredBy && copy.inverse === undefined ? [copy] : [];
  });
}
