/** Data ranges: what is in them, which are empty, and which lie in which (OWL 2 Syntax, sections 7 and 9.4). */
import type { DataRange, Iri } from '../model';
import { readFacet } from './facets';
import { containing, isInDatatype, spaceOf } from './known';
import { both, either, exactly, not, undecided } from './logic';
import type { RangeModel } from './logic';
import { parseLiteral } from './parse';
import { ValueSet } from './sets';
import { valueKey } from './value';
import type { DataValue } from './value';

/** Ranges within ranges, and definitions that lead to definitions: beyond this nothing is known. */
export const MAX_DEPTH = 128;

interface CompiledRange extends RangeModel {
  readonly problems: readonly string[];
}

/**
 * Answers questions about data ranges. "Known" is meant throughout: where a datatype is not known, or a definition leads
 * back to itself, a question is answered with no, or with undefined.
 */
export class RangeEvaluator {
  private readonly compiled = new WeakMap<DataRange, CompiledRange>();
  private readonly defined = new Map<Iri, RangeModel>();
  /** Definitions that are being compiled. */
  private readonly open = new Set<Iri>();

  /** @param definitions of datatypes by IRI (DatatypeDefinition axioms); those of known datatypes are not looked at */
  constructor(private readonly definitions: ReadonlyMap<Iri, DataRange>) {}

  /** Whether the value is in the range; undefined where it cannot be known. */
  test(range: DataRange, value: DataValue): boolean | undefined {
    return this.compile(range).test(value);
  }

  /** Whether the value is known to be in the range: what an inference may rest on. */
  contains(range: DataRange, value: DataValue): boolean {
    return this.test(range, value) === true;
  }

  /** Whether the value is known not to be in the range: what a contradiction may rest on. */
  excludes(range: DataRange, value: DataValue): boolean {
    return this.test(range, value) === false;
  }

  /** What is wrong with the range, in sentences for its author: facets, ill-typed values, patterns, circles. */
  problems(range: DataRange): readonly string[] {
    const { problems, over } = this.compile(range);
    return problems.length === 0 && over.isEmpty() ? ['no value can be in the range'] : problems;
  }

  isEmpty(range: DataRange): boolean {
    return this.compile(range).over.isEmpty();
  }

  isSubRange(a: DataRange, b: DataRange): boolean {
    const inner = this.compile(a);
    return rangeKey(a) === rangeKey(b) || inner.over.isDisjoint(this.compile(b).under.complement());
  }

  areDisjoint(a: DataRange, b: DataRange): boolean {
    return this.compile(a).over.isDisjoint(this.compile(b).over);
  }

  /**
   * The known datatypes that hold every value that is in all the ranges: all of them, where no value is.
   *
   * @param ranges none for all values
   */
  datatypesContaining(ranges: readonly DataRange[]): readonly Iri[] {
    return containing(ranges.reduce((set, range) => set.intersect(this.compile(range).over), ValueSet.ALL));
  }

  /** What a datatype is defined as; undefined for known ones, and for those without a definition. */
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
      return undecided;
    }
    const inner = (operand: DataRange) => this.read(operand, problems, depth + 1);
    switch (range.kind) {
      case 'Datatype':
        return this.datatype(range.iri, problems, depth);
      case 'DataIntersectionOf':
        return both(range.operands.map(inner));
      case 'DataUnionOf':
        return either(range.operands.map(inner));
      case 'DataComplementOf':
        return not(inner(range.operand));
      case 'DataOneOf':
        return this.enumeration(range, problems);
      case 'DatatypeRestriction': {
        const facets = range.facets.map(({ facet, value }) => {
          const { model, problem } = readFacet(range.datatype, facet, value);
          if (problem !== undefined) problems.push(problem);
          return model;
        });
        return both([this.datatype(range.datatype, problems, depth), ...facets]);
      }
    }
  }

  private datatype(iri: Iri, problems: string[], depth: number): RangeModel {
    const space = spaceOf(iri);
    if (space) return { ...exactly(space), test: (value) => isInDatatype(value, iri) };
    const definition = this.definitionOf(iri);
    // Of a datatype without a definition, only its own literals are known to be values.
    if (!definition) return { ...undecided, test: (value) => isInDatatype(value, iri) };
    const known = this.defined.get(iri);
    if (known) return known;
    if (this.open.has(iri)) {
      problems.push(`the definition of <${iri}> leads back to itself`);
      return undecided;
    }
    this.open.add(iri);
    // Its problems are told where it is defined, but for circles.
    const found: string[] = [];
    const model = remembering(this.read(definition, found, depth + 1));
    problems.push(...found.filter((problem) => problem.includes('leads back to itself')));
    this.open.delete(iri);
    // Within a circle it may know less than it could, never more.
    this.defined.set(iri, model);
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
    const clear = values.filter(({ kind }) => kind !== 'opaque');
    const set = ValueSet.ofValues(clear);
    const sure = clear.length === values.length;
    return {
      test: (value) => keys.has(valueKey(value)) || (sure && value.kind !== 'opaque' ? false : undefined),
      over: sure ? set : ValueSet.ALL,
      under: set,
    };
  }
}

/** Asked for the same value again, it answers at once: definitions that use definitions twice would cost 2^n tests. */
function remembering(model: RangeModel): RangeModel {
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

/** For ranges that are nested too deeply to be compared: each is only equal to itself. */
function serialOf(range: DataRange): number {
  const serial = serials.get(range) ?? ++lastSerial;
  serials.set(range, serial);
  return serial;
}

/** A spelling that is equal for equal ranges, whatever the order of their parts. */
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

/** By value: two spellings of a value are one; an ill-typed literal is only itself. */
function literalKey(literal: { readonly kind: 'Literal'; readonly value: string; readonly datatype: Iri }): string {
  const value = parseLiteral(literal);
  return JSON.stringify(value ? valueKey(value) : [literal.value, literal.datatype]);
}
