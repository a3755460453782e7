/**
 * Interfaces that introspection shows for classes with subclasses: `AnyAnimal` beside `Animal`, for nodes in no
 * subclass. Requests are read with the object types alone: a fragment on either is a fragment on the class.
 */
import type { GraphqlModel } from '../sdl/model';
import { once } from '../../util/memo';
import { EXTRA_NAMES } from './extras';

const PREFIX = 'Any';

export class ShownClasses {
  private readonly interfaces = new Map<string, string | undefined>();
  /** True if an extension has a field with the name of the common type's field, so that a class lacks the latter. */
  private readonly lacksCommon = once(() =>
    [...this.model.types.values()].some(({ ownFields }) => ownFields?.every(({ isCommon }) => !isCommon)),
  );

  constructor(private readonly model: GraphqlModel) {}

  /** Name of the interface of a class; undefined for a class without subclasses, and for other types. */
  interfaceOf(name: string): string | undefined {
    if (!this.interfaces.has(name)) this.interfaces.set(name, this.makeInterface(name));
    return this.interfaces.get(name);
  }

  private makeInterface(name: string): string | undefined {
    const { classes, types } = this.model;
    if (!types.has(name) || !classes?.hasOthers(name)) return undefined;
    let shown = PREFIX + name;
    while (this.isTaken(shown)) shown += '_';
    return shown;
  }

  /** Class of an interface. */
  classOf(shown: string): string | undefined {
    if (!shown.startsWith(PREFIX)) return undefined;
    for (let name = shown.slice(PREFIX.length); name !== ''; name = name.slice(0, -1)) {
      if (this.model.types.has(name) && this.interfaceOf(name) === shown) return name;
      if (!name.endsWith('_')) return undefined;
    }
    return undefined;
  }

  /** Object types of the nodes of a class, or of a union of classes. */
  possibleTypes(name: string): readonly string[] {
    const { classes, types, unions } = this.model;
    const below = classes?.get(name);
    if (below) return [...below].filter((each) => types.has(each));
    return unions.get(name)?.members ?? [];
  }

  /** Interfaces of an object type. */
  interfacesOf(name: string): readonly string[] {
    const { classes } = this.model;
    if (!classes?.has(name)) return [];
    return [name, ...classes.above(name)].flatMap((each) => this.interfaceOf(each) ?? []);
  }

  /** Type of an output as shown: `[AnyAnimal]` for `[Animal]`. */
  output(type: string): string {
    return type.replace(/\w+/, (name) => this.interfaceOf(name) ?? name);
  }

  /** Names of a class's fields that all its subclasses have. */
  sharedFields(name: string): ReadonlySet<string> {
    const { classes, types } = this.model;
    const type = types.get(name)!;
    if (type.hasOntologyFields && !this.lacksCommon()) return new Set(type.byName.keys());
    const below = [...classes!.get(name)!].flatMap((each) => types.get(each) ?? []);
    const shared = type.fields.filter((field) =>
      below.every(
        ({ byName }) => byName.get(field.name)?.predicate === field.predicate || field.name === type.idField?.name,
      ),
    );
    return new Set(shared.map((field) => field.name));
  }

  private isTaken(name: string): boolean {
    const { types, unions, enums, inputs } = this.model;
    return EXTRA_NAMES.has(name) || types.has(name) || unions.has(name) || enums.has(name) || inputs.has(name);
  }
}
