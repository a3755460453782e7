/** Proof of a fact as a tree that unfolds: asserted facts and axioms are its leaves. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Axiom, Explanation, Proof, Rule } from '../api/schema';
import { isUid } from '../logic/dql';
import { objectOf, type StoredFact } from '../logic/facts';
import { labelsOf } from '../logic/proofs';
import { printRoute } from '../logic/route';
import { t } from '../text';
import { Loaded } from './failure';
import { Data, PlaceLink, PredicateName } from './links';
import { useRemote } from './remote';
import { useShared } from './shared';

/** Levels that are open at first. */
const OPEN_LEVELS = 3;

type Names = Readonly<Record<string, string>>;

/** Asks for the proof of a stored fact. */
export function Why({ subject, fact }: { readonly subject: string; readonly fact: StoredFact }) {
  const query = { subject, predicate: fact.predicate, object: objectOf(fact) };
  const remote = useRemote(
    async (signal) => {
      const explanation = await call('GET /ontology/explain', { query, signal });
      return {
        explanation,
        labels: await labelsOf(
          explanation.proofs.map(({ proof }) => proof),
          signal,
        ),
      };
    },
    [subject, query.object],
  );
  return (
    <Loaded remote={remote}>{({ explanation, labels }) => <Proofs explanation={explanation} labels={labels} />}</Loaded>
  );
}

function Proofs({ explanation, labels }: { readonly explanation: Explanation; readonly labels: Names }) {
  const { proofs, complete, note } = explanation;
  return (
    <>
      {proofs.map(({ proof }, i) => (
        <ul class="proof" key={i} aria-label={t('proof.label')}>
          <ProofNode proof={proof} nodes={labels} level={1} />
        </ul>
      ))}
      {note !== undefined && <p class="quiet">{note}</p>}
      {!complete && <p class="quiet">{t('proof.incomplete')}</p>}
    </>
  );
}

/** Proof of a contradiction: a rule, and the facts that it refuses together. */
export function Contradiction({
  rule,
  premises,
  nodes = {},
}: {
  rule: Rule;
  premises: readonly Proof[];
  nodes?: Names;
}) {
  return (
    <ul class="proof" aria-label={t('proof.label')}>
      <li>
        <RuleText rule={rule} />
        <Premises premises={premises} nodes={nodes} level={2} />
      </li>
    </ul>
  );
}

function ProofNode({ proof, nodes, level }: { readonly proof: Proof; readonly nodes: Names; readonly level: number }) {
  const [isOpen, setOpen] = useState(level <= OPEN_LEVELS);
  const { fact, kind, rule, axiom, premises = [], see, fromThisWrite } = proof;
  return (
    <li>
      <span class="fact">
        <FactText fact={fact} nodes={nodes} />
        <State kind={kind} isNew={fromThisWrite === true} />
        {see !== undefined && <span class="quiet">{t('proof.again')}</span>}
        {premises.length > 0 && (
          <button
            type="button"
            class="small"
            aria-expanded={isOpen}
            aria-label={t('proof.open')}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '−' : '+'}
          </button>
        )}
      </span>
      {rule && <RuleText rule={rule} />}
      {axiom && <AxiomText axiom={axiom} />}
      {rule && premises.length === 0 && <p class="rule quiet">{t('proof.axiomAlone')}</p>}
      {isOpen && premises.length > 0 && <Premises premises={premises} nodes={nodes} level={level + 1} />}
    </li>
  );
}

const Premises = ({ premises, nodes, level }: { premises: readonly Proof[]; nodes: Names; level: number }) => (
  <ul>
    {premises.map((premise, i) => (
      <ProofNode key={i} proof={premise} nodes={nodes} level={level} />
    ))}
  </ul>
);

function State({ kind, isNew }: { readonly kind: Proof['kind']; readonly isNew: boolean }) {
  if (isNew) return <span class="mark asserted">{t('proof.thisWrite')}</span>;
  return <span class={`mark ${kind}`}>{kind === 'asserted' ? t('node.asserted') : t('node.inferred')}</span>;
}

const RuleText = ({ rule: { says, name, axiom } }: { readonly rule: Rule }) => (
  <p class="rule" title={name}>
    {t('proof.since', { rule: '' })}
    <Data text={says} /> {axiom && <AxiomText axiom={axiom} />}
  </p>
);

export const AxiomText = ({ axiom: { text, line, document } }: { readonly axiom: Axiom }) => (
  <span class="axiom">
    <code>
      <Data text={text} />
    </code>{' '}
    {line !== undefined && <PlaceLink line={line} document={document} />}
  </span>
);

export function FactText({ fact, nodes = {} }: { readonly fact: Proof['fact']; readonly nodes?: Names }) {
  const { terms } = useShared();
  const { subject, predicate, object } = fact;
  return (
    <>
      <Term name={subject} nodes={nodes} />{' '}
      <span class="predicate">
        <PredicateName name={predicate} />
      </span>{' '}
      {predicate === 'graph.type' ? (
        <Data text={terms?.labelOf(object) ?? object} />
      ) : (
        <Term name={object} nodes={nodes} />
      )}
    </>
  );
}

/** A node by its label, or a value. */
function Term({ name, nodes }: { readonly name: string; readonly nodes: Names }) {
  if (!isUid(name)) return <Data text={name} />;
  return (
    <a href={printRoute(['node', name])} title={name}>
      <Data text={nodes[name] ?? name} />
    </a>
  );
}
