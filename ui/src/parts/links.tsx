/** Links between the pages. Names and labels come from data; here they are text. */
import type { NodeHead } from '../logic/facts';
import { printRoute } from '../logic/route';
import type { TermIndex } from '../logic/terms';
import { t } from '../text';
import { useShared } from './shared';

export function ClassLink({ name }: { readonly name: string }) {
  const { terms } = useShared();
  if (!terms?.classes.has(name)) return <Data text={name} />;
  return (
    <a href={printRoute(['class', name])} title={name}>
      <Data text={terms.labelOf(name)} />
    </a>
  );
}

export function ClassList({ names, limit = 50 }: { readonly names: readonly string[]; readonly limit?: number }) {
  if (names.length === 0) return <>–</>;
  return (
    <ul class="inline">
      {names.slice(0, limit).map((name) => (
        <li key={name}>
          <ClassLink name={name} />
        </li>
      ))}
      {names.length > limit && <li class="quiet">+{names.length - limit}</li>}
    </ul>
  );
}

export function NodeLink({ node }: { readonly node: NodeHead }) {
  return (
    <a href={printRoute(['node', node.uid])} title={node.iri ?? node.uid}>
      <Data text={node.label} />
    </a>
  );
}

export const predicateLabel = (terms: TermIndex | undefined, name: string): string =>
  name === 'graph.type' ? t('fact.type') : (terms?.labelOf(name) ?? name);

export function PredicateName({ name }: { readonly name: string }) {
  const { terms } = useShared();
  return (
    <span title={name}>
      <Data text={predicateLabel(terms, name)} />
    </span>
  );
}

/** Place of an axiom in the source of the ontology. */
export function PlaceLink({
  line,
  document,
  version,
}: {
  line: number;
  document?: string | undefined;
  version?: number;
}) {
  const query = { line: String(line), document, version: version === undefined ? undefined : String(version) };
  return (
    <a href={printRoute(['source'], query)}>
      {document !== undefined && <Data text={document} />} {t('source.line', { line })}
    </a>
  );
}

/** Characters of a text that a page shows; the rest is in the answers of the gateway. */
const MAX_SHOWN = 2_000;

/** Text from data: isolated from the direction of its surroundings, and of bounded length. */
export function Data({ text }: { readonly text: string }) {
  return <bdi>{text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}</bdi>;
}
