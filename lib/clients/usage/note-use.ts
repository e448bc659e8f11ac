import type { Database } from '#lib/db/database';
import { singletonOf } from '#lib/singleton';
import { createUseTally, type UseTally } from '#lib/usage/use-tally';

/** The parts of a client whose use is recorded. `client` is the client itself. */
export const useKinds = [
  'client',
  'secret',
  'redirect_uri',
  'grant_type',
  'scope',
  'response_type',
  'assertion_audience',
  'pkce',
  'mixed_audience',
  'claims_omitted',
] as const;
export type UseKind = (typeof useKinds)[number];

export type ClientUse = {
  readonly clientId: string;
  readonly kind: UseKind;
  /**
   * By kind: a secret's ID, a registered redirect URI, a grant type, the name of a scope, a response type that includes
   * tokens, the audience of an assertion (`issuer` or `endpoint`), whether a redeemed code had a challenge (`used` or
   * `unused`), an API with roles that was not alone in `aud`, or a claim that had no room in a token. Empty for
   * `client`.
   */
  readonly value: string;
  readonly at: Date;
};

/** The uses of clients of a database that this process has not written yet. */
export const clientUses = singletonOf<Database, UseTally<ClientUse>>('client-uses', () =>
  createUseTally(({ kind, clientId, value }) => `${kind} ${clientId} ${value}`),
);

/** Records the use of a part of a client. It does not use the database. */
export function noteUse(db: Database, use: ClientUse): void {
  clientUses(db).note(use);
}
