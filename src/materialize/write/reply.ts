/** Answers to a write: the engine's answer, with the effects of the ontology. */
import type { MutateAnswer } from '../../dgraph';
import { parseLossless, printLossless } from '../../util/json';
import { shown } from './contradiction-messages';
import type { ShownFact } from './contradiction-messages';
import { shownDeleted, type ShownDeleted } from './deleted-nodes';
import type { WriteWarning } from './name-warnings';
import type { WriteRefusal } from './refusal';
import type { WriteOutcome } from './delivery';

/** `extensions.ontology` of an answer (design "Inference"). */
export interface OntologyExtension {
  readonly version: number;
  readonly asserted: number;
  readonly inferred: number;
  readonly retracted: number;
  readonly stillEntailed?: readonly ShownFact[];
  readonly deleted?: ShownDeleted;
  readonly warnings?: readonly WriteWarning[];
}

/** @param version of the ontology in force; if there is none, nothing is added */
export function composeReply(outcome: WriteOutcome, version: number | undefined): string {
  const { answer, labels, queries } = outcome;
  const text = answer.body.toString();
  const ontology = version === undefined ? undefined : extensionOf(outcome, version);
  if (labels.size === 0 && queries === undefined) return ontology ? spliced(text, ontology) : text;
  const body = parseLossless(text) as { data: Record<string, unknown>; extensions: Record<string, unknown> };
  const uids = Object.entries(answer.uids).map(([label, uid]) => [labels.get(label) ?? label, uid]);
  const data = { ...body.data, ...(queries && { queries }), uids: Object.fromEntries(uids) as unknown };
  return printLossless({ ...body, data, extensions: { ...body.extensions, ...(ontology && { ontology }) } });
}

/** Composes the answer to a delete in parts: the engine's answer to the last part, with the effects of all parts. */
export function composeParted(
  answer: MutateAnswer,
  ontology: OntologyExtension | undefined,
  queries: Readonly<Record<string, unknown>> | undefined,
): string {
  const body = parseLossless(answer.body.toString()) as { data: object; extensions?: object };
  const data = { ...body.data, ...(queries && { queries }), uids: {} };
  return printLossless({ ...body, data, extensions: { ...body.extensions, ...(ontology && { ontology }) } });
}

function extensionOf(
  { asserted, inferred, retracted, stillEntailed, deleted, warnings }: WriteOutcome,
  version: number,
): OntologyExtension {
  const facts = stillEntailed.map(shown);
  return {
    version,
    asserted,
    inferred,
    retracted,
    ...(facts.length > 0 && { stillEntailed: facts }),
    ...(deleted && { deleted: shownDeleted(deleted) }),
    ...(warnings && warnings.length > 0 && { warnings }),
  };
}

/** Inserts the extension into the engine's text, and leaves every other byte unchanged. */
function spliced(text: string, ontology: OntologyExtension): string {
  const end = /\}\s*\}\s*$/.exec(text);
  const isLast = end && text.lastIndexOf('"extensions":{') > text.lastIndexOf('"uids":') && text[end.index - 1] !== '{';
  if (isLast) return `${text.slice(0, end.index)},"ontology":${JSON.stringify(ontology)}${text.slice(end.index)}`;
  const body = parseLossless(text) as { extensions?: Record<string, unknown> };
  return printLossless({ ...body, extensions: { ...body.extensions, ontology } });
}

/** Composes a refusal in Dgraph's shape. */
export function composeRefusal({ errors }: WriteRefusal): string {
  return JSON.stringify({
    errors: errors.map(({ message, code, details }) => ({ message, extensions: { code, ...details } })),
    data: null,
  });
}
