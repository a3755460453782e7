/** Light or dark: that of the system, unless the reader has chosen. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED = 'owlgate.theme';

export function theme(): Theme {
  const stored = localStorage.getItem(STORED);
  return THEMES.find((each) => each === stored) ?? 'system';
}

export function applyTheme(chosen: Theme = theme()): void {
  localStorage.setItem(STORED, chosen);
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}
