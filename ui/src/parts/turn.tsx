/** A question with its answer: steps as they come, the answer in its parts, and the evidence, which opens. */
import { useState } from 'preact/hooks';
import { answerParts, statementFact, type Passage, type Statement, type Step, type Turn } from '../logic/chat';
import { isUid } from '../logic/dql';
import type { StoredFact } from '../logic/facts';
import { printRoute } from '../logic/route';
import { number, t } from '../text';
import { Data } from './links';
import { FactText, Why } from './proof';

export function TurnView({ turn }: { readonly turn: Turn }) {
  const { question, steps, text, passages, statements, result, error, isRunning } = turn;
  const isNull = result?.answer === null;
  return (
    <li>
      <h2>
        <Data text={question} />
      </h2>
      {steps.length > 0 && <Steps steps={steps} isRunning={isRunning} />}
      <div aria-live="polite">
        {isRunning && text === '' && <p class="quiet">{t('chat.running')}</p>}
        {answerParts(text).map((part, i) => (
          <p key={i} class="answer">
            {!part.isAnswered && (
              <>
                <span class="mark bad">{t('chat.unanswered')}</span>{' '}
              </>
            )}
            <Data text={part.text} />
          </p>
        ))}
        {isNull && <p class="answer">{t('chat.none')}</p>}
      </div>
      {error !== undefined && (
        <p class="failure" role="alert">
          <Data text={error} />
        </p>
      )}
      {statements.length > 0 && (
        <>
          <h3>{t('chat.facts')}</h3>
          <ul class="evidence">
            {statements.map((statement, i) => (
              <StatementItem key={i} statement={statement} />
            ))}
          </ul>
        </>
      )}
      {passages.length > 0 && (result !== undefined || isRunning) && (
        <>
          <h3>{isNull ? t('chat.near') : t('chat.passages')}</h3>
          <ul class="evidence">
            {passages.map((passage, i) => (
              <PassageItem key={i} passage={passage} />
            ))}
          </ul>
        </>
      )}
      {result && (
        <p class="quiet">
          {t('chat.by', { module: result.module_used })}
          {result.cost_usd > 0 && ` ${t('chat.cost', { usd: number(result.cost_usd) })}`}
          {typeof result.metadata['assumes'] === 'string' && (
            <>
              {' '}
              <Data text={result.metadata['assumes']} />
            </>
          )}
        </p>
      )}
    </li>
  );
}

function Steps({ steps, isRunning }: { readonly steps: readonly Step[]; readonly isRunning: boolean }) {
  return (
    <details open={isRunning}>
      <summary>{t('chat.steps', { count: number(steps.length) })}</summary>
      <ol>
        {steps.map(({ tool, arguments: given, result_summary: summary }, i) => (
          <li key={i}>
            <code>
              <Data text={tool} />
            </code>{' '}
            <span class="quiet">
              <Data text={JSON.stringify(given)} />
            </span>
            {summary !== undefined && (
              <>
                {' → '}
                <Data text={summary} />
              </>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Fact with a button that unfolds its proof. */
function StatementItem({ statement }: { readonly statement: Statement }) {
  const [isOpen, setOpen] = useState(false);
  const { fact, names } = statementFact(statement);
  const { subject, predicate, object } = fact;
  const isNode = isUid(object) && typeof statement.object === 'object';
  const asked: StoredFact = {
    predicate,
    value: object,
    isInferred: statement.status === 'inferred',
    ...(isNode && { node: { uid: object, types: [], label: names[object] ?? object } }),
  };
  return (
    <li>
      <span class="fact">
        <FactText fact={fact} nodes={names} />
        <span class={`mark ${statement.status}`}>{t(`node.${statement.status}`)}</span>
        <button
          type="button"
          class="small"
          aria-expanded={isOpen}
          aria-label={t('node.why.of', {
            fact: `${names[subject]!} ${predicate} ${names[object] ?? object}`.slice(0, 200),
          })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('node.why')}
        </button>
      </span>
      {isOpen && <Why subject={subject} fact={asked} />}
    </li>
  );
}

function PassageItem({ passage: { source, text, chunk_index: index } }: { readonly passage: Passage }) {
  return (
    <li>
      <a href={printRoute(['documents', source], { passage: index === undefined ? undefined : String(index) })}>
        <Data text={index === undefined ? source : t('chat.passage', { source, number: number(index + 1) })} />
      </a>
      <blockquote>
        <Data text={text} />
      </blockquote>
    </li>
  );
}
