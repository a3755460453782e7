/** An individual: its facts with their proofs, incoming edges, and the neighbourhood as a graph. */
import { Columns } from '../parts/columns';
import { Suspense, lazy } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { FIRST_VALUES } from '../logic/dql';
import type { StoredFact } from '../logic/facts';
import { loadNode, type Individual } from '../logic/individual';
import { Loaded } from '../parts/failure';
import { isGuardian } from '../logic/state';
import { ClassLink, Data, NodeLink, predicateLabel, PredicateName } from '../parts/links';
import { Why } from '../parts/proof';
import { useRemote } from '../parts/remote';
import { useShared } from '../parts/shared';
import { number, t, type TextKey } from '../text';

const GraphPart = lazy(() => import('../parts/graph').then((module) => module.NeighbourhoodGraph));

export function NodePage({ node }: { readonly node: string }) {
  const { terms } = useShared();
  const remote = useRemote((signal) => loadNode(node, signal), [node, terms]);
  return (
    <article key={node}>
      <Loaded remote={remote}>
        {(individual) => (individual ? <Shown individual={individual} /> : <p>{t('node.nothing')}</p>)}
      </Loaded>
    </article>
  );
}

const STATES = ['all', 'asserted', 'inferred'] as const;
type Shows = (typeof STATES)[number];

function Shown({ individual: { head, facts, incoming } }: { readonly individual: Individual }) {
  const [shows, setShows] = useState<Shows>('all');
  const [hasGraph, setGraph] = useState(false);
  const isShown = ({ isInferred }: StoredFact): boolean => shows === 'all' || (shows === 'inferred') === isInferred;
  return (
    <>
      <h1>
        <Data text={head.label} />
      </h1>
      <p class="quiet">
        <code>{head.uid}</code> {head.iri !== undefined && <Data text={head.iri} />}
      </p>
      <section>
        <h2>{t('node.facts')}</h2>
        <fieldset class="choice">
          <legend>{t('node.show')}</legend>
          {STATES.map((state) => (
            <label key={state}>
              <input type="radio" name="shows" checked={shows === state} onChange={() => setShows(state)} />
              {t(`node.${state}` satisfies TextKey)}
            </label>
          ))}
        </fieldset>
        <FactTable facts={facts.filter(isShown)} subject={head.uid} />
        {facts.length >= FIRST_VALUES && <p class="quiet">{t('node.limit', { count: number(FIRST_VALUES) })}</p>}
      </section>
      {incoming.length > 0 && (
        <section>
          <h2>{t('node.incoming')}</h2>
          <IncomingTable edges={incoming.filter(isShown)} object={head.uid} />
        </section>
      )}
      <section>
        <h2>{t('node.graph')}</h2>
        {hasGraph ? (
          <Suspense fallback={<p class="quiet">{t('app.loading')}</p>}>
            <GraphPart node={head.uid} />
          </Suspense>
        ) : (
          <button type="button" onClick={() => setGraph(true)}>
            {t('node.graph.show')}
          </button>
        )}
      </section>
    </>
  );
}

function FactTable({ facts, subject }: { readonly facts: readonly StoredFact[]; readonly subject: string }) {
  if (facts.length === 0) return <p class="quiet">{t('node.nothing')}</p>;
  return (
    <div class="scroll">
      <table class="facts">
        <Columns titles={['node.property', 'node.value', 'node.state', 'node.why']} />
        <tbody>
          {facts.map((fact) => (
            <FactRow key={keyOf(fact)} fact={fact} subject={subject}>
              <th scope="row">
                <PredicateName name={fact.predicate} />
              </th>
              <td>
                <Value fact={fact} />
              </td>
            </FactRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function IncomingTable({ edges, object }: { readonly edges: readonly StoredFact[]; readonly object: string }) {
  return (
    <div class="scroll">
      <table class="facts">
        <Columns titles={['node.from', 'node.property', 'node.state', 'node.why']} />
        <tbody>
          {edges.map((edge) => (
            <FactRow
              key={keyOf(edge)}
              fact={{ ...edge, node: { uid: object, types: [], label: object } }}
              subject={edge.node!.uid}
            >
              <th scope="row">
                <NodeLink node={edge.node!} />
              </th>
              <td>
                <PredicateName name={edge.predicate} />
              </td>
            </FactRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FactRowProps {
  readonly fact: StoredFact;
  readonly subject: string;
  readonly children: ComponentChildren;
}

/** Row with a button that unfolds the proof below it. */
function FactRow({ fact, subject, children }: FactRowProps) {
  const { terms, session } = useShared();
  const [isOpen, setOpen] = useState(false);
  const name = `${predicateLabel(terms, fact.predicate)} ${terms?.labelOf(fact.value) ?? fact.value}`.slice(0, 200);
  return (
    <>
      <tr>
        {children}
        <td>
          <span class={`mark ${fact.isInferred ? 'inferred' : 'asserted'}`}>
            {fact.isInferred ? t('node.inferred') : t('node.asserted')}
          </span>
        </td>
        <td>
          {terms && isGuardian(session) && (
            <button
              type="button"
              class="small"
              aria-expanded={isOpen}
              aria-label={t('node.why.of', { fact: name })}
              onClick={() => setOpen(!isOpen)}
            >
              {t('node.why')}
            </button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr class="unfolded">
          <td colSpan={4}>
            <Why subject={subject} fact={fact} />
          </td>
        </tr>
      )}
    </>
  );
}

function Value({ fact }: { readonly fact: StoredFact }) {
  if (fact.node) return <NodeLink node={fact.node} />;
  if (fact.predicate === 'graph.type') return <ClassLink name={fact.value} />;
  return (
    <>
      <Data text={fact.value} /> {fact.lang !== undefined && <span class="mark">{fact.lang}</span>}
    </>
  );
}

const keyOf = ({ predicate, value, lang, node }: StoredFact): string =>
  [predicate, node?.uid ?? value, lang].join('\u0000');
