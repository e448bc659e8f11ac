/** The kinds of identifiers that people may type. */
export const identifierKinds = ['username', 'email'] as const;

export type IdentifierKind = (typeof identifierKinds)[number];
