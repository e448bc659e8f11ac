import type { StoredSecret } from '#lib/db/staged-rows';
import type { Frozen } from '#lib/vocabulary/frozen';
import type { Role } from '#lib/vocabulary/role';
import type { Readability } from '#lib/vocabulary/stored-entry';
import type { ClientEntry } from './schema';

type Settings = Frozen<Omit<ClientEntry, 'clientSecrets' | 'registrationTokenHash' | 'jwks' | 'claims' | 'roles'>>;

/** A stored client. Lists keep their order, and settings without a value stay `auto` or null. */
export type ClientRecord = Settings &
  Readability & {
    readonly secrets: readonly StoredSecret[];
    readonly roles: readonly Role[];
    readonly jwks: { readonly keys: readonly Record<string, unknown>[] } | null;
    readonly claims: Readonly<Record<string, unknown>>;
    /**
     * The hash of its registration access token (RFC 7592 §1.2), in the same form as the hash of a secret. Null without
     * one.
     */
    readonly registrationTokenHash: string | null;
    /** Until when its document need not be fetched again. Null without a document, and before it is fetched. */
    readonly documentExpiresAt: Date | null;
    /** The network that holds its place among those that nobody vouches for (see findNoPlace()). Null for every other one. */
    readonly registrantNetwork: string | null;
  };

/** The settings that depend on others, resolved. */
type Settled = {
  readonly applicationType: 'web' | 'native';
  readonly allowedCorsOrigins: readonly string[];
  readonly grantTypes: ReadonlySet<string>;
  /** Normalized: the words of each value in alphabetical order, for example `code id_token`. */
  readonly responseTypes: ReadonlySet<string>;
  readonly refreshTokenRotation: boolean;
  readonly refreshTokenGraceSeconds: number;
  /** `recommended`: requests without it are accepted, and the checks name the client (RFC 9700 §2.1.1). */
  readonly requirePkce: boolean | 'recommended';
  /** `token_endpoint`: only in ID tokens from the token endpoint. */
  readonly alwaysIncludeUserClaimsInIdToken: boolean | 'token_endpoint';
};

/** A client in the snapshot. The keys of the file (RFC 7591 names) in camelCase. */
export type Client = Omit<ClientRecord, keyof Settled> &
  Settled & {
    /** It counts as disabled only because an operator must approve it first. */
    readonly awaitsApproval?: true;
  };
