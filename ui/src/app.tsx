/** Frame of the workbench: navigation, login, and the page that the address names. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { whenKeyIsMissing } from './api/client';
import { storedLogin, storeKey, storeLogin } from './api/credentials';
import { ApiError } from './api/error';
import { whenLoginEnds } from './api/login';
import { parseRoute, type Route } from './logic/route';
import type { Shared } from './logic/state';
import { AskPage } from './pages/ask';
import { ChatPage } from './pages/chat';
import { ClassesPage } from './pages/classes';
import { DocumentsPage } from './pages/documents';
import { HealthPage } from './pages/health';
import { ClusterPage, KeyPage } from './pages/login';
import { NodePage } from './pages/node';
import { OntologyPage } from './pages/ontology';
import { SourcePage } from './pages/source';
import { WritePage } from './pages/write';
import { Failure } from './parts/failure';
import { ForGuardians } from './parts/for-guardians';
import { Header } from './parts/header';
import { useRemote } from './parts/remote';
import { loadShared, SharedContext } from './parts/shared';
import { t } from './text';

export function App() {
  const route = useRoute();
  const [needsKey, setNeedsKey] = useState(false);
  const [turn, setTurn] = useState(0);
  const [needsLogin, setNeedsLogin] = useState(false);
  useEffect(() => {
    whenKeyIsMissing(() => setNeedsKey(true));
    whenLoginEnds(() => setNeedsLogin(true));
  }, []);
  const remote = useRemote(loadShared, [turn]);
  const shared = useMemo<Shared | undefined>(
    () => remote.value && { ...remote.value, refresh: remote.again },
    [remote.value],
  );
  const restart = (): void => {
    setNeedsKey(false);
    setNeedsLogin(false);
    setTurn((each) => each + 1);
  };
  const logout = (): void => {
    storeKey(undefined);
    storeLogin(undefined);
    restart();
  };
  if (needsKey) return <KeyPage onLogin={restart} />;
  if (needsLogin || (shared?.session.accessControl && !storedLogin())) return <ClusterPage onLogin={restart} />;
  return (
    <SharedContext.Provider value={shared}>
      <a class="skip" href="#content" onClick={skip}>
        {t('app.skip')}
      </a>
      <Header shared={shared} route={route} onLogout={logout} onLanguage={() => setTurn((each) => each + 1)} />
      <main id="content" tabIndex={-1}>
        {remote.error && !isKeyMissing(remote.error) && <Failure error={remote.error} again={remote.again} />}
        {!remote.error && !shared && <p class="quiet">{t('app.loading')}</p>}
        {shared && <Page route={route} />}
      </main>
    </SharedContext.Provider>
  );
}

function Page({ route: { path, query } }: { readonly route: Route }) {
  const [page, name] = path;
  switch (page) {
    case undefined:
    case 'classes':
      return <ClassesPage chosen={undefined} />;
    case 'class':
      return <ClassesPage chosen={name} />;
    case 'node':
      return name === undefined ? <p>{t('app.notFound')}</p> : <NodePage node={name} />;
    case 'ask':
      return <AskPage key={JSON.stringify(query)} query={query} />;
    case 'chat':
      return (
        <ForGuardians>
          <ChatPage key={name} name={name} />
        </ForGuardians>
      );
    case 'documents':
      return (
        <ForGuardians>
          <DocumentsPage source={name} passage={query['passage']} />
        </ForGuardians>
      );
    case 'ontology':
      return <OntologyPage />;
    case 'write':
      return <WritePage className={query['class']} />;
    case 'health':
      return <HealthPage />;
    case 'source':
      return <SourcePage line={query['line']} document={query['document']} version={query['version']} />;
    default:
      return <p>{t('app.notFound')}</p>;
  }
}

/** Route of the address, which changes without loading the page anew. */
function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = (): void => setHash(location.hash);
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return useMemo(() => parseRoute(hash), [hash]);
}

/** Moves the focus; the address stays that of the page. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('content')!.focus();
}

const isKeyMissing = (error: Error): boolean => error instanceof ApiError && /^Key(Missing|Invalid)$/.test(error.code);
