/** The values that are filled in to the guides of an application. */
export type GuideFacts = {
  readonly issuer: string;
  readonly clientId: string;
  /** The application's first redirect URI. Empty if it has none. */
  readonly redirectUri: string;
  /** Names separated by spaces. For an API, those of its resource scopes. */
  readonly scope: string;
  /** The API that lists the scopes. Absent for a scope that is its own audience. */
  readonly api?: string;
  /** For an API: the `aud` of its tokens. Absent if that is the name of its scope. */
  readonly audience?: string;
  /** Values that are known only on the page that shows them once. Absent everywhere else. */
  readonly once?: OnceFacts;
};

/** Values of the environment that are filled in while the secret of a new client is shown. */
type OnceFacts = {
  readonly secret: string;
  /** A random value for the library's own cookies. It is not stored. */
  readonly cookieSecret: string;
};

/** How to connect an application of one kind: files to copy. The code reads the secret from the environment. */
export type Guide = {
  readonly id: string;
  readonly title: string;
  /** The path of the redirect URI that the library uses. Null if the application chooses it. */
  readonly callbackPath: string | null;
  readonly install: string | null;
  readonly files: readonly GuideFile[];
  /** What the client needs for roles and groups, and what the application does with them. */
  readonly access: string | null;
  /** The most frequent problem: what people see, and how to fix it. */
  readonly trouble: { readonly sign: string; readonly remedy: string };
  /** What happened with a client as the administration registers it, and what else it needs. */
  readonly registered: string;
  /** What was tested against a server, with its version. */
  readonly proof: string;
};

type GuideFile = {
  readonly name: string;
  /** A language name of highlight.js. */
  readonly language: string;
  readonly code: string;
  /** The code with highlighting, as the page shows it. */
  readonly runs: readonly CodeRun[];
};

/** A piece of code; `kind` is a scope of highlight.js, null for plain text. */
export type CodeRun = { readonly text: string; readonly kind: string | null };
