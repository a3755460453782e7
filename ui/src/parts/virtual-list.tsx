/** List of which only the visible rows are in the page. Rows have one height. */
import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows above and below the visible ones. */
const MARGIN = 12;
/** Browsers do not make elements of any height; a longer list is scaled. */
const MAX_HEIGHT = 8_000_000;

interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  /** Row to scroll into view when it changes. */
  readonly shown?: number | undefined;
  readonly row: (index: number) => ComponentChildren;
  readonly onRange?: (first: number, end: number) => void;
  readonly outer?: HTMLAttributes<HTMLDivElement>;
}

export function VirtualList({ count, rowHeight, shown, row, onRange, outer }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const total = count * rowHeight;
  const height = Math.min(total, MAX_HEIGHT);
  const scale = total > height ? (total - view.height) / Math.max(1, height - view.height) : 1;
  const offset = view.top * scale;
  const first = Math.max(0, Math.floor(offset / rowHeight) - MARGIN);
  const end = Math.min(count, Math.ceil((offset + view.height) / rowHeight) + MARGIN);

  useLayoutEffect(() => {
    const element = box.current!;
    const measure = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = box.current!;
    if (shown === undefined || shown < 0) return;
    const top = (shown * rowHeight) / scale;
    if (top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight) return;
    element.scrollTop = Math.max(0, top - element.clientHeight / 3);
  }, [shown, count]);
  useLayoutEffect(() => onRange?.(first, end), [first, end, count]);

  const indices = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
  return (
    <div
      {...outer}
      ref={box}
      class="virtual"
      onScroll={({ currentTarget }) => setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
    >
      <div role="presentation" style={{ height: `${height}px` }}>
        <div role="presentation" style={{ transform: `translateY(${view.top + first * rowHeight - offset}px)` }}>
          {indices.map(row)}
        </div>
      </div>
    </div>
  );
}
