/** Warnings of a write whose types or predicates are nearly, but not exactly, names of the ontology. */
import type { InexactNames } from '../../mutation';
import { NearNames } from '../../ontology';
import type { LoadedTerms, NearName, NameSpace } from '../../ontology';

export interface WriteWarning {
  /**
   * `…-near`: the text is nearly a name; it was stored as written. `…-former`: the text is an earlier name; the current
   * one was stored. `type-unknown`: the ontology has no such class.
   */
  readonly code: 'type-near' | 'type-former' | 'type-unknown' | 'predicate-near' | 'predicate-former';
  readonly message: string;
  /** Type or predicate as written. */
  readonly name: string;
  /** Name of the ontology that was probably meant. */
  readonly suggestion?: string;
}

/** Maximum warnings of one write. */
const MAX_WARNINGS = 20;
/** Types and predicates of the engine and of the gateway. */
const INTERNAL = /^(dgraph|owlgate)\.|^iri$/;

/** Returns warnings, those of types first. */
export function nameWarnings(inexact: InexactNames, loaded: LoadedTerms): readonly WriteWarning[] {
  const warnings: WriteWarning[] = [];
  for (const space of ['class', 'property'] as const) {
    for (const [text, isSet] of inexact[space]) {
      if (warnings.length >= MAX_WARNINGS) return warnings;
      const warning = INTERNAL.test(text) ? undefined : warningOf(space, text, isSet, loaded);
      if (warning) warnings.push(warning);
    }
  }
  return warnings;
}

function warningOf(space: NameSpace, text: string, isSet: boolean, loaded: LoadedTerms): WriteWarning | undefined {
  const { names } = loaded;
  const kind = space === 'class' ? 'type' : 'predicate';
  const current = names.former(space).get(text);
  if (current !== undefined) {
    const message = `"${text}" is an earlier name of "${current}"; the write was carried out with "${current}"`;
    return { code: `${kind}-former`, message, name: text, suggestion: current };
  }
  if ((space === 'class' ? names.classIri(text) : names.propertyIri(text)) !== undefined) return undefined;
  const near = NearNames.of(loaded).find(space, text);
  const term = space === 'class' ? 'class' : 'property';
  if (near && near.by !== 'letters') {
    const message = `the ontology has no ${term} "${text}", and nothing follows from it; ${described(near)}`;
    return { code: `${kind}-near`, message, name: text, suggestion: near.name };
  }
  if (space === 'property' || !isSet) return undefined;
  const hint = near ? `; did you mean "${near.name}"?` : '';
  const message = `the ontology has no class "${text}", and nothing follows from it${hint}`;
  return { code: 'type-unknown', message, name: text, ...(near && { suggestion: near.name }) };
}

function described({ name, by }: NearName): string {
  if (by === 'label') return `it is a label of "${name}"`;
  return `"${name}" differs from it in ${by === 'case' ? 'case or separators' : 'its Unicode normal form'}`;
}
