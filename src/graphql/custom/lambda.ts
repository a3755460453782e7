/** Use of the lambda server by a schema. */
import { Kind, type DefinitionNode } from 'graphql';
import { directiveOf } from '../sdl/directives';
import { problem, type SchemaProblem } from '../sdl/schema-error';

const NEEDED = 'a lambda server is needed; set OWLGATE_LAMBDA_URL to its address';

/** Reports each `@lambda` and `@lambdaOnMutate` of a schema if there is no lambda server. */
export function lambdaProblems(
  definitions: readonly DefinitionNode[],
  lambdaUrl: string | undefined,
): readonly SchemaProblem[] {
  if (lambdaUrl !== undefined) return [];
  return definitions.flatMap((node) => {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return [];
    const type = node.name.value;
    const onMutate = directiveOf(node, 'lambdaOnMutate');
    const fields = (node.fields ?? []).filter((field) => directiveOf(field, 'lambda'));
    return [
      ...(onMutate ? [problem(`Type ${type}: has the @lambdaOnMutate directive: ${NEEDED}`, onMutate)] : []),
      ...fields.map((field) =>
        problem(`Type ${type}; Field ${field.name.value}: has the @lambda directive: ${NEEDED}`, field),
      ),
    ];
  });
}
