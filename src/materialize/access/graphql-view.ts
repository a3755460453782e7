/** GraphQL schemas by the rights of the cluster: fields whose predicates a client may read. */
import { buildSchema } from 'graphql';
import { bare, completeApi, GraphqlApi, printApi } from '../../graphql';
import { RequestFailure, type GraphqlLimits, type GraphqlRequest, type ReadRequest } from '../../graphql/request';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../../graphql/sdl';
import { once, onceFor } from '../../util/memo';

/** Maximum stored views of one schema; each is as large as the schema itself. */
const MAX_VIEWS = 8;

/** Returns the predicate of `p`, `~p` or `p@en:.`. The right to read a predicate includes its reverse. */
const predicateOf = ({ predicate }: GraphqlField): string =>
  bare(predicate)
    .replace(/^~/, '')
    .replace(/(?!^)@[^@]*$/, '');

/** Returns the names of all predicates of a schema. */
export const predicatesOf = ({ types }: GraphqlModel): Set<string> =>
  new Set([...types.values()].flatMap((type) => storedFields(type).map(predicateOf)));

const storedFields = (type: GraphqlType): readonly GraphqlField[] =>
  type.remote ? [] : (type.ownFields ?? type.fields).filter((field) => !isFree(field, type));

/** Recognizes fields without a predicate: a node's uid, values from services, and the node as the common type. */
const isFree = (field: GraphqlField, { idField }: GraphqlType): boolean =>
  field.custom || field.external || field.isCommon === true || field.name === idField?.name;

/** Returns the schema without the fields that a client may not read. */
export function restrictedModel(model: GraphqlModel, readable: ReadonlySet<string>): GraphqlModel {
  const types = [...model.types].map(([name, type]) => [name, restricted(type, readable)] as const);
  return { ...model, types: new Map(types) };
}

function restricted(type: GraphqlType, readable: ReadonlySet<string>): GraphqlType {
  if (type.remote) return type;
  const isShown = (field: GraphqlField): boolean => isFree(field, type) || readable.has(predicateOf(field));
  const { password } = type;
  const fields = once(() => type.fields.filter(isShown));
  const byName = once(() => new Map([...type.byName].filter(([, field]) => isShown(field))));
  const ownFields = once(() => type.ownFields?.filter(isShown));
  // A large schema is read in part.
  return Object.create(type, {
    fields: { get: fields },
    byName: { get: byName },
    ownFields: { get: ownFields },
    xids: { get: () => type.xids.filter(isShown) },
    hasOntologyFields: { value: false },
    password: { value: password && readable.has(bare(password.predicate)) ? password : undefined },
  }) as GraphqlType;
}

/**
 * Reads a request against a view. Refuses every request if the remaining fields form no valid schema.
 *
 * @throws RequestFailure
 */
export function readBy(view: GraphqlApi, request: GraphqlRequest): ReadRequest {
  if (!isUsable(view)) throw RequestFailure.of('the schema cannot be shown by the rights of this login');
  return view.read(request);
}

/** True if the view as a whole is a valid schema. A single request meets a defect only by chance. */
const isUsable = onceFor(({ model }: GraphqlApi): boolean => {
  try {
    return Boolean(buildSchema(printApi(model, completeApi(model)), { assumeValid: true }));
  } catch {
    return false;
  }
});

/** Views of the latest schema, by its readable predicates. */
export class GraphqlViews {
  private model: GraphqlModel | undefined;
  private readonly views = new Map<string, GraphqlApi>();

  constructor(private readonly limits: Partial<GraphqlLimits>) {}

  /** @returns view for introspection and for the wording of refusals (readBy); no request may be executed on it */
  of(model: GraphqlModel, readable: ReadonlySet<string>): GraphqlApi {
    if (this.model !== model) this.views.clear();
    this.model = model;
    const key = [...readable].sort().join(' ');
    const view = this.views.get(key) ?? new GraphqlApi(restrictedModel(model, readable), this.limits);
    this.views.delete(key);
    this.views.set(key, view);
    const [oldest] = this.views.keys();
    if (this.views.size > MAX_VIEWS) this.views.delete(oldest!);
    return view;
  }
}
