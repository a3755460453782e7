/** Writes: formats, answers of dry runs, refusals, and the text that a form makes. */
import type { ApiError } from '../api/error';
import type { Fact, Property, Proof, Rule } from '../api/schema';
import { isUid } from './dql';
import type { Syntax } from './tokens';

export type Format = 'json' | 'rdf' | 'turtle';

export const FORMATS: Readonly<
  Record<Format, { readonly type: string; readonly syntax: Syntax; readonly example: string }>
> = {
  json: {
    type: 'application/json',
    syntax: 'json',
    example: '{\n  "set": [\n    { "graph.type": "…", "name": "…" }\n  ]\n}\n',
  },
  rdf: { type: 'application/rdf', syntax: 'rdf', example: '{\n  set {\n    _:a <name> "…" .\n  }\n}\n' },
  turtle: { type: 'text/turtle', syntax: 'turtle', example: '@prefix : <…> .\n\n<urn:a> a :… .\n' },
};

/** Outcome of a dry run or a write. */
export interface Outcome {
  readonly asserted?: number;
  readonly inferred?: number;
  readonly retracted?: number;
  readonly removed?: number;
  readonly facts?: Readonly<Record<'inferred' | 'retracted' | 'removed', readonly Fact[]>>;
  readonly truncated?: readonly string[];
  readonly stillEntailed?: readonly Fact[];
  readonly warnings?: readonly { readonly message: string }[];
}

export const outcomeOf = (extensions: Readonly<Record<string, unknown>> = {}): Outcome =>
  (extensions['ontology'] as Outcome | undefined) ?? {};

export interface Refusal {
  readonly message: string;
  readonly rule?: Rule;
  readonly premises: readonly Proof[];
}

/** Contradictions for which a write was refused, each with its proof if there was time for it. */
export function refusalsOf({ message, errors }: ApiError): Refusal[] {
  const refusals = errors.map(({ message: text, extensions = {} }): Refusal => {
    const explanation = extensions['explanation'] as
      { readonly rule: Rule; readonly premises: readonly Proof[] } | undefined;
    return { message: text, premises: explanation?.premises ?? [], ...(explanation && { rule: explanation.rule }) };
  });
  return refusals.length > 0 ? refusals : [{ message, premises: [] }];
}

/** Body in JSON for an individual of a class. Empty values are left out. */
export function individualText(
  name: string,
  iri: string,
  properties: readonly Property[],
  values: Readonly<Record<string, string>>,
): string {
  const fields = properties.flatMap((property): [string, unknown][] => {
    const text = values[property.iri]?.trim() ?? '';
    return text === '' ? [] : [[property.iri, valueOf(property, text)]];
  });
  const node = { 'graph.type': name, ...(iri.trim() !== '' && { iri: iri.trim() }), ...Object.fromEntries(fields) };
  return `${JSON.stringify({ set: [node] }, undefined, 2)}\n`;
}

function valueOf({ type, range }: Property, text: string): unknown {
  if (type === 'ObjectProperty') return isUid(text) ? { uid: text } : { iri: text };
  const datatype = range[0] ?? '';
  if (/(?:integer|decimal|float|double|long|int|short|byte)$/i.test(datatype) && /^-?\d+(\.\d+)?$/.test(text)) {
    const value = Number(text);
    return Number.isSafeInteger(value) || text.includes('.') ? value : text;
  }
  if (datatype.endsWith('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}
