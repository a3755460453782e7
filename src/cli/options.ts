/** Command line of `owlgate reason`. */
import { RDF_MEDIA_TYPES, SYNTAXES, syntaxOfContentType, syntaxOfFileName } from '../rdf/syntax';
import { parseCommandLine, STANDARD_INPUT, UsageError } from './command';
import { requireFiles } from './input';
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from './specification';

export interface ReasonArguments {
  /** `-` is standard input. */
  readonly files: readonly string[];
  readonly explain: boolean;
  readonly profile: boolean;
  readonly brief: boolean;
  readonly tablesOnly: boolean;
  readonly max: number;
  readonly json: boolean;
  readonly format?: string;
  readonly base?: string;
}

const MAX_CONTRADICTIONS = 100;

export const REASON = {
  name: 'reason',
  summary: 'infer triples in RDF files by the rules of OWL 2 RL',
  usage: ['[options] FILES…'],
  text: `Reads Turtle, N-Triples, TriG, N-Quads, RDF/XML, OWL/XML or JSON-LD, merges all files into one graph (with
separate blank nodes) and prints it with all entailed triples, as N-Triples. Needs no engine. ${STANDARD_INPUT} is
standard input.`,
  options: {
    explain: {
      type: 'boolean',
      default: false,
      meaning: 'after each inferred triple, as a comment, the rule and the triples that yield it',
    },
    profile: { type: 'boolean', default: false, meaning: 'first, as comments, violations of OWL 2 RL' },
    brief: {
      type: 'boolean',
      default: false,
      meaning: "omits triples of every graph: x owl:sameAs x, and the types of OWL's vocabulary",
    },
    'tables-only': {
      type: 'boolean',
      default: false,
      meaning: "only the rules of the specification's tables",
    },
    max: {
      type: 'string',
      takes: 'N',
      meaning: `maximum contradictions printed (default: ${MAX_CONTRADICTIONS})`,
    },
    format: {
      type: 'string',
      takes: 'SYNTAX',
      meaning: 'syntax of all files (default: by the extension or the beginning of each)',
    },
    base: { type: 'string', takes: 'IRI', meaning: "base of relative IRIs (default: the file's URL)" },
    json: {
      ...JSON_OPTION,
      meaning: 'as JSON: the triples, marked if inferred, or the contradictions',
    },
    help: HELP_OPTION,
  },
  operands: 'file',
  examples: [
    ['reason --brief --explain ontology.ttl data.ttl', ''],
    ['reason --profile ontology.owl', ''],
  ],
  status: `0, the closure is printed; 1, the graph contradicts itself, and the proofs are printed; 2, an option is not
accepted, or a file cannot be read.`,
} as const satisfies CommandSpecification;

/** @throws UsageError */
export function readArguments(args: readonly string[]): ReasonArguments {
  const { values, positionals } = parseCommandLine(args, REASON.options);
  requireFiles(positionals);
  return {
    files: positionals,
    explain: values.explain,
    profile: values.profile,
    brief: values.brief,
    tablesOnly: values['tables-only'],
    max: maximum(values.max),
    json: values.json,
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
