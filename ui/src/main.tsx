/** The workbench: starts the page. */
import { render } from 'preact';
import { App } from './app';
import { applyTheme } from './parts/theme';
import { language } from './text';

document.documentElement.lang = language();
applyTheme();
render(<App />, document.getElementById('page')!);
