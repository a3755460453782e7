/** Head of every page: navigation, engine and version, language, theme, logout. */
import { useState } from 'preact/hooks';
import { storedKey, storedLogin } from '../api/credentials';
import type { Route } from '../logic/route';
import type { Shared } from '../logic/state';
import { language, LANGUAGES, setLanguage, t, type Language, type TextKey } from '../text';
import { Data } from './links';
import { applyTheme, theme, THEMES, type Theme } from './theme';

const PAGES: readonly { readonly path: string; readonly text: TextKey; readonly covers: readonly string[] }[] = [
  { path: 'classes', text: 'nav.classes', covers: ['class', 'node', 'source'] },
  { path: 'ask', text: 'nav.ask', covers: [] },
  { path: 'chat', text: 'nav.chat', covers: [] },
  { path: 'documents', text: 'nav.documents', covers: [] },
  { path: 'write', text: 'nav.write', covers: [] },
  { path: 'ontology', text: 'nav.ontology', covers: [] },
  { path: 'health', text: 'nav.health', covers: [] },
];

interface HeaderProps {
  readonly shared: Shared | undefined;
  readonly route: Route;
  readonly onLogout: () => void;
  readonly onLanguage: () => void;
}

export function Header({ shared, route, onLogout, onLanguage }: HeaderProps) {
  const [page = 'classes'] = route.path;
  const [chosen, setChosen] = useState(theme());
  return (
    <header>
      <span class="brand">owlgate</span>
      <nav aria-label={t('nav.label')}>
        {PAGES.map(({ path, text, covers }) => (
          <a
            key={path}
            href={`#/${path}`}
            {...((page === path || covers.includes(page)) && { 'aria-current': 'page' })}
          >
            {t(text)}
          </a>
        ))}
      </nav>
      <span class="state">{shared && <State shared={shared} />}</span>
      <select
        aria-label={t('app.language')}
        value={language()}
        onChange={({ currentTarget }) => {
          setLanguage(currentTarget.value as Language);
          onLanguage();
        }}
      >
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t('app.theme')}
        value={chosen}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value as Theme);
          applyTheme(currentTarget.value as Theme);
        }}
      >
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {t(`app.theme.${each}`)}
          </option>
        ))}
      </select>
      {(storedKey() !== null || storedLogin()) && (
        <button type="button" onClick={onLogout}>
          {t('login.logout')}
        </button>
      )}
    </header>
  );
}

function State({ shared: { session, terms } }: { readonly shared: Shared }) {
  return (
    <>
      {t(`app.engine.${session.engine}`)} ·{' '}
      {terms ? t('app.version', { version: terms.version }) : t('app.no-ontology')}
      {session.name !== undefined && (
        <>
          {' '}
          · <Data text={t('login.as', { name: session.name, role: session.role })} />
        </>
      )}
      {session.user !== undefined && (
        <>
          {' '}
          · <Data text={t(session.guardian ? 'cluster.asGuardian' : 'cluster.as', { name: session.user })} />
        </>
      )}
    </>
  );
}
