/** A class: labels, place in the hierarchy, disjointness, properties, axioms with their places, individuals. */
import { Columns } from '../parts/columns';
import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Class, Property } from '../api/schema';
import { Loaded } from '../parts/failure';
import { ClassLink, ClassList, Data, PlaceLink } from '../parts/links';
import { useRemote } from '../parts/remote';
import { Members } from '../parts/members';
import { Restrictions } from '../parts/restrictions';
import { useShared } from '../parts/shared';
import { language, number, t } from '../text';

const GraphPart = lazy(() => import('../parts/class-graph').then((module) => module.ClassGraph));

export function ClassPage({ name }: { readonly name: string }) {
  const { terms } = useShared();
  const remote = useRemote(
    async (signal) =>
      (await call('GET /ontology/introspect', { query: { class: name, lang: language() }, signal })) as Class,
    [name, terms],
  );
  return (
    <article key={name}>
      <Loaded remote={remote}>
        {(described) => (
          <>
            <Described described={described} />
            <Axioms name={described.iri} />
            <Neighbourhood described={described} />
          </>
        )}
      </Loaded>
      <Members name={name} />
    </article>
  );
}

function Described({ described }: { readonly described: Class }) {
  const { terms } = useShared();
  const { iri, fullIri, comment, disjointWith = [], assertedDisjointWith = [], properties = [] } = described;
  const term = terms?.classes.get(iri);
  const labels = Object.entries(term?.labels ?? {});
  const declared = new Set(assertedDisjointWith);
  const entailed = disjointWith.filter((each) => !declared.has(each));
  return (
    <>
      <h1>
        <Data text={terms?.labelOf(iri) ?? iri} />
      </h1>
      {comment !== undefined && (
        <p>
          <Data text={comment} />
        </p>
      )}
      {term?.isUnsatisfiable === true && <p class="failure">{t('class.unsatisfiable')}</p>}
      <dl>
        <dt>{t('class.iri')}</dt>
        <dd>
          <code>
            <Data text={fullIri} />
          </code>
        </dd>
        {labels.length > 1 && (
          <>
            <dt>{t('class.labels')}</dt>
            <dd>
              <ul class="inline">
                {labels.map(([tag, label]) => (
                  <li key={tag}>
                    <Data text={label} /> {tag !== '' && <span class="mark">{tag}</span>}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        <dt>{t('class.above')}</dt>
        <dd>
          <ClassList names={described.directSuperClasses} />
        </dd>
        <dt>{t('class.below')}</dt>
        <dd>
          <ClassList names={described.directSubClasses} />
        </dd>
        {described.equivalentClasses.length > 0 && (
          <>
            <dt>{t('class.equivalent')}</dt>
            <dd>
              <ClassList names={described.equivalentClasses} />
            </dd>
          </>
        )}
        {disjointWith.length > 0 && (
          <>
            <dt>{t('class.disjoint')}</dt>
            <dd>
              {assertedDisjointWith.length > 0 && (
                <div>
                  <ClassList names={assertedDisjointWith} /> <span class="mark">{t('class.disjoint.declared')}</span>
                </div>
              )}
              {entailed.length > 0 && (
                <div>
                  <ClassList names={entailed} /> <span class="mark inferred">{t('class.disjoint.follows')}</span>
                </div>
              )}
            </dd>
          </>
        )}
      </dl>
      {properties.length > 0 && <Properties properties={properties} />}
    </>
  );
}

/** Rows of properties that are shown at first. */
const FIRST_PROPERTIES = 50;

function Properties({ properties }: { readonly properties: readonly Property[] }) {
  const { terms } = useShared();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? properties : properties.slice(0, FIRST_PROPERTIES);
  return (
    <section>
      <h2>{t('class.properties')}</h2>
      <div class="scroll">
        <table>
          <Columns titles={['class.property', 'class.range', 'class.domain', 'class.traits']} />
          <tbody>
            {shown.map((property) => (
              <tr key={property.iri}>
                <th scope="row" title={property.fullIri}>
                  <Data text={terms?.labelOf(property.iri) ?? property.iri} />
                </th>
                <td>
                  <Names names={property.range} isUnion={property.rangeIsUnion === true} />
                </td>
                <td>
                  <Names names={property.domain ?? []} isUnion={property.domainIsUnion === true} />
                </td>
                <td>
                  <Traits property={property} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < properties.length && (
        <button type="button" onClick={() => setWhole(true)}>
          {t('class.all', { count: number(properties.length) })}
        </button>
      )}
    </section>
  );
}

const Names = ({ names, isUnion }: { readonly names: readonly string[]; readonly isUnion: boolean }) => (
  <>
    {names.map((name, i) => (
      <span key={name}>
        {i > 0 && (isUnion ? ' ∪ ' : ' ∩ ')}
        <ClassLink name={name} />
      </span>
    ))}
  </>
);

const Traits = ({ property: { inherited, isFunctional, inverseOf = [] } }: { readonly property: Property }) => (
  <>
    {inherited && <span class="mark inferred">{t('class.inherited')}</span>}{' '}
    {isFunctional && <span class="mark">{t('class.functional')}</span>}{' '}
    {inverseOf.length > 0 && (
      <span class="mark">
        <Data text={t('class.inverse', { names: inverseOf.join(', ') })} />
      </span>
    )}
  </>
);

function Neighbourhood({ described }: { readonly described: Class }) {
  const [hasGraph, setGraph] = useState(false);
  return (
    <section>
      <h2>{t('node.graph')}</h2>
      {hasGraph ? (
        <Suspense fallback={<p class="quiet">{t('app.loading')}</p>}>
          <GraphPart described={described} />
        </Suspense>
      ) : (
        <button type="button" onClick={() => setGraph(true)}>
          {t('node.graph.show')}
        </button>
      )}
    </section>
  );
}

interface Blame {
  readonly axioms: readonly {
    readonly axiom: string;
    readonly line?: number;
    readonly document?: string;
    readonly version: number;
  }[];
}

const MAX_AXIOMS = 200;

function Axioms({ name }: { readonly name: string }) {
  const { terms } = useShared();
  const remote = useRemote(
    async (signal) => (await call('GET /ontology/blame', { query: { term: name }, signal })) as unknown as Blame,
    [name, terms],
  );
  return (
    <Loaded remote={remote}>
      {({ axioms }) => (
        <>
          <Restrictions name={name} axioms={axioms} />
          <section>
            <h2>{t('class.axioms')}</h2>
            <div class="scroll">
              <table>
                <Columns titles={['class.axiom', 'source.title', 'class.since']} />
                <tbody>
                  {axioms.slice(0, MAX_AXIOMS).map(({ axiom, line, document, version }, i) => (
                    <tr key={i}>
                      <td>
                        <code>
                          <Data text={axiom} />
                        </code>
                      </td>
                      <td>{line !== undefined && <PlaceLink line={line} document={document} />}</td>
                      <td>{version}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        </>
      )}
    </Loaded>
  );
}
