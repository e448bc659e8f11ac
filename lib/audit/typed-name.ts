import type { AuditTarget } from './event';

const maximumTyped = 100;
const shownCharacters = 3;

/**
 * A typed name that no account has, cut to 100 characters and masked after its third one. People type passwords there,
 * so the mark stands even where nothing follows: its length tells nothing. Searches mask their term in the same way.
 * @returns null if nothing visible was typed
 */
export function maskTypedName(typed: string): string | null {
  const cut = typed.slice(0, maximumTyped).normalize('NFKC').replace(unseen, '').trim().toLowerCase();
  return cut === '' ? null : `${Array.from(cut).slice(0, shownCharacters).join('').trimEnd()}…`;
}

/** Invisible and control characters, and lone surrogates. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}]/gu;

/** The object of an attempt with a name that no account has. */
export function typedNameTarget(typed: string): AuditTarget | null {
  const masked = maskTypedName(typed);
  return masked === null ? null : { kind: 'typed_name', id: masked, name: masked };
}
