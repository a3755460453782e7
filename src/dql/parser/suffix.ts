/** Suffix of a field's name: language list, arguments, directives and a selection, in any order. */
import type { OrderKey, Selection, Span } from '../ast';
import type { Token } from '../token';
import type { OpenPagination } from './arguments';
import { readFieldArguments } from './arguments';
import type { OpenDirectives } from './directives';
import { readFieldDirective } from './directives';
import { wordText } from './names';
import type { TokenStream } from './stream';

export interface Suffix {
  readonly pagination: OpenPagination;
  readonly order: OrderKey[];
  readonly directives: OpenDirectives;
  langs: readonly string[];
  /** Span of the name, including a language list that follows directly. */
  nameSpan: Span;
  selection?: readonly Selection[];
}

/** Reads the selections of a field; those of a field with `@groupby` are restricted. */
type ReadSelections = (t: TokenStream, context: 'groupby' | 'plain') => readonly Selection[];

/** Kind of the field: `count(…)` has no selection, `expand(…)` no directive but a filter by type. */
type SuffixKind = 'field' | 'count' | 'expand';

/**
 * Suffix : (`,`? (`@` Languages | Arguments | Directive | Selections))*
 *
 * @param first first token of the name, which has been consumed
 * @param readSelections reader of selections; a parameter, because selections have fields with suffixes in turn
 * @param before parts of the suffix that have been read; more are added to it
 */
export function readSuffix(
  t: TokenStream,
  kind: SuffixKind,
  first: Token,
  name: string,
  readSelections: ReadSelections,
  before?: Suffix,
): Suffix {
  const suffix = before ?? openSuffix(t, first);
  for (;;) {
    switch (t.peek().kind) {
      case '(':
        readFieldArguments(t, suffix.pagination, suffix.order, name);
        break;
      case '@':
        readAt(t, kind, first, suffix);
        break;
      case '{':
        if (kind === 'count') return refuseCountChildren(t, suffix);
        if (suffix.langs.length > 0) {
          t.fail(`Cannot have children for attr: ${name} with lang tags: [${suffix.langs.join(' ')}]`);
        }
        suffix.selection = joined(suffix.selection, readSelections(t, suffix.directives.groupby ? 'groupby' : 'plain'));
        break;
      case ',':
        if (!['@', '(', '{'].includes(t.peek(1).kind)) return suffix;
        t.next();
        break;
      default:
        return suffix;
    }
  }
}

function openSuffix(t: TokenStream, first: Token): Suffix {
  return { pagination: {}, order: [], directives: {}, langs: NONE, nameSpan: t.spanFrom(first) };
}

const NONE: readonly string[] = Object.freeze([]);

function readAt(t: TokenStream, kind: SuffixKind, first: Token, suffix: Suffix): void {
  const untouched = t.spanFrom(first).end === suffix.nameSpan.end;
  const token = t.peek(1);
  if (kind === 'expand' && wordText(token) !== 'filter') t.fail(EXPAND_TYPES, token);
  const langs = readFieldDirective(t, suffix.directives, suffix.langs.length > 0);
  if (langs) {
    suffix.langs = langs;
    if (untouched) suffix.nameSpan = t.spanFrom(first);
  }
  const { filter } = suffix.directives;
  if (kind === 'expand' && filter?.kind === 'FunctionCall' && filter.name !== 'type') t.fail(EXPAND_TYPES, token);
}

const EXPAND_TYPES = 'expand is only compatible with type filters';

function refuseCountChildren(t: TokenStream, suffix: Suffix): Suffix {
  if (t.peek(1).kind !== '}') t.fail('Cannot have children attributes when asking for count.', t.peek(1));
  t.next();
  t.next();
  return suffix;
}

/** Joins the selections of a field. */
function joined(before: readonly Selection[] | undefined, more: readonly Selection[]): readonly Selection[] {
  return before ? Object.freeze([...before, ...more]) : more;
}
