/** Tree of the classes: searched by label in any language, with counts of members, driven by mouse or keyboard. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { query } from '../api/client';
import { countsQuery } from '../logic/dql';
import { printRoute } from '../logic/route';
import type { TermIndex } from '../logic/terms';
import { keyOf, opening, parentKey, rowsOf, type Row } from '../logic/tree';
import { number, t } from '../text';
import { Data } from './links';
import { VirtualList } from './virtual-list';

const ROW_HEIGHT = 28;
const MAX_HITS = 500;
/** Milliseconds without scrolling before members are counted. */
const REST_MS = 150;
/** Subclasses beyond which direct members are not counted apart. */
const MAX_BELOW = 100;

interface Count {
  readonly all: number;
  readonly direct: number | undefined;
}

export function ClassTree({ terms, chosen }: { readonly terms: TermIndex; readonly chosen: string | undefined }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(terms.roots.length < 50 ? terms.roots : []));
  const [text, setText] = useState('');
  const [active, setActive] = useState<string>();
  useEffect(() => {
    if (chosen === undefined) return;
    setOpen((before) => new Set([...before, ...opening(terms, chosen)]));
    setActive((before) =>
      before?.split('\u0000').at(-1) === chosen ? before : keyOf([...terms.pathTo(chosen), chosen]),
    );
  }, [chosen, terms]);
  const rows = useMemo(() => rowsOf(terms, open), [terms, open]);
  const hits = useMemo(() => terms.search(text, MAX_HITS), [terms, text]);
  const isSearch = text.trim() !== '';
  const listed: readonly Row[] = isSearch
    ? hits.map(({ term: { iri } }, i) => ({
        key: iri,
        name: iri,
        level: 1,
        hasChildren: false,
        isOpen: false,
        position: i + 1,
        siblings: hits.length,
      }))
    : rows;
  const place = Math.max(
    0,
    listed.findIndex(({ key }) => key === active),
  );
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const counts = useCounts(terms, listed.slice(...range));

  const toggle = (key: string, isOpen: boolean): void => {
    setOpen((before) => {
      const after = new Set(before);
      if (isOpen) after.add(key);
      else after.delete(key);
      return after;
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = listed[place];
    if (!row) return;
    const move = (to: number): void => setActive(listed[Math.min(listed.length - 1, Math.max(0, to))]!.key);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(place + 1),
      ArrowUp: () => move(place - 1),
      PageDown: () => move(place + 15),
      PageUp: () => move(place - 15),
      Home: () => move(0),
      End: () => move(listed.length - 1),
      ArrowRight: () => (row.hasChildren && !row.isOpen ? toggle(row.key, true) : row.isOpen && move(place + 1)),
      ArrowLeft: () => {
        if (row.isOpen) toggle(row.key, false);
        else if (row.level > 1) setActive(parentKey(row.key));
      },
      Enter: () => void (location.hash = printRoute(['class', row.name])),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <div class="tree-box">
      <input
        type="search"
        placeholder={t('tree.search')}
        aria-label={t('tree.search')}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p class="quiet" role="status">
        {isSearch
          ? hits.length === 0
            ? t('tree.none')
            : t('tree.results', { count: number(hits.length) })
          : t('tree.legend')}
      </p>
      <VirtualList
        count={listed.length}
        rowHeight={ROW_HEIGHT}
        shown={active === undefined ? undefined : place}
        onRange={(first, end) => setRange([first, end])}
        outer={{
          role: 'tree',
          tabIndex: 0,
          'aria-label': t('tree.label'),
          'aria-activedescendant': `row-${place}`,
          onKeyDown,
        }}
        row={(i) => {
          const row = listed[i]!;
          return (
            <TreeRow
              key={row.key}
              id={`row-${i}`}
              row={row}
              label={isSearch ? hits[i]!.label : terms.labelOf(row.name)}
              count={counts.get(row.name)}
              isActive={i === place}
              isChosen={row.name === chosen}
              isUnsatisfiable={terms.classes.get(row.name)?.isUnsatisfiable === true}
              onToggle={() => toggle(row.key, !row.isOpen)}
              onChoose={() => setActive(row.key)}
            />
          );
        }}
      />
    </div>
  );
}

interface TreeRowProps {
  readonly id: string;
  readonly row: Row;
  readonly label: string;
  readonly count: Count | undefined;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly isUnsatisfiable: boolean;
  readonly onToggle: () => void;
  readonly onChoose: () => void;
}

function TreeRow({ id, row, label, count, isActive, isChosen, isUnsatisfiable, onToggle, onChoose }: TreeRowProps) {
  const choose = (): void => {
    onChoose();
    location.hash = printRoute(['class', row.name]);
  };
  return (
    <div
      id={id}
      role="treeitem"
      class={`row${isActive ? ' active' : ''}`}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isChosen}
      {...(row.hasChildren && { 'aria-expanded': row.isOpen })}
      style={{ paddingInlineStart: `${(row.level - 1) * 1.1}rem` }}
      onClick={choose}
    >
      <span
        class="twist"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (row.hasChildren) onToggle();
        }}
      >
        {row.hasChildren ? (row.isOpen ? '▾' : '▸') : ''}
      </span>
      <span class="name" title={row.name}>
        <Data text={label} />
      </span>
      {isUnsatisfiable && <span class="mark bad">{t('tree.unsatisfiable')}</span>}
      {count && (
        <span
          class="count"
          title={t('tree.count', {
            direct: count.direct === undefined ? '?' : number(count.direct),
            all: number(count.all),
          })}
        >
          {count.direct !== undefined && count.direct !== count.all && `${number(count.direct)} / `}
          {number(count.all)}
        </span>
      )}
    </div>
  );
}

/** Numbers of members of the visible classes, counted when the tree rests. */
function useCounts(terms: TermIndex, visible: readonly Row[]): ReadonlyMap<string, Count> {
  const [counts, setCounts] = useState<ReadonlyMap<string, Count>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    asked.current = new Set();
    setCounts(new Map());
  }, [terms]);
  const names = [...new Set(visible.map(({ name }) => name))].join('\u0000');
  useEffect(() => {
    const timer = setTimeout(() => {
      const missing = names.split('\u0000').filter((name) => name !== '' && !asked.current.has(name));
      if (missing.length === 0) return;
      for (const name of missing) asked.current.add(name);
      count(terms, missing).then(
        (counted) => setCounts((before) => new Map([...before, ...counted])),
        // The tree is of use without numbers.
        () => undefined,
      );
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [names, terms]);
  return counts;
}

async function count(terms: TermIndex, names: readonly string[]): Promise<[string, Count][]> {
  const classes = names.map((name) => {
    const below = terms.childrenOf(name);
    return { name, below: below.length > MAX_BELOW ? [] : below };
  });
  const data = await query<Record<string, [{ count: number }]>>(countsQuery(classes));
  return classes.map(({ name, below }, i) => {
    const all = data[`a${i}`]?.[0].count ?? 0;
    const isLeaf = terms.childrenOf(name).length === 0;
    return [name, { all, direct: isLeaf ? all : below.length === 0 ? undefined : (data[`d${i}`]?.[0].count ?? 0) }];
  });
}
