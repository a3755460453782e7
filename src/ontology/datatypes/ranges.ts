/** Data ranges: membership, emptiness, inclusion and disjointness (OWL 2 Syntax, sections 7 and 9.4). */
import type { DataRange, Iri } from '../model';
import { readFacet } from './facets';
import { containing, isInDatatype, spaceOf } from './value-spaces';
import { complementModel, exactModel, intersectionModel, UNDECIDED, unionModel } from './logic';
import type { RangeModel } from './logic';
import { parseLiteral } from './parse';
import { ValueSet } from './sets';
import { valueKey } from './value';
import type { DataValue } from './value';

/** Maximum nesting of ranges and definitions; deeper ranges are undecided. */
export const MAX_DEPTH = 128;

const CIRCULAR = 'leads back to itself';

interface CompiledRange extends RangeModel {
  readonly problems: readonly string[];
}

/**
 * Evaluator of data ranges. All answers are conservative: for unknown datatypes and circular definitions, predicates
 * return false or undefined.
 */
export class RangeEvaluator {
  private readonly compiled = new WeakMap<DataRange, CompiledRange>();
  private readonly definedDatatypes = new Map<Iri, RangeModel>();
  /** Datatypes whose definitions are being compiled. */
  private readonly open = new Set<Iri>();

  /**
   * @param definitions datatype definitions by IRI (DatatypeDefinition axioms); definitions of known datatypes are
   *   ignored
   */
  constructor(private readonly definitions: ReadonlyMap<Iri, DataRange>) {}

  /** Tests if the value is in the range; undefined if undecidable. */
  test(range: DataRange, value: DataValue): boolean | undefined {
    return this.compile(range).test(value);
  }

  /** True if the value is certainly in the range: the basis of inferences. */
  contains(range: DataRange, value: DataValue): boolean {
    return this.test(range, value) === true;
  }

  /** True if the value is certainly not in the range: the basis of contradictions. */
  excludes(range: DataRange, value: DataValue): boolean {
    return this.test(range, value) === false;
  }

  /** Returns error messages for the author: facets, ill-typed values, patterns, circular definitions. */
  problems(range: DataRange): readonly string[] {
    const { problems, superset } = this.compile(range);
    return problems.length === 0 && superset.isEmpty() ? ['no value can be in the range'] : problems;
  }

  isEmpty(range: DataRange): boolean {
    return this.compile(range).superset.isEmpty();
  }

  isSubRange(a: DataRange, b: DataRange): boolean {
    const inner = this.compile(a);
    return rangeKey(a) === rangeKey(b) || inner.superset.isDisjoint(this.compile(b).subset.complement());
  }

  areDisjoint(a: DataRange, b: DataRange): boolean {
    return this.compile(a).superset.isDisjoint(this.compile(b).superset);
  }

  /**
   * Returns the known datatypes that include the intersection of the ranges; all datatypes if it is empty.
   *
   * @param ranges ranges; the intersection of none is all values
   */
  datatypesContaining(ranges: readonly DataRange[]): readonly Iri[] {
    return containing(ranges.reduce((set, range) => set.intersect(this.compile(range).superset), ValueSet.ALL));
  }

  /** Returns the definition of a datatype; undefined for known and for undefined datatypes. */
  definitionOf(datatype: Iri): DataRange | undefined {
    return spaceOf(datatype) ? undefined : this.definitions.get(datatype);
  }

  private compile(range: DataRange): CompiledRange {
    let compiled = this.compiled.get(range);
    if (!compiled) {
      const problems: string[] = [];
      compiled = { ...this.read(range, problems, 0), problems };
      this.compiled.set(range, compiled);
    }
    return compiled;
  }

  private read(range: DataRange, problems: string[], depth: number): RangeModel {
    if (depth > MAX_DEPTH) {
      problems.push(`ranges are nested more than ${MAX_DEPTH} deep`);
      return UNDECIDED;
    }
    const inner = (operand: DataRange) => this.read(operand, problems, depth + 1);
    switch (range.kind) {
      case 'Datatype':
        return this.datatype(range.iri, problems, depth);
      case 'DataIntersectionOf':
        return intersectionModel(range.operands.map(inner));
      case 'DataUnionOf':
        return unionModel(range.operands.map(inner));
      case 'DataComplementOf':
        return complementModel(inner(range.operand));
      case 'DataOneOf':
        return this.enumeration(range, problems);
      case 'DatatypeRestriction': {
        const facets = range.facets.map(({ facet, value }) => {
          const { model, problem } = readFacet(range.datatype, facet, value);
          if (problem !== undefined) problems.push(problem);
          return model;
        });
        return intersectionModel([this.datatype(range.datatype, problems, depth), ...facets]);
      }
    }
  }

  private datatype(iri: Iri, problems: string[], depth: number): RangeModel {
    const space = spaceOf(iri);
    if (space) return { ...exactModel(space), test: (value) => isInDatatype(value, iri) };
    const definition = this.definitionOf(iri);
    // Without a definition, only the datatype's own literals are certainly its values.
    if (!definition) return { ...UNDECIDED, test: (value) => isInDatatype(value, iri) };
    const compiled = this.definedDatatypes.get(iri);
    if (compiled) return compiled;
    if (this.open.has(iri)) {
      problems.push(`the definition of <${iri}> ${CIRCULAR}`);
      return UNDECIDED;
    }
    this.open.add(iri);
    // Only circularity is passed on. Other problems are reported at the definition.
    const definitionProblems: string[] = [];
    const model = cachingLast(this.read(definition, definitionProblems, depth + 1));
    problems.push(...definitionProblems.filter((problem) => problem.includes(CIRCULAR)));
    this.open.delete(iri);
    // The model of a circular definition may leave values undecided, but never decides wrongly.
    this.definedDatatypes.set(iri, model);
    return model;
  }

  private enumeration(range: Extract<DataRange, { kind: 'DataOneOf' }>, problems: string[]): RangeModel {
    const values: DataValue[] = [];
    for (const literal of range.values) {
      const value = parseLiteral(literal);
      if (value) values.push(value);
      else problems.push(`"${literal.value}" is not a literal of <${literal.datatype}>`);
    }
    const keys = new Set(values.map(valueKey));
    const interpreted = values.filter(({ kind }) => kind !== 'opaque');
    const set = ValueSet.ofValues(interpreted);
    const isDecidable = interpreted.length === values.length;
    return {
      test: (value) => keys.has(valueKey(value)) || (isDecidable && value.kind !== 'opaque' ? false : undefined),
      superset: isDecidable ? set : ValueSet.ALL,
      subset: set,
    };
  }
}

/**
 * Caches the answer for the last value. Without the cache, n definitions that each use the next one twice would cost
 * 2^n tests.
 */
function cachingLast(model: RangeModel): RangeModel {
  let last: DataValue | undefined;
  let answer: boolean | undefined;
  return {
    ...model,
    test: (value) => {
      if (value !== last) {
        answer = model.test(value);
        last = value;
      }
      return answer;
    },
  };
}

const serials = new WeakMap<DataRange, number>();
let lastSerial = 0;

/** Returns a number that identifies a range nested too deeply for a comparison. Such a range equals only itself. */
function serialOf(range: DataRange): number {
  const serial = serials.get(range) ?? ++lastSerial;
  serials.set(range, serial);
  return serial;
}

/** Returns a key that is equal for equal ranges, independent of the order of their parts. */
export function rangeKey(range: DataRange, depth = 0): string {
  if (depth > MAX_DEPTH) return `#${serialOf(range)}`;
  const list = (parts: readonly string[]) => [...new Set(parts)].sort().join(' ');
  switch (range.kind) {
    case 'Datatype':
      return `<${range.iri}>`;
    case 'DataIntersectionOf':
    case 'DataUnionOf':
      return `${range.kind}(${list(range.operands.map((operand) => rangeKey(operand, depth + 1)))})`;
    case 'DataComplementOf':
      return `${range.kind}(${rangeKey(range.operand, depth + 1)})`;
    case 'DataOneOf':
      return `${range.kind}(${list(range.values.map(literalKey))})`;
    case 'DatatypeRestriction': {
      const facets = range.facets.map(({ facet, value }) => `<${facet}> ${literalKey(value)}`);
      return `${range.kind}(<${range.datatype}> ${list(facets)})`;
    }
  }
}

/** Returns the key of a literal's value; an ill-typed literal equals only itself. */
function literalKey(literal: { readonly kind: 'Literal'; readonly value: string; readonly datatype: Iri }): string {
  const value = parseLiteral(literal);
  return JSON.stringify(value ? valueKey(value) : [literal.value, literal.datatype]);
}
