/** Source of the ontology in force, or of a version, at a line. */
import { call } from '../api/client';
import { Loaded } from '../parts/failure';
import { SourceLines } from '../parts/source-lines';
import { useRemote } from '../parts/remote';
import { useShared } from '../parts/shared';
import { t } from '../text';

interface SourcePageProps {
  readonly line: string | undefined;
  readonly document: string | undefined;
  readonly version: string | undefined;
}

export function SourcePage({ line, document, version }: SourcePageProps) {
  const { terms } = useShared();
  const query = version === undefined ? {} : { version: Number(version) };
  const remote = useRemote((signal) => call('GET /ontology', { query, signal }), [version, terms]);
  return (
    <article>
      <h1>{t('source.title')}</h1>
      <Loaded remote={remote}>
        {({ source, imports }) => {
          const named = imports.find(
            ({ name, iris }) => document !== undefined && (name === document || iris.includes(document)),
          );
          return (
            <>
              <p class="quiet">
                {t('source.document')}: <bdi>{document ?? t('source.main')}</bdi>
              </p>
              <SourceLines text={named?.source ?? source} line={line === undefined ? undefined : Number(line)} />
            </>
          );
        }}
      </Loaded>
    </article>
  );
}
