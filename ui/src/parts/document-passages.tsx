/** Passages of a document, with links to the nodes and classes that they name. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Document, Mention } from '../api/schema';
import { segments } from '../logic/mentions';
import { printRoute } from '../logic/route';
import { may } from '../logic/state';
import { number, t } from '../text';
import { Failure, Loaded } from './failure';
import { Data } from './links';
import { useRemote } from './remote';
import { useShared } from './shared';

const PAGE = 50;
/** Passages before the one that is shown. */
const BEFORE = 2;

/** @param passage index of the passage to show; NaN for the beginning */
export function DocumentPassages({ source, passage }: { readonly source: string; readonly passage: number }) {
  const [after, setAfter] = useState<number | undefined>(passage > BEFORE ? passage - BEFORE - 1 : undefined);
  const remote = useRemote(
    async (signal) => {
      const query = { source, first: PAGE, ...(after !== undefined && { after: String(after) }) };
      const path = { id: 'default' };
      return (await call('GET /api/v1/databases/:id/documents', { path, query, signal })) as Document;
    },
    [source, after],
  );
  return (
    <Loaded remote={remote}>
      {({ title, media_type: type, chunk_count: count, chunks, next }) => (
        <>
          <h1>
            <Data text={title === '' ? source : title} />
          </h1>
          <p class="quiet">
            <Data text={source} /> · {type} · {t('documents.count', { count: number(count) })}
          </p>
          <ol class="passages">
            {chunks.map(({ chunk_index: index, heading, text, mentions }) => (
              <Passage key={index} index={index} isShown={index === passage}>
                {heading !== undefined && (
                  <p class="quiet">
                    <Data text={heading} />
                  </p>
                )}
                <p>
                  <bdi>
                    {segments(text, mentions).map((segment, i) =>
                      segment.mention ? <MentionLink key={i} mention={segment.mention} /> : segment.text,
                    )}
                  </bdi>
                </p>
              </Passage>
            ))}
          </ol>
          <div class="actions">
            {after !== undefined && (
              <button type="button" onClick={() => setAfter(undefined)}>
                {t('documents.begin')}
              </button>
            )}
            {next !== undefined && (
              <button type="button" onClick={() => setAfter(Number(next))}>
                {t('health.next')}
              </button>
            )}
            <Remove source={source} />
          </div>
        </>
      )}
    </Loaded>
  );
}

interface PassageProps {
  readonly index: number;
  readonly isShown: boolean;
  readonly children: preact.ComponentChildren;
}

function Passage({ index, isShown, children }: PassageProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isShown) item.current?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  return (
    <li ref={item} value={index + 1} class={isShown ? 'shown' : ''} {...(isShown && { 'aria-current': 'true' })}>
      {children}
    </li>
  );
}

/** Words that name something. Several nodes of the same name are all linked. */
function MentionLink({ mention: { text, uids, classes } }: { readonly mention: Mention }) {
  const targets = [
    ...uids.map((uid) => ({ name: uid, address: printRoute(['node', uid]) })),
    ...classes.map((name) => ({ name, address: printRoute(['class', name]) })),
  ];
  const [first, ...others] = targets;
  if (!first) return <>{text}</>;
  return (
    <>
      <a class="mention" href={first.address} title={first.name}>
        {text}
      </a>
      {others.map(({ name, address }, i) => (
        <sup key={name}>
          <a href={address} title={name} aria-label={t('documents.also', { name })}>
            {number(i + 2)}
          </a>
        </sup>
      ))}
    </>
  );
}

function Remove({ source }: { readonly source: string }) {
  const { session } = useShared();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<Error>();
  if (!may(session, 'write')) return null;
  const remove = (): void => {
    call('DELETE /api/v1/databases/:id/documents', { path: { id: 'default' }, query: { source } }).then(
      () => (location.hash = printRoute(['documents'])),
      (thrown: unknown) => setError(thrown as Error),
    );
  };
  return (
    <>
      <button type="button" onClick={() => (isAsking ? remove() : setAsking(true))}>
        {isAsking ? t('documents.remove.sure') : t('documents.remove')}
      </button>
      {error && <Failure error={error} />}
    </>
  );
}
