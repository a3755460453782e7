/** Graph on a canvas: dashed edges are inferred. */
import cytoscape, { type Core } from 'cytoscape';
import { useEffect, useRef } from 'preact/hooks';
import type { Graph } from '../logic/graph';
import { printRoute } from '../logic/route';
import { t } from '../text';
import { useShared } from './shared';

/** Nodes beyond which positions come from a layout in one pass. */
const FORCE_LIMIT = 300;

interface GraphCanvasProps {
  readonly graph: Graph;
  /** A click; two lead to the page of the node. */
  readonly onNode?: (uid: string) => void;
  /** Page of the nodes. */
  readonly page?: 'node' | 'class';
}

export function GraphCanvas({ graph, onNode, page = 'node' }: GraphCanvasProps) {
  const { terms } = useShared();
  const labelOf = (name: string): string => terms?.labelOf(name) ?? name;
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Core | null>(null);
  useEffect(() => {
    const core = cytoscape({ container: box.current!, style: styles(), maxZoom: 3 });
    drawn.current = core;
    core.on('tap', 'node', (event) => onNode?.((event.target as { id(): string }).id()));
    core.on('dbltap', 'node', (event) => {
      location.hash = printRoute([page, (event.target as { id(): string }).id()]);
    });
    return () => core.destroy();
  }, []);
  useEffect(() => {
    const core = drawn.current!;
    const ids = new Set([...graph.nodes.keys(), ...graph.edges.keys()]);
    const isLarge = graph.nodes.size > FORCE_LIMIT;
    const isNew = (id: string): boolean => core.getElementById(id).empty();
    core.elements().forEach((element) => {
      if (!ids.has(element.id())) element.remove();
    });
    // All at once: one by one, a large graph takes seconds.
    core.add([
      ...[...graph.nodes.values()]
        .filter(({ uid }) => isNew(uid))
        .map(({ uid, label }) => ({ group: 'nodes' as const, data: { id: uid, label: label.slice(0, 40) } })),
      ...[...graph.edges]
        .filter(([id]) => isNew(id))
        .map(([id, { from, to, predicate, isInferred }]) => ({
          group: 'edges' as const,
          data: { id, source: from, target: to, label: labelOf(predicate).slice(0, 40) },
          classes: isInferred ? 'inferred' : '',
        })),
    ]);
    core.edges().toggleClass('many', isLarge);
    const name = isLarge ? 'grid' : 'cose';
    core.layout({ name, animate: false, padding: 20, ...(name === 'cose' && { nodeRepulsion: () => 200_000 }) }).run();
  }, [graph]);
  return <div ref={box} class="graph" role="img" aria-label={t('graph.label', { count: graph.nodes.size })} />;
}

/** Colours of the page's theme. */
function styles(): cytoscape.StylesheetJson {
  const theme = getComputedStyle(document.documentElement);
  const color = (name: string): string => theme.getPropertyValue(name).trim();
  const text = {
    'font-size': 11,
    'min-zoomed-font-size': 8,
    color: color('--text'),
    'text-outline-color': color('--back'),
    'text-outline-width': 2,
  };
  return [
    {
      selector: 'node',
      style: { label: 'data(label)', 'background-color': color('--accent'), width: 22, height: 22, ...text },
    },
    {
      selector: 'edge',
      style: {
        label: 'data(label)',
        width: 1.5,
        'line-color': color('--quiet'),
        'target-arrow-color': color('--quiet'),
        'target-arrow-shape': 'triangle',
        'curve-style': 'bezier',
        'text-rotation': 'autorotate',
        ...text,
        'font-size': 9,
      },
    },
    // Curves and their labels are what costs in a large graph.
    { selector: 'edge.many', style: { 'curve-style': 'haystack', label: '' } },
    { selector: 'edge.inferred', style: { 'line-style': 'dashed', 'line-color': color('--inferred') } },
  ];
}

export default GraphCanvas;
