/**
 * GET and HEAD /ontology/introspect (service specification 2.2 and 4.2): six questions about the ontology in force.
 *
 * | parameters                            | answer                                                                 |
 * |---------------------------------------|------------------------------------------------------------------------|
 * | none                                  | array of all classes with their place in the hierarchy, sorted by name |
 * | `class=C`                             | one class: hierarchy, disjointness, own and inherited properties       |
 * | `subclasses=C` [`&transitive=true`]   | array of class names: the direct ones, or all below                    |
 * | `superclasses=C` [`&transitive=true`] | array of class names: the direct ones, or all above                    |
 *
 * `C` is a Dgraph name, a full IRI, `prefix:local` with a prefix of the document, a local name, or a label in any
 * language. With `lang=de` the label has to be in that language, and labels and comments in the answer are. In the
 * answers `iri` is the Dgraph name and `fullIri` the IRI; equivalent classes are above and below each other; lists are
 * sorted. On a cluster with access control the properties are those whose predicates the client may read.
 *
 * Errors: 400 InvalidRequest for unknown, repeated, empty or contradictory parameters; 404 UnknownClass with near
 * misses in `extensions.suggestions`; 409 NoOntology; 403 AccessDenied.
 */
import type { Request, Response } from 'express';
import { OwlgateError } from '../../errors';
import { introspectionFor } from '../../materialize';
import type { Introspection } from '../../ontology';
import { INTROSPECT, TERMS } from '../operations/ontology';
import { readParameters, truth } from '../parameters';
import { sendText } from '../send';
import { viewerOf } from '../viewer';
import type { Services } from '../services';

const MODES = ['class', 'subclasses', 'superclasses'] as const;
type Mode = (typeof MODES)[number];

/** Language tag of BCP 47. */
const LANGUAGE = /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8}){0,8}$/;

interface Question {
  readonly mode: Mode;
  readonly name: string;
  readonly transitive: boolean;
}

/** @throws OwlgateError NoOntology, UnknownClass, InvalidRequest, AccessDenied */
export async function introspect(request: Request, response: Response, services: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, INTROSPECT);
  const question = readQuestion(parameters);
  const lang = parameters.get('lang');
  if (lang !== undefined && !LANGUAGE.test(lang)) throw refuse(`lang takes a language tag, such as lang=de`);
  const { version, introspection } = await introspectionFor(viewerOf(request, response, services));
  response.setHeader('X-Owlgate-Version', String(version));
  const chosen = lang === undefined ? introspection : introspection.inLanguage(lang);
  await sendText(request, response, 'application/json', answer(chosen, question));
}

/**
 * GET and HEAD /ontology/terms: names of all classes and properties with their labels in every language, for trees,
 * search and completion.
 *
 * @throws OwlgateError NoOntology, InvalidRequest, AccessDenied
 */
export async function terms(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, TERMS);
  const { version, introspection } = await introspectionFor(viewerOf(request, response, services));
  response.setHeader('X-Owlgate-Version', String(version));
  let text = printedTerms.get(introspection);
  if (text === undefined) {
    text = JSON.stringify({ version, ...introspection.terms() });
    printedTerms.set(introspection, text);
  }
  await sendText(request, response, 'application/json', text);
}

/** Terms as JSON. Printing those of a large ontology takes a tenth of a second; each opening of a page asks for them. */
const printedTerms = new WeakMap<Introspection, string>();

function readQuestion(parameters: ReadonlyMap<Mode | 'transitive' | 'lang', string>): Question | undefined {
  const modes = MODES.filter((mode) => parameters.has(mode));
  if (modes.length > 1) throw refuse(`${modes.join(' and ')} exclude each other; ask for one`);
  const [mode] = modes;
  if (parameters.has('transitive') && (mode === undefined || mode === 'class')) {
    throw refuse('transitive goes with subclasses or superclasses');
  }
  if (mode === undefined) return undefined;
  const name = parameters.get(mode)!.trim();
  if (name === '') throw refuse(`${mode} needs the name of a class: ${mode}=…`);
  return { mode, name, transitive: truth('transitive', parameters.get('transitive')) };
}

/** Returns the answer as JSON. */
function answer(introspection: Introspection, question: Question | undefined): string {
  if (!question) return JSON.stringify(introspection.classes());
  const { mode, name, transitive } = question;
  if (mode === 'class') return introspection.classJson(name);
  return JSON.stringify(introspection[mode](name, transitive));
}

const refuse = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });
