/** Questions in DQL and GraphQL, and their answers. The address reproduces the question. */
import { useMemo, useState } from 'preact/hooks';
import { engine, type EngineAnswer } from '../api/client';
import { remember, type Query } from '../logic/saved';
import { printRoute } from '../logic/route';
import { AnswerView } from '../parts/answer-view';
import { completeDql, completeGraphql } from '../parts/completion';
import { Failure } from '../parts/failure';
import { LazyEditor } from '../parts/lazy-editor';
import { marksOf } from '../parts/marks';
import { QueryLists } from '../parts/query-lists';
import { useShared } from '../parts/shared';
import { number, t } from '../text';

const FIRST: Readonly<Record<Query['language'], string>> = {
  dql: '{\n  q(func: has(graph.type), first: 50) {\n    uid\n    graph.type\n    name\n  }\n}\n',
  graphql: '{\n  __schema { queryType { fields { name } } }\n}\n',
};

interface Answered {
  readonly answer: EngineAnswer;
  /** Milliseconds of the request as the page saw it. */
  readonly ms: number;
  readonly asked: Query;
}

export function AskPage({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { terms } = useShared();
  const language = query['language'] === 'graphql' ? 'graphql' : 'dql';
  const [asked, setAsked] = useState<Query>({
    language,
    text: query['q'] ?? FIRST[language],
    variables: query['v'] ?? '',
  });
  const [answered, setAnswered] = useState<Answered>();
  const [error, setError] = useState<Error>();
  const marks = useMemo(() => marksOf(error, asked.text), [error]);
  const [isAsking, setAsking] = useState(false);
  const [start, setStart] = useState({ text: asked.text });
  const change = (change: Partial<Query>): void => setAsked((before) => ({ ...before, ...change }));
  const choose = (query: Query): void => {
    setAsked(query);
    setStart({ text: query.text });
  };

  const run = async (): Promise<void> => {
    const { language: kind, text, variables } = asked;
    const link = printRoute(['ask'], { language: kind, q: text, v: variables === '' ? undefined : variables });
    history.replaceState(null, '', link);
    remember(asked);
    setAsking(true);
    setError(undefined);
    const began = performance.now();
    try {
      const given = variables.trim() === '' ? undefined : (JSON.parse(variables) as unknown);
      const body = JSON.stringify({ query: text, ...(given !== undefined && { variables: given }) });
      const answer = await engine(kind === 'dql' ? '/query' : '/graphql', { type: 'application/json', body });
      setAnswered({ answer, ms: performance.now() - began, asked });
    } catch (thrown) {
      setError(thrown as Error);
      setAnswered(undefined);
    }
    setAsking(false);
  };
  return (
    <article class="ask">
      <h1>{t('ask.title')}</h1>
      <div class="filters">
        <fieldset class="choice">
          <legend>{t('ask.language')}</legend>
          {(['dql', 'graphql'] as const).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="language"
                checked={asked.language === each}
                onChange={() =>
                  choose({
                    ...asked,
                    language: each,
                    text: asked.text === FIRST[asked.language] ? FIRST[each] : asked.text,
                  })
                }
              />
              {each === 'dql' ? 'DQL' : 'GraphQL'}
            </label>
          ))}
        </fieldset>
        <button type="button" class="main" disabled={isAsking} onClick={() => void run()}>
          {t('ask.run')}
        </button>
        <span class="quiet">{t('ask.keys')}</span>
      </div>
      <LazyEditor
        start={start}
        syntax={asked.language}
        label={t('ask.text')}
        marks={marks}
        complete={(context) =>
          asked.language === 'dql' ? completeDql(context, terms) : completeGraphql(context, terms)
        }
        onText={(text) => change({ text })}
        onRun={() => void run()}
      />
      <label class="block">
        {t('ask.variables')}
        <textarea
          rows={2}
          spellcheck={false}
          value={asked.variables}
          placeholder={asked.language === 'dql' ? '{ "$name": "Rex" }' : '{ "name": "Rex" }'}
          onInput={({ currentTarget }) => change({ variables: currentTarget.value })}
        />
      </label>
      <QueryLists current={asked} onChoose={choose} />
      {isAsking && <p role="status">{t('app.loading')}</p>}
      {error && <Failure error={error} />}
      {answered && (
        <section>
          <h2>{t('ask.answer')}</h2>
          <p class="quiet" role="status">
            {t('ask.latency', { total: number(Math.round(answered.ms)), engine: number(engineMs(answered.answer)) })}
          </p>
          <AnswerView data={answered.answer.data} asked={answered.asked} />
        </section>
      )}
    </article>
  );
}

/** Milliseconds that the engine took; 0 if it does not say. */
function engineMs({ extensions = {} }: EngineAnswer): number {
  const latency = extensions['server_latency'] as { readonly total_ns?: number } | undefined;
  return Math.round((latency?.total_ns ?? 0) / 1e5) / 10;
}
