/** Syntaxes that are recognized but not read, each with the command that converts it. */
import { OwlgateError } from '../errors';

interface OtherSyntax {
  readonly name: string;
  readonly mediaTypes: readonly string[];
  /** File extensions; the first one stands in the command for a document without a name. */
  readonly extensions: readonly [string, ...string[]];
  /** Beginning of a document, after comments and white space. No document in a supported syntax begins so. */
  readonly beginning: RegExp;
  readonly command: (file: string) => string;
}

const robot = (file: string): string => `robot convert --input ${file} --output ontology.ttl`;
const riot =
  (syntax: string) =>
  (file: string): string =>
    `riot --syntax=${syntax} --output=Turtle ${file} > ontology.ttl`;

const OTHER_SYNTAXES: readonly OtherSyntax[] = [
  {
    name: 'Manchester syntax',
    mediaTypes: ['text/owl-manchester'],
    extensions: ['omn'],
    beginning: /^(?:Prefix|Ontology|(?:Class|(?:Object|Data|Annotation)Property|Individual|Datatype)):\s/,
    command: robot,
  },
  {
    name: 'OWL functional syntax',
    mediaTypes: ['text/owl-functional'],
    extensions: ['ofn', 'fss', 'owlf'],
    beginning: /^(?:Prefix|Ontology)\s*\(/,
    command: robot,
  },
  {
    name: 'OBO',
    mediaTypes: ['text/obo', 'application/obo', 'text/x-obo'],
    extensions: ['obo'],
    beginning: /^(?:[a-z-]+:[^\n]*\n\s*)*(?:format-version:|\[(?:Term|Typedef|Instance)\])/,
    command: robot,
  },
  {
    name: 'RDF/JSON',
    mediaTypes: ['application/rdf+json'],
    extensions: ['rj'],
    beginning: /^\{\s*"[^"@][^"]*"\s*:\s*\{\s*"[^"]+"\s*:\s*\[\s*\{[^{}]*"type"\s*:\s*"(?:uri|bnode|literal)"/,
    command: riot('RDF/JSON'),
  },
  {
    name: 'TriX',
    mediaTypes: ['application/trix', 'application/trix+xml'],
    extensions: ['trix'],
    beginning: /^(?:<\?xml[^>]*>\s*)?<TriX[\s>]/i,
    command: riot('TriX'),
  },
];

/** Comments of Turtle-like syntaxes and of OBO, and white space. */
const LEADING = /^(?:\s+|[#!][^\n]*\n)*/;

/**
 * Refuses a document in a syntax that is recognized but not read.
 *
 * @param name file name whose extension counts, if the media type leaves the syntax open
 * @throws OwlgateError UnsupportedSyntax
 */
export function refuseOtherSyntax(text: string, mediaType: string, name?: string): void {
  refuseOtherType(mediaType, name);
  const extension = /\.([a-z0-9]+)$/i.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  const start = text.slice(0, 20_000).replace(LEADING, '');
  const syntax = OTHER_SYNTAXES.find(
    ({ extensions, beginning }) => extensions.includes(extension) || beginning.test(start),
  );
  if (syntax) throw refusal(syntax, name);
}

/** Like refuseOtherSyntax, by the media type alone. @throws OwlgateError UnsupportedSyntax */
export function refuseOtherType(mediaType: string, name?: string): void {
  const type = mediaType.split(';', 1)[0]!.trim().toLowerCase();
  const syntax = OTHER_SYNTAXES.find(({ mediaTypes }) => mediaTypes.includes(type));
  if (syntax) throw refusal(syntax, name);
}

function refusal({ name: syntax, extensions, command }: OtherSyntax, name: string | undefined): OwlgateError {
  const isPlain = name !== undefined && /^[\w.-]+\.\w+$/.test(name) && !name.startsWith('-');
  const conversion = command(isPlain ? name : `ontology.${extensions[0]}`);
  const document = name === undefined ? '' : ` ${name}:`;
  return new OwlgateError(
    'UnsupportedSyntax',
    { document, syntax, command: conversion },
    { syntax, command: conversion, ...(name !== undefined && { document: name }) },
  );
}
