/** The command line of `owlgate reason`. */
import { RDF_MEDIA_TYPES, SYNTAXES, syntaxOfContentType, syntaxOfFileName } from '../rdf';
import { parseCommandLine, STANDARD_INPUT, UsageError } from './command';

export interface ReasonArguments {
  /** `-` is standard input. */
  readonly files: readonly string[];
  readonly explain: boolean;
  readonly profile: boolean;
  readonly brief: boolean;
  readonly tablesOnly: boolean;
  readonly max: number;
  readonly format?: string;
  readonly base?: string;
}

const MAX_CONTRADICTIONS = 100;

const OPTIONS = {
  explain: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  brief: { type: 'boolean', default: false },
  'tables-only': { type: 'boolean', default: false },
  max: { type: 'string' },
  format: { type: 'string' },
  base: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/**
 * @returns 'help' where that is asked for
 * @throws UsageError
 */
export function readArguments(args: readonly string[]): ReasonArguments | 'help' {
  const { values, positionals } = parseCommandLine(args, OPTIONS);
  if (values.help) return 'help';
  if (positionals.length === 0) throw new UsageError(`no file is named (${STANDARD_INPUT} is standard input)`);
  if (positionals.filter((file) => file === STANDARD_INPUT).length > 1) {
    throw new UsageError('standard input can be read once');
  }
  return {
    files: positionals,
    explain: values.explain,
    profile: values.profile,
    brief: values.brief,
    tablesOnly: values['tables-only'],
    max: maximum(values.max),
    ...(values.format !== undefined && { format: mediaType(values.format) }),
    ...(values.base !== undefined && { base: absolute(values.base) }),
  };
}

function maximum(text: string | undefined): number {
  if (text === undefined) return MAX_CONTRADICTIONS;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--max ${text}: a number from 1 is expected`);
  return Number(text);
}

function mediaType(format: string): string {
  const short = format.toLowerCase().replace(/^\./, '');
  const byName = Object.entries(SYNTAXES).find(([, name]) => squeezed(name) === squeezed(format))?.[0];
  const type = byName ?? syntaxOfFileName(`x.${short}`) ?? syntaxOfContentType(format);
  if (type && type !== 'unknown') return type;
  const names = RDF_MEDIA_TYPES.map((each) => SYNTAXES[each]).join(', ');
  throw new UsageError(`--format ${format}: one of ${names}, a media type or a file extension is expected`);
}

const squeezed = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function absolute(base: string): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(base)) throw new UsageError(`--base ${base}: an absolute IRI is expected`);
  return base;
}

export const REASON_HELP = `owlgate reason: what RDF graphs entail by the rules of OWL 2 RL.

Usage: owlgate reason [options] FILES…

Reads Turtle, N-Triples, TriG, N-Quads, RDF/XML, OWL/XML or JSON-LD, takes all files as one graph (blank nodes apart) and
prints it with everything that follows, as N-Triples. Needs no engine. ${STANDARD_INPUT} is standard input.

  --explain        after each inferred triple, as a comment, the rule and the triples that yield it
  --profile        first, as comments, where the ontology leaves OWL 2 RL
  --brief          without what holds in every graph: x owl:sameAs x, and the types of OWL's own vocabulary
  --tables-only    the rules of the specification's tables and no others
  --max N          most contradictions that are printed (default: ${MAX_CONTRADICTIONS})
  --format SYNTAX  of all files; else the extension or the beginning of each tells it
  --base IRI       what relative IRIs are resolved against; else the file's own URL
  --help, -h       this text

Exit status: 0, the closure is on standard output; 1, the graph contradicts itself, and the proofs are there instead; 2, an
option is not accepted, or a file cannot be read.
`;
