/** Text of a refusal: message, place, details, proof and advice. */
import type { Terminal } from '../terminal/terminal';
import { clean, cleanLine, wrap } from '../terminal/text';
import { tree } from '../terminal/tree';
import { contradictionBranch, type Contradiction } from './proofs';
import type { GatewayError } from './failures';

/** Advice for the command line. docs/errors.md has advice for other clients. */
const ADVICE: Readonly<Record<string, string>> = {
  KeyMissing: 'set SERVICE_API_KEY or --api-key; owlgate keys create NAME creates a key',
  KeyInvalid: 'owlgate keys create NAME creates a new one',
  AccessDenied: 'set DGRAPH_USER and DGRAPH_PASSWORD to log in',
  NotWhitelisted: "run it where the gateway runs, or add this address to the gateway's OWLGATE_WHITELIST",
  NoOntology: 'owlgate ontology load FILE loads one',
  OntologyProfile: '--lenient loads the part that rules carry, and reports what is not inferred',
  OntologyImport: 'name the file of the import after that of the ontology, or omit it with --lenient',
  OntologyBusy: 'try again after its end',
  UnknownClass: 'owlgate ontology show lists the classes',
  FactUnknown: 'owlgate query shows what is stored',
  InferenceOverflow: 'send it in parts',
  ConversationBusy: 'wait for it, or name another conversation',
  UnknownConversation: 'owlgate chat --list lists them',
};

const MAX_LISTED = 20;
const INDENT = '  ';

/**
 * @param name name of the command
 * @returns lines for standard error
 */
export function refusalText(
  name: string,
  { errors }: { readonly errors: readonly GatewayError[] },
  terminal: Terminal,
): string {
  return errors
    .slice(0, MAX_LISTED)
    .map((error) => errorText(name, error, terminal))
    .concat(errors.length > MAX_LISTED ? [`${INDENT}and ${errors.length - MAX_LISTED} more errors\n`] : [])
    .join('');
}

function errorText(
  name: string,
  { message, extensions = {}, locations, path }: GatewayError,
  terminal: Terminal,
): string {
  const { style, width } = terminal;
  const code = typeof extensions['code'] === 'string' ? ` ${style.dim(`[${cleanLine(extensions['code'])}]`)}` : '';
  const text = `${style.red(`owlgate ${name}:`)} ${cleanLine(message)}${code}`;
  const [at] = locations ?? [];
  const within = path && path.length > 0 ? `at ${cleanLine(path.join('.'))}` : '';
  const place = at && !/\bline \d/.test(message) ? `line ${at.line}, column ${at.column}` : '';
  const location = [within, place].filter((part) => part !== '').join(', ');
  const details = [...(location === '' ? [] : [location]), ...listed(extensions)];
  const proof = isContradiction(extensions['explanation']) ? [extensions['explanation']] : contradictionsOf(extensions);
  const advice = ADVICE[String(extensions['code'])];
  const indented = (line: string): string =>
    wrap(line, width && width - INDENT.length)
      .map((part) => `${INDENT}${part}\n`)
      .join('');
  return [
    `${wrap(text, width).join('\n')}\n`,
    ...details.map(indented),
    ...(proof.length === 0
      ? []
      : [
          '\n',
          tree(
            proof.map((each) => contradictionBranch(each, style)),
            terminal,
          ),
          '\n',
        ]),
    ...(advice === undefined ? [] : [indented(style.cyan(advice))]),
  ].join('');
}

/** Returns the lists in a refusal's extensions, one line per entry. */
function listed(extensions: Readonly<Record<string, unknown>>): string[] {
  return [
    ...some(extensions['imports'], (each) => `${placeOf(each)}${textOf(each, 'iri')}: ${textOf(each, 'reason')}`),
    ...some(extensions['violations'], violationText),
    ...some(extensions['conflicts'], conflictText),
    ...some(extensions['problems'], (each) => `${placeOf(each)}${textOf(each, 'message')}`),
    ...named('did you mean', extensions['suggestions']),
    ...named('databases:', extensions['databases']),
    ...(typeof extensions['engine'] === 'string' ? [clean(extensions['engine'])] : []),
  ];
}

type Entry = Readonly<Record<string, unknown>>;

function some(value: unknown, text: (entry: Entry) => string): string[] {
  if (!Array.isArray(value)) return [];
  const lines = value.slice(0, MAX_LISTED).map((each: unknown) => text(Object(each) as Entry));
  return value.length > MAX_LISTED ? [...lines, `and ${value.length - MAX_LISTED} more`] : lines;
}

const named = (label: string, value: unknown): string[] =>
  Array.isArray(value) && value.length > 0
    ? [cleanLine(`${label} ${value.slice(0, MAX_LISTED).map(String).join(', ')}`)]
    : [];

const textOf = (entry: Entry, field: string): string => {
  const value = entry[field];
  return value == null ? '' : cleanLine(typeof value === 'string' ? value : JSON.stringify(value));
};

function placeOf(entry: Entry): string {
  const { line, column, document } = entry;
  if (typeof line !== 'number' || line < 1) return '';
  const prefix = typeof document === 'string' ? `${cleanLine(document)} ` : '';
  return `${prefix}line ${line}${typeof column === 'number' ? `, column ${column}` : ''}: `;
}

/** Prints a violation of the profile, or a warning. */
export function violationText(entry: Entry): string {
  const [rule, axiom, advice, notInferred] = ['rule', 'axiom', 'advice', 'notInferred'].map((field) =>
    textOf(entry, field),
  );
  const subject = [axiom, rule || textOf(entry, 'message')].filter((part) => part !== '').join(': ');
  const details = [notInferred && `not inferred: ${notInferred}`, advice && `instead: ${advice}`].filter(
    (part) => part,
  );
  return [`${placeOf(entry)}${subject}`, ...details].join('; ');
}

export function conflictText(entry: Entry): string {
  const name = textOf(entry, 'predicate') || textOf(entry, 'name');
  return `${name} ${textOf(entry, 'reason')} (stored: ${textOf(entry, 'before')} compiled: ${textOf(entry, 'after')})`;
}

const isContradiction = (value: unknown): value is Contradiction =>
  typeof value === 'object' && value !== null && 'premises' in value;

function contradictionsOf(extensions: Readonly<Record<string, unknown>>): Contradiction[] {
  const all = extensions['contradictions'];
  if (!Array.isArray(all)) return [];
  return all
    .slice(0, MAX_LISTED)
    .map((each: unknown) => (each as { explanation?: unknown } | null)?.explanation ?? each)
    .filter(isContradiction);
}
