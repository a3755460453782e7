/** Validation of the access rules in a schema. */
import { ApiOnDemand } from '../api/on-demand';
import { SchemaOnDemand } from '../request/schema';
import type { GraphqlModel } from '../sdl/model';
import type { SchemaProblem } from '../sdl/schema-error';
import { Guard } from './guard';
import { readRules } from './rules';

/** Returns all faults with Dgraph's messages, and the place of the type if known. */
export function ruleProblems(model: GraphqlModel): readonly SchemaProblem[] {
  if (![...model.types.values()].some(({ directives }) => directives.some((each) => /^@auth\b/.test(each)))) return [];
  const placed = (type: string, message: string): SchemaProblem => ({
    message,
    ...(model.types.get(type)?.place ?? { line: 0, column: 0 }),
  });
  const problems: SchemaProblem[] = [];
  readRules(model, ({ name }, message) => problems.push(placed(name, message)));
  if (problems.length > 0) return problems;
  try {
    const { authorization: _, ...open } = model;
    const guard = new Guard(open, () => new SchemaOnDemand(new ApiOnDemand(model)));
    return guard.problems().map(({ type, message }) => placed(type, message));
  } catch (error) {
    return [{ message: (error as Error).message, line: 0, column: 0 }];
  }
}
