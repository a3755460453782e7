/** Individuals of a class, a page at a time. */
import { useState } from 'preact/hooks';
import { query } from '../api/client';
import { membersQuery, namingPredicates } from '../logic/dql';
import { headOf } from '../logic/facts';
import { printRoute } from '../logic/route';
import { may } from '../logic/state';
import { t } from '../text';
import { Loaded } from './failure';
import { Data, NodeLink } from './links';
import { useRemote } from './remote';
import { loadSchema, useShared } from './shared';

const PAGE_SIZE = 50;

export function Members({ name }: { readonly name: string }) {
  const { session, terms } = useShared();
  const [pages, setPages] = useState(1);
  const remote = useRemote(
    async (signal) => {
      const naming = namingPredicates(await loadSchema());
      const { q = [] } = await query<{ q?: Record<string, unknown>[] }>(
        membersQuery(name, naming, pages * PAGE_SIZE + 1, 0),
        signal,
      );
      return q.map(headOf);
    },
    [name, pages, terms],
  );
  return (
    <section>
      <h2>{t('class.instances')}</h2>
      {may(session, 'write') && <a href={printRoute(['write'], { class: name })}>{t('class.new')}</a>}
      <Loaded remote={remote}>
        {(members) => (
          <>
            {members.length === 0 && <p class="quiet">{t('class.noInstances')}</p>}
            <ul class="members">
              {members.slice(0, pages * PAGE_SIZE).map((node) => (
                <li key={node.uid}>
                  <NodeLink node={node} />{' '}
                  <span class="quiet">
                    <Data text={node.types.map((type) => terms?.labelOf(type) ?? type).join(', ')} />
                  </span>
                </li>
              ))}
            </ul>
            {members.length > pages * PAGE_SIZE && (
              <button type="button" onClick={() => setPages(pages + 1)}>
                {t('class.more')}
              </button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
