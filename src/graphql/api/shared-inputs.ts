/**
 * Names of inputs that classes share. If there is a common type, classes with the same fields of their own have inputs
 * of the same form: introspection shows one of each kind, that of the highest class. Classes without fields of their
 * own share the inputs of the common type. Requests may name the inputs of each class.
 */
import { once } from '../../util/memo';
import type { GraphqlModel, GraphqlType } from '../sdl/model';

/** Longer endings first: `XHasFilter` is not the filter of `XHas`. */
const ENDINGS = ['HasFilter', 'Filter', 'Orderable', 'Order', 'Patch', 'Ref'];
const MUTATION_INPUT = /^(Add|Update)(.+)Input$/;

export class SharedInputs {
  private readonly shownNames = new Map<string, string>();
  private readonly owners: () => ReadonlyMap<string, string>;

  /** @param model the model as introspection shows it */
  constructor(private readonly model: GraphqlModel) {
    this.owners = once(() => ownersIn(model));
  }

  /** Returns the shown name of an input; other names are returned unchanged. */
  shownName(name: string): string {
    if (this.model.common === undefined) return name;
    let shown = this.shownNames.get(name);
    if (shown === undefined) this.shownNames.set(name, (shown = this.makeName(name)));
    return shown;
  }

  /** Returns the shown form of a type: `[ThingPropertiesFilter!]` for `[DogFilter!]`. */
  shownType(type: string): string {
    return this.model.common === undefined ? type : type.replace(/\w+/, (name) => this.shownName(name));
  }

  private makeName(name: string): string {
    const owners = this.owners();
    for (const ending of ENDINGS) {
      const owner = name.endsWith(ending) ? owners.get(name.slice(0, -ending.length)) : undefined;
      if (owner !== undefined) return owner + ending;
    }
    const [, operation, base = ''] = MUTATION_INPUT.exec(name) ?? [];
    const owner = owners.get(base);
    return owner === undefined ? name : `${operation}${owner}Input`;
  }
}

/** Maps each class to the type whose inputs it uses. */
function ownersIn({ types, classes, common }: GraphqlModel): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const type of types.values()) if (isShareable(type)) keys.set(type.name, keyOf(type));
  const isBelow = (name: string, key: string) =>
    classes?.parents?.(name).some((each) => keys.get(each) === key) === true;
  const rootOf = new Map<string, string>();
  const firstOf = new Map<string, string>();
  for (const name of [...keys.keys()].sort()) {
    const key = keys.get(name)!;
    if (!firstOf.has(key)) firstOf.set(key, name);
    if (!rootOf.has(key) && !isBelow(name, key)) rootOf.set(key, name);
  }
  rootOf.set(
    keyOf({ fields: types.get(common!)!.fields.filter(({ name }) => name === 'id' || name === 'iri') }),
    common!,
  );
  // Equivalent classes are below each other.
  return new Map([...keys].map(([name, key]) => [name, rootOf.get(key) ?? firstOf.get(key)!]));
}

const keyOf = ({ fields }: Pick<GraphqlType, 'fields'>): string =>
  fields.flatMap(({ name, type, isCommon }) => (isCommon ? [] : [`${name}:${type.name}`])).join(' ');

/** True for classes whose fields the ontology alone determines. */
const isShareable = ({ ownFields, hasOntologyFields, password }: GraphqlType): boolean =>
  ownFields !== undefined && hasOntologyFields === true && password === undefined;
