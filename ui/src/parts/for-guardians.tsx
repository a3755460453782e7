/** Part of a page that only guardians of a cluster with access control may use. */
import type { ComponentChildren } from 'preact';
import { isGuardian } from '../logic/state';
import { t } from '../text';
import { useShared } from './shared';

export function ForGuardians({ children }: { readonly children: ComponentChildren }) {
  const { session } = useShared();
  return isGuardian(session) ? <>{children}</> : <p class="quiet">{t('cluster.guardians')}</p>;
}
