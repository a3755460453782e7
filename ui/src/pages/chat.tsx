/** Questions in words: an answer with its steps as they come, and the passages and facts behind it. */
import { useMemo, useState } from 'preact/hooks';
import { call } from '../api/client';
import { printRoute } from '../logic/route';
import { useConversation } from '../parts/conversation';
import { Failure, Loaded } from '../parts/failure';
import { Data } from '../parts/links';
import { useRemote } from '../parts/remote';
import { TurnView } from '../parts/turn';
import { dateTime, number, t } from '../text';

const MODULES = ['auto', 'owl', 'naive', 'arag', 'aragog'] as const;
const MAX_CHARACTERS = 10_000;
const LISTED = 20;

/** Name of a new conversation. */
function newName(): string {
  const parts = crypto.getRandomValues(new Uint32Array(3));
  return `ui-${[...parts].map((part) => part.toString(36)).join('')}`;
}

export function ChatPage({ name }: { readonly name: string | undefined }) {
  const id = useMemo(() => name ?? newName(), []);
  const { turns, error, isRunning, ask } = useConversation(id, name);
  const [question, setQuestion] = useState('');
  const [module, setModule] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (question.trim() === '') return;
    // The address reproduces the conversation.
    history.replaceState(null, '', printRoute(['chat', id]));
    ask(question.trim(), module);
    setQuestion('');
  };
  return (
    <article>
      <h1>{t('chat.title')}</h1>
      {turns.length === 0 && <p class="quiet">{t('chat.explain')}</p>}
      <ol class="turns">
        {turns.map((turn, i) => (
          <TurnView key={i} turn={turn} />
        ))}
      </ol>
      {error && <Failure error={error} />}
      <form class="filters" onSubmit={submit}>
        <label class="wide">
          {t('chat.question')}{' '}
          <input
            value={question}
            maxLength={MAX_CHARACTERS}
            autoComplete="off"
            onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
          />
        </label>
        <label>
          {t('chat.module')}{' '}
          <select value={module} onChange={({ currentTarget }) => setModule(currentTarget.value)}>
            <option value="">{t('chat.module.default')}</option>
            {MODULES.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="main" disabled={isRunning || question.trim() === ''}>
          {t('chat.ask')}
        </button>
      </form>
      <Conversations current={id} key={turns.length} />
    </article>
  );
}

function Conversations({ current }: { readonly current: string }) {
  const fresh = useMemo(newName, []);
  const remote = useRemote((signal) => {
    const query = { first: LISTED };
    return call('GET /api/v1/databases/:id/chat/conversations', { path: { id: 'default' }, query, signal });
  }, []);
  return (
    <section>
      <h2>{t('chat.conversations')}</h2>
      <p>
        <a href={printRoute(['chat', fresh])}>{t('chat.new')}</a>
      </p>
      <Loaded remote={remote}>
        {({ conversations }) => (
          <ul>
            {conversations.map(({ id, updatedAt, messages }) => (
              <li key={id}>
                <a href={printRoute(['chat', id])} {...(id === current && { 'aria-current': 'page' })}>
                  <Data text={id} />
                </a>{' '}
                <span class="quiet">{t('chat.of', { count: number(messages), time: dateTime(updatedAt) })}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
