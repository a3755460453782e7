/** What is wrong with the rules of access in a schema. */
import type { GraphqlModel } from '../sdl/model';
import type { SchemaProblem } from '../sdl/schema-error';

export function ruleProblems(_model: GraphqlModel): readonly SchemaProblem[] {
  return [];
}
