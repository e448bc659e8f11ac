/**
 * What the interaction pages show, but for those of a device (device/page-models.ts). Plain data, no rows; texts come from
 * the catalog by code.
 */

import type { Scope } from '#lib/scopes/scope';
import type { PageFrame } from '#lib/theme/brand';
import type { SignUpProblem } from './sign-up-input';

/** The application behind an interaction, as far as a person may know it. */
export type ClientFace = {
  readonly name: string;
  readonly logoUri: string | null;
  readonly clientUri: string | null;
  readonly policyUri: string | null;
  readonly tosUri: string | null;
};

/** What goes back with every form: hidden inputs of the same names. */
export type FormBinding = {
  /** The interaction's handle; null on pages without one, such as sign-out. */
  readonly interaction: string | null;
  readonly csrf: string;
};

export type LoginProblem =
  | 'missing_username'
  | 'missing_password'
  | 'invalid_credentials'
  | 'too_many_attempts'
  | 'busy'
  | 'wrong_account'
  /** The right password of a person who does not belong to the tenant. */
  | 'wrong_tenant';

/** Somebody who is signed in on this browser. */
export type AccountFace = {
  readonly sid: string;
  readonly username: string;
  readonly name: string | null;
  /** Since the sign-in. */
  readonly secondsAgo: number;
};

export type LoginPage = {
  readonly page: 'login';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly client: ClientFace | null;
  /** What was typed, else login_hint, else empty. */
  readonly username: string;
  readonly problem: LoginProblem | null;
  /** False when the client or its tenant allows providers only. */
  readonly localLogin: boolean;
  /** What is asked for: all at once, or the user name before anything else, then the password of that name. */
  readonly ask: 'all' | 'username' | 'password';
  readonly providers: readonly ProviderFace[];
  /** True when there are more than the buttons, for example those found by their domain only: the way to /realm. */
  readonly hasMoreProviders: boolean;
  /** Accounts to choose from, instead of the form; empty where there is nothing to choose. */
  readonly accounts: readonly AccountFace[];
  /** True when the person is signed in already and must prove it again. */
  readonly reauthenticate: boolean;
  /** False for the portal's own sign-in, which has no application to return to. */
  readonly canCancel: boolean;
  /** False for a device, which waits elsewhere: who cancels stays in the portal. */
  readonly cancelReturns: boolean;
  /** True when people may create an account here. */
  readonly canSignUp: boolean;
};

export type SignUpPage = Pick<LoginPage, 'frame' | 'form' | 'client' | 'username' | 'canCancel' | 'cancelReturns'> & {
  readonly page: 'signup';
  /** What was typed; else empty. */
  readonly name: string;
  readonly email: string;
  readonly minimumLength: number;
  readonly problem: SignUpProblem | null;
};

/** A provider as a button. */
export type ProviderFace = {
  readonly name: string;
  readonly displayName: string;
  /** The one this browser signed in at last. */
  readonly lastUsed: boolean;
};

export type RealmProblem = 'missing_domain' | 'unknown_domain';

/** Where a person chooses how to sign in. */
export type RealmPage = {
  readonly page: 'realm';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly client: ClientFace | null;
  /** Of a long list the provider of the person's own organisation, when that is known; else empty. */
  readonly own: readonly ProviderFace[];
  readonly providers: readonly ProviderFace[];
  /** What was looked for in a long list; empty when nothing was; null for a list that is short enough to read. */
  readonly search: string | null;
  /** True when providers are found by a domain: the field `username` takes an address or a domain. */
  readonly asksDomain: boolean;
  /** What was typed. */
  readonly username: string;
  readonly localLogin: boolean;
  readonly problem: RealmProblem | null;
  readonly canCancel: boolean;
  readonly cancelReturns: boolean;
};

export type LinkProblem = 'missing_username' | 'missing_password' | 'invalid_credentials' | 'other_account';

/** Somebody has an account with the address the provider told: the person proves it, then the two are linked. */
export type LinkPage = {
  readonly page: 'link';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly provider: ProviderFace;
  readonly email: string;
  readonly username: string;
  readonly problem: LinkProblem | null;
};

export type CompleteProblem = 'missing_username' | 'invalid_username' | 'username_taken';

/** What a new account needs and the provider did not say. */
export type CompletePage = {
  readonly page: 'complete';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly provider: ProviderFace;
  /** What the provider told, shown so that the person knows whose account it becomes. */
  readonly email: string | null;
  readonly name: string | null;
  readonly username: string;
  readonly problem: CompleteProblem | null;
};

/** Why signing in at a provider came to nothing; the catalog key is `federation.problem.<code>`. */
export type FederationProblem =
  | 'cancelled'
  | 'unavailable'
  | 'misconfigured'
  | 'response'
  | 'not_linked'
  | 'disabled'
  | 'tenant';

export type FederationFailurePage = {
  readonly page: 'federation-failure';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly status: number;
  readonly problem: FederationProblem;
  readonly provider: ProviderFace;
  readonly client: ClientFace | null;
  readonly reference: string;
  /** The provider can be tried once more. */
  readonly canRetry: boolean;
  /** There are other ways to sign in. */
  readonly hasOtherWays: boolean;
  readonly canCancel: boolean;
  readonly cancelReturns: boolean;
};

export type ScopeFace = {
  readonly name: string;
  /** The configured text, else null: the catalog knows the built-in scopes. */
  readonly displayName: string | null;
  readonly description: string | null;
  /** Those of other languages. */
  readonly texts: Scope['texts'];
  readonly required: boolean;
  readonly emphasize: boolean;
  readonly type: 'identity' | 'resource' | 'offline';
  /** For identity scopes: the values that will be shared, for example "ana@example.com". */
  readonly values: readonly string[];
};

export type ConsentProblem = 'nothing_selected';

export type ConsentPage = {
  readonly page: 'consent';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly client: ClientFace;
  /** The host (or scheme of a native application) the answer goes to; a client cannot forge it. */
  readonly redirectHost: string;
  /** The application described itself and nobody vouched for it: the person is told to go by the host. */
  readonly selfRegistered: boolean;
  readonly user: { readonly username: string; readonly name: string | null };
  readonly scopes: readonly ScopeFace[];
  /** Those of the scopes that this person has allowed this application before; empty when that is all of them. */
  readonly allowed: ReadonlySet<string>;
  /** What is asked for by name beyond the scopes: the values that will be shared. */
  readonly details: readonly { readonly claim: string; readonly values: readonly string[] }[];
  readonly canRemember: boolean;
  /** For how long a decision is remembered, in seconds; null: until it is taken back. */
  readonly rememberedSeconds: number | null;
  /** The whole address the answer goes to. */
  readonly redirectUri: string;
  readonly problem: ConsentProblem | null;
};

/** Somebody who can be signed out, and the applications that goes for. */
export type LogoutAccount = Omit<AccountFace, 'secondsAgo'> & {
  readonly isTicked: boolean;
  readonly apps: readonly string[];
};

export type LogoutPage = {
  readonly page: 'logout';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  /** What a client asked for, sealed: a hidden input `request`; null when the person came by themselves. */
  readonly request: string | null;
  /** Who is signed in on this browser, the current one first; empty when nobody is. Several can be chosen from. */
  readonly accounts: readonly LogoutAccount[];
  readonly problem: 'nothing_selected' | null;
};

/** Why a page cannot be shown. The code is the catalog key `error.<code>`. */
export type PageProblem =
  | 'interaction_unknown'
  | 'interaction_expired'
  /** Only the application can begin it again. */
  | 'interaction_expired_pushed'
  | 'interaction_other_browser'
  | 'interaction_finished'
  | 'device_expired'
  | 'forbidden_origin'
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_redirect_uri'
  | 'no_way_to_sign_in'
  | 'too_many_requests'
  | 'unavailable'
  | 'not_found'
  | 'server_error';

export type ProblemPage = {
  readonly page: 'problem';
  /** The portal's own when left out. */
  readonly frame?: PageFrame;
  readonly status: number;
  readonly problem: PageProblem;
  /** What support asks for: it leads to the explanation record. */
  readonly reference: string;
  /** Where the person can go on, when the application registered its home page. */
  readonly continueTo: { readonly name: string; readonly uri: string } | null;
  /** An address of ours at which the person may do it again; nowhere when left out. */
  readonly again?: { readonly word: 'retry' | 'restart'; readonly href: string } | null;
  /** For the application's developer, in a closed <details>: error code, description, received value. Escaped text. */
  readonly details: readonly { readonly label: string; readonly value: string }[];
};

/** The step moved on while the page was open: go there. */
export type RedirectPage = { readonly page: 'redirect'; readonly location: string };
