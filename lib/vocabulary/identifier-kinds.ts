/** What people may type to say who they are. */
export const identifierKinds = ['username', 'email'] as const;

export type IdentifierKind = (typeof identifierKinds)[number];
