/** Class tree, and the chosen class beside it. */
import { ClassTree } from '../parts/class-tree';
import { useShared } from '../parts/shared';
import { t } from '../text';
import { ClassPage } from './class';
import { StartPage } from './start';

export function ClassesPage({ chosen }: { readonly chosen: string | undefined }) {
  const { terms } = useShared();
  if (!terms) return <StartPage />;
  return (
    <div class={`columns${chosen === undefined ? '' : ' chosen'}`}>
      <ClassTree terms={terms} chosen={chosen} />
      <div class="detail">
        {chosen === undefined ? <p class="quiet">{t('tree.choose')}</p> : <ClassPage name={chosen} />}
      </div>
    </div>
  );
}
