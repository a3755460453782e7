/** Restrictions of a class: what its axioms say about the values of properties. */
import { Columns } from './columns';
import { printExpression, readAxiom, restrictionsIn, type Expression, type Restriction } from '../logic/axiom';
import type { TermIndex } from '../logic/terms';
import { number, t } from '../text';
import { ClassLink, Data, PlaceLink } from './links';
import { useShared } from './shared';

interface Stated {
  readonly axiom: string;
  readonly line?: number;
  readonly document?: string;
}

export function Restrictions({ name, axioms }: { readonly name: string; readonly axioms: readonly Stated[] }) {
  const { terms } = useShared();
  const rows = axioms.flatMap(({ axiom, ...place }) =>
    restrictionsIn(readAxiom(axiom), (written) => terms?.named(written) === name).map((each) => ({
      ...each,
      ...place,
    })),
  );
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{t('restrictions.title')}</h2>
      <div class="scroll">
        <table>
          <Columns titles={['class.property', 'class.range', 'restrictions.direction', 'source.title']} />
          <tbody>
            {rows.map(({ line, document, ...restriction }, i) => (
              <tr key={i}>
                <th scope="row">
                  <Term expression={restriction.property} />
                </th>
                <td>
                  <Filler restriction={restriction} />
                </td>
                <td>{t(`restrictions.${directionOf(restriction)}`)}</td>
                <td>{line !== undefined && <PlaceLink line={line} document={document} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const directionOf = ({ isNecessary, isSufficient }: Restriction): 'both' | 'necessary' | 'sufficient' =>
  isNecessary && isSufficient ? 'both' : isNecessary ? 'necessary' : 'sufficient';

const Filler = ({ restriction: { quantifier, count, filler } }: { readonly restriction: Restriction }) => (
  <>
    {t(`restrictions.${quantifier}`, { count: number(count ?? 0) })}{' '}
    {filler !== undefined && <Term expression={filler} />}
  </>
);

/** A class or property by its label, another expression as it is written. */
function Term({ expression }: { readonly expression: Expression }) {
  const { terms } = useShared();
  if (typeof expression !== 'string') {
    return (
      <code>
        <Data text={printExpression(expression)} />
      </code>
    );
  }
  const name: ReturnType<TermIndex['named']> = terms?.named(expression);
  if (name === undefined) return <Data text={expression} />;
  return terms!.classes.has(name) ? <ClassLink name={name} /> : <Data text={terms!.labelOf(name)} />;
}
