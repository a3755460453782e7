/** Texts in the language of the reader. */
import { de } from './de';
import { en, type TextKey } from './en';
import { fill, type Values } from './fill';

export type { TextKey };
export type Language = 'en' | 'de';
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const TEXTS: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, de };
const STORED = 'owlgate.language';

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(TEXTS, text);

function preferred(): Language {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return spoken ?? 'en';
}

let current = preferred();
export const language = (): Language => current;

/** The page has to be rendered anew afterwards. */
export function setLanguage(chosen: Language): void {
  current = chosen;
  localStorage.setItem(STORED, chosen);
  document.documentElement.lang = chosen;
}

export const t = (key: TextKey, values?: Values): string => fill(TEXTS[current][key], values);

/** Number in the language of the reader. */
export const number = (value: number): string => value.toLocaleString(current);
export const dateTime = (iso: string): string => new Date(iso).toLocaleString(current);
