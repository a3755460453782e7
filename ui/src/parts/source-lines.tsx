/** Lines of a document with their numbers, of any size; marked lines have a reason. */
import { useMemo } from 'preact/hooks';
import { t } from '../text';
import { VirtualList } from './virtual-list';

const LINE_HEIGHT = 22;
const MAX_CHARACTERS = 2_000;

interface SourceLinesProps {
  readonly text: string;
  /** Name of the region; by default that of the ontology's source. */
  readonly label?: string;
  /** Line to show, from 1. */
  readonly line?: number | undefined;
  /** Lines with a mark. */
  readonly marked?: ReadonlySet<number>;
}

export function SourceLines({ text, label, line, marked }: SourceLinesProps) {
  const lines = useMemo(() => text.split(/\r\n|\r|\n/), [text]);
  return (
    <div class="source">
      <VirtualList
        count={lines.length}
        rowHeight={LINE_HEIGHT}
        shown={line === undefined ? undefined : line - 1}
        outer={{ tabIndex: 0, role: 'region', 'aria-label': label ?? t('source.title') }}
        row={(i) => {
          const content = lines[i]!;
          const isShown = i + 1 === line;
          return (
            <div
              key={i}
              class={`line${isShown ? ' shown' : ''}${marked?.has(i + 1) ? ' marked' : ''}`}
              {...(isShown && { 'aria-current': 'true' })}
            >
              <span class="number">{i + 1}</span>
              <code>
                <bdi>{content.length > MAX_CHARACTERS ? `${content.slice(0, MAX_CHARACTERS)}…` : content}</bdi>
              </code>
            </div>
          );
        }}
      />
    </div>
  );
}
