/** Head of a table. */
import { t, type TextKey } from '../text';

export const Columns = ({ titles }: { readonly titles: readonly TextKey[] }) => (
  <thead>
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col">
          {t(title)}
        </th>
      ))}
    </tr>
  </thead>
);
