/**
 * Claims of writes: decides which of several writes over one snapshot may be committed together.
 *
 * Two writes exclude each other in a group exactly where the engine would abort one of them: at equal guards (see
 * guards.ts), at the same statement or the same place of a single value, and at equal values that must be unique. What
 * remains is the result of any serial order.
 */
import { nodeKey, type NQuad } from '../../../dql';
import { TYPE_PREDICATE } from '../../../mutation';
import { IRI_PREDICATE } from '../../../schema';
import type { EngineSchema } from '../../store/engine-schema';
import { valueTerm } from '../../store/terms';
import type { Parcel } from '../delivery';
import type { Locks } from '../guards';

const NO_LOCKS: Locks = { exclusive: new Set(), shared: new Set() };

export class Claims {
  private readonly exclusive = new Set<string>();
  private readonly touched = new Set<string>();
  private readonly places = new Set<string>();

  constructor(private readonly schema: EngineSchema) {}

  /** Adds the claims of a write. @returns false if they exclude each other with former ones; nothing is added then */
  add({ request, added, guards, locks }: Parcel): boolean {
    // Guards without locks exclude every other write.
    if (!locks && guards.length > 0) return false;
    const { exclusive, shared } = locks ?? NO_LOCKS;
    for (const node of exclusive) if (this.touched.has(node)) return false;
    for (const node of shared) if (this.exclusive.has(node)) return false;
    const places: string[] = [];
    for (const { set, delete: deletes } of [...request.mutations, added]) {
      for (const nquad of set) this.note(nquad, places);
      for (const nquad of deletes) this.note(nquad, places);
    }
    if (places.some((place) => this.places.has(place))) return false;
    for (const place of places) this.places.add(place);
    for (const node of exclusive) this.exclusive.add(node);
    for (const node of [...exclusive, ...shared]) this.touched.add(node);
    return true;
  }

  /** Notes the places in the store that a statement writes. */
  private note({ subject, predicate, object }: NQuad, places: string[]): void {
    const declared = this.schema.get(predicate);
    const isUnique = declared?.unique === true || declared?.upsert === true || predicate === IRI_PREDICATE.name;
    if (isUnique && object.kind === 'literal') {
      places.push(`${predicate} = ${valueTerm(predicate, object, undefined, this.schema)}`);
    }
    if (subject.kind === 'blank') return;
    // An engine may store equal values of a list in several spellings.
    const isApart = predicate === TYPE_PREDICATE || (declared?.list === true && declared.type === 'uid');
    if (isApart && object.kind === 'blank') return;
    places.push(`${nodeKey(subject)} ${predicate}${isApart ? ` ${endOf(object)}` : ''}`);
  }
}

const endOf = (object: NQuad['object']): string => {
  if (object.kind === 'literal') return object.value;
  return object.kind === 'star' || object.kind === 'valVar' ? '' : nodeKey(object);
};
