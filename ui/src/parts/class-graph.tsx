/** Neighbourhood of a class as a graph that grows by clicking. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Class } from '../api/schema';
import { addClass } from '../logic/class-graph';
import type { Graph } from '../logic/graph';
import { t } from '../text';
import { Failure } from './failure';
import { GraphCanvas } from './graph-canvas';
import { useShared } from './shared';

export function ClassGraph({ described }: { readonly described: Class }) {
  const { terms } = useShared();
  const labelOf = (name: string): string => terms?.labelOf(name) ?? name;
  const names = { below: t('graph.below'), equivalent: t('graph.equivalent'), disjoint: t('graph.disjoint') };
  const add = (each: Class): void => setGraph((before) => addClass(before, each, names, labelOf));
  const [graph, setGraph] = useState<Graph>({ nodes: new Map(), edges: new Map() });
  const [error, setError] = useState<Error>();
  useEffect(() => add(described), [described]);
  const grow = (name: string): void => {
    if (terms?.classes.has(name) !== true) return;
    call('GET /ontology/introspect', { query: { class: name } }).then(
      (answer) => add(answer as Class),
      (thrown: unknown) => setError(thrown as Error),
    );
  };
  return (
    <>
      <p class="quiet">{t('graph.grow')}</p>
      {error && <Failure error={error} />}
      <GraphCanvas graph={graph} page="class" onNode={grow} />
    </>
  );
}
