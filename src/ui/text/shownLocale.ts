import { shownLanguage } from './format';

/** The locale of dates: that of the texts, or for English the system's, because it says more than the language. */
export function shownLocale(): string | undefined {
  const { id } = shownLanguage();
  return id === 'en' ? undefined : id;
}
