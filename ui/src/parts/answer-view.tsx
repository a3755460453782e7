/** An answer as tables, tree, graph or JSON, and as a file. */
import { lazy, Suspense } from 'preact/compat';
import { useMemo, useState } from 'preact/hooks';
import { request } from '../api/client';
import { csv, graphOf, tables, type Table } from '../logic/answer';
import { isUid } from '../logic/dql';
import { print } from '../logic/facts';
import { MAX_NODES } from '../logic/graph';
import { printRoute } from '../logic/route';
import type { Query } from '../logic/saved';
import { number, t } from '../text';
import { download } from './download';
import { Failure } from './failure';
import { Data } from './links';
import { SourceLines } from './source-lines';

const GraphPart = lazy(() => import('./graph-canvas'));

const VIEWS = ['table', 'tree', 'graph', 'json'] as const;
type View = (typeof VIEWS)[number];
type Fields = Readonly<Record<string, unknown>>;

export function AnswerView({ data, asked }: { readonly data: Fields; readonly asked: Query }) {
  const [view, setView] = useState<View>('table');
  const [error, setError] = useState<Error>();
  const blocks = useMemo(() => tables(data), [data]);
  const json = useMemo(() => JSON.stringify(data, undefined, 2), [data]);
  const turtle = async (): Promise<void> => {
    try {
      const query = { query: asked.text, format: 'turtle' };
      const response = await request('GET', '/export', { query, accept: 'text/turtle' });
      download('answer.ttl', 'text/turtle', await response.text());
    } catch (thrown) {
      setError(thrown as Error);
    }
  };
  const canBeTurtle = asked.language === 'dql' && asked.variables.trim() === '';
  return (
    <>
      <div class="filters">
        <fieldset class="choice">
          <legend>{t('ask.view')}</legend>
          {VIEWS.map((each) => (
            <label key={each}>
              <input type="radio" name="view" checked={view === each} onChange={() => setView(each)} />
              {t(`ask.view.${each}`)}
            </label>
          ))}
        </fieldset>
        <span>
          {t('ask.export')}{' '}
          <button
            type="button"
            onClick={() => download('answer.csv', 'text/csv', blocks.map(({ table }) => csv(table)).join('\r\n'))}
          >
            CSV
          </button>{' '}
          <button type="button" onClick={() => download('answer.json', 'application/json', json)}>
            JSON
          </button>{' '}
          {canBeTurtle && (
            <button type="button" onClick={() => void turtle()}>
              Turtle
            </button>
          )}
        </span>
      </div>
      {error && <Failure error={error} />}
      {view === 'table' && blocks.map(({ name, table }) => <BlockTable key={name} name={name} table={table} />)}
      {view === 'tree' && <ValueTree name="" value={data} level={0} />}
      {view === 'graph' && (
        <Suspense fallback={<p class="quiet">{t('app.loading')}</p>}>
          <AnswerGraph data={data} />
        </Suspense>
      )}
      {view === 'json' && <SourceLines text={json} label={t('ask.answer')} />}
    </>
  );
}

function AnswerGraph({ data }: { readonly data: Fields }) {
  const graph = useMemo(() => graphOf(data, MAX_NODES), [data]);
  return graph.nodes.size === 0 ? <p class="quiet">{t('ask.noNodes')}</p> : <GraphPart graph={graph} />;
}

const MAX_ROWS = 500;

function BlockTable({ name, table: { columns, rows } }: { readonly name: string; readonly table: Table }) {
  return (
    <div class="scroll">
      <table>
        <caption>
          <Data text={name} /> <span class="quiet">{t('ask.rows', { count: number(rows.length) })}</span>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                <Data text={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, i) => (
            <tr key={i}>
              {row.map((text, place) => (
                <td key={place}>
                  {isUid(text) ? <a href={printRoute(['node', text])}>{text}</a> : <Data text={text} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && <p class="quiet">{t('ask.firstRows', { count: number(MAX_ROWS) })}</p>}
    </div>
  );
}

/** Values of one level that are shown. */
const MAX_CHILDREN = 200;

function ValueTree({ name, value, level }: { readonly name: string; readonly value: unknown; readonly level: number }) {
  const [isOpen, setOpen] = useState(level < 3);
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="leaf">
        <span class="predicate">
          <Data text={name} />
        </span>{' '}
        <Data text={print(value)} />
      </div>
    );
  }
  const children = Object.entries(value);
  const inner = children
    .slice(0, MAX_CHILDREN)
    .map(([key, each]) => <ValueTree key={key} name={key} value={each} level={level + 1} />);
  if (level === 0) return <div>{inner}</div>;
  return (
    <details class="leaf" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Data text={name} /> <span class="quiet">{number(children.length)}</span>
      </summary>
      {isOpen && inner}
    </details>
  );
}
