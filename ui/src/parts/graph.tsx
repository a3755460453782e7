/** Neighbourhood of a node as a graph that grows by clicking, filtered by class and by state of the edges. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { loadNode } from '../logic/individual';
import { addNeighbours, visible, type Graph } from '../logic/graph';
import { t } from '../text';
import { Failure } from './failure';
import { GraphCanvas } from './graph-canvas';
import { useShared } from './shared';

export function NeighbourhoodGraph({ node }: { readonly node: string }) {
  const { terms } = useShared();
  const [graph, setGraph] = useState<Graph>({ nodes: new Map(), edges: new Map() });
  const [filter, setFilter] = useState({ type: '', inferred: true, asserted: true });
  const [error, setError] = useState<Error>();
  const grow = (uid: string): void => {
    loadNode(uid).then(
      (individual) => individual && setGraph((before) => addNeighbours(before, individual)),
      (thrown: unknown) => setError(thrown as Error),
    );
  };
  useEffect(() => grow(node), [node]);
  const shown = useMemo(() => visible(graph, filter, node), [graph, filter]);
  const types = [...new Set([...graph.nodes.values()].flatMap((each) => each.types))].sort();
  return (
    <>
      <p class="quiet">{t('graph.grow')}</p>
      {error && <Failure error={error} />}
      <div class="filters">
        <label>
          {t('graph.classes')}{' '}
          <select
            value={filter.type}
            onChange={({ currentTarget }) => setFilter({ ...filter, type: currentTarget.value })}
          >
            <option value="">{t('graph.everyClass')}</option>
            {types.map((type) => (
              <option key={type} value={type}>
                {terms?.labelOf(type) ?? type}
              </option>
            ))}
          </select>
        </label>
        {(['asserted', 'inferred'] as const).map((state) => (
          <label key={state}>
            <input
              type="checkbox"
              checked={filter[state]}
              onChange={({ currentTarget }) => setFilter({ ...filter, [state]: currentTarget.checked })}
            />
            {t(`graph.${state}`)}
          </label>
        ))}
      </div>
      <GraphCanvas graph={shown} onNode={grow} />
    </>
  );
}
