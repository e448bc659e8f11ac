'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { englishServerError, type ServerErrorText } from '#lib/i18n/server-error-text';

const Words = createContext(englishServerError);

/** Hands the words of the error page to the browser, which has no catalog. */
export function ServerErrorWords({
  words,
  children,
}: {
  readonly words: ServerErrorText;
  readonly children: ReactNode;
}) {
  return <Words.Provider value={words}>{children}</Words.Provider>;
}

export function useServerErrorWords(): ServerErrorText {
  return useContext(Words);
}
