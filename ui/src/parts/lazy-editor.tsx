/** The editor, loaded when it is needed. */
import { lazy, Suspense } from 'preact/compat';
import { t } from '../text';
import type { EditorProps } from './editor';

const Part = lazy(() => import('./editor'));

export const LazyEditor = (props: EditorProps) => (
  <Suspense fallback={<p class="quiet">{t('app.loading')}</p>}>
    <Part {...props} />
  </Suspense>
);
