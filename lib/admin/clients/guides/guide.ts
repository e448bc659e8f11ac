/** What the guides of an application are filled in with. */
export type GuideFacts = {
  readonly issuer: string;
  readonly clientId: string;
  /** The application's first redirect URI; empty when it has none. */
  readonly redirectUri: string;
  /** Names with spaces between them. For an API the name of its resource scope. */
  readonly scope: string;
  /** Of an API: what the `aud` of its tokens holds; absent: the name of its scope. */
  readonly audience?: string;
  /** What is known only on the page that shows it once; absent everywhere else. */
  readonly once?: OnceFacts;
};

/** The values of the environment that are filled in while a new client's secret is shown. */
type OnceFacts = {
  readonly secret: string;
  /** A random value for the library's own cookies. We do not keep it. */
  readonly cookieSecret: string;
};

/** How an application of one kind is connected: files to copy. Code reads the secret from the environment. */
export type Guide = {
  readonly id: string;
  readonly title: string;
  /** The path of the redirect URI that the library has; null when the application chooses it. */
  readonly callbackPath: string | null;
  readonly install: string | null;
  readonly files: readonly GuideFile[];
  /** What people see most often when it does not work, and what to do then. */
  readonly trouble: { readonly sign: string; readonly remedy: string };
  /** What was run against a server, with its version. */
  readonly proof: string;
};

type GuideFile = {
  readonly name: string;
  /** A name that highlight.js knows. */
  readonly language: string;
  readonly code: string;
  /** The code as the page shows it. */
  readonly runs: readonly CodeRun[];
};

/** A piece of code; `kind` is a scope of highlight.js, null for plain text. */
export type CodeRun = { readonly text: string; readonly kind: string | null };
