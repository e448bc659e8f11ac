/** A grant of a person: first a code, then tokens. */
export type ModelGrant = {
  readonly person: number;
  readonly session: number;
  readonly client: ClientName;
  readonly isOffline: boolean;
  isRedeemed: boolean;
  hasEnded: boolean;
  /** The number of refresh tokens so far. Only the last one is live. */
  generations: number;
  /** The number of times that the previous one was used again within its window. */
  repeats: number;
};

type ModelToken = {
  readonly grant: number;
  readonly keys: number;
  /** The session that was open when the token was issued. The token ends with it, even if the grant continues. */
  readonly session: number | null;
  isRevoked: boolean;
};

export type ClientName = 'app' | 'patient';

/** The expected state, without a database, a network or a clock. */
export type Model = {
  readonly people: { isEnabled: boolean }[];
  /** The session of each browser, or null before the first sign-in. */
  readonly browsers: (number | null)[];
  readonly sessions: { readonly person: number; hasEnded: boolean }[];
  readonly grants: ModelGrant[];
  readonly tokens: ModelToken[];
  /** The number of times that the signing keys were revoked. */
  keys: number;
  crashes: number;
};

/** The maximum number of times that a refresh token may be used again within its window. */
const mostRepeats = 10;

export function emptyModel(): Model {
  const lists = { sessions: [], grants: [], tokens: [] };
  return { people: [{ isEnabled: true }, { isEnabled: true }], browsers: [null, null], ...lists, keys: 0, crashes: 0 };
}

/** @returns whether the person is signed in */
export function signIn(model: Model, browser: number, person: number): boolean {
  if (model.people[person]?.isEnabled !== true) return false;
  model.browsers[browser] = model.sessions.push({ person, hasEnded: false }) - 1;
  return true;
}

/** @returns whether the client gets a code without a page */
export function authorize(model: Model, browser: number, client: ClientName, isOffline: boolean): boolean {
  const session = model.browsers[browser] ?? null;
  const found = session === null ? undefined : model.sessions[session];
  if (session === null || found === undefined || found.hasEnded) return false;
  const fresh = { isRedeemed: false, hasEnded: false, generations: 0, repeats: 0 };
  model.grants.push({ person: found.person, session, client, isOffline, ...fresh });
  return true;
}

/** A second redemption of a code ends its grant. @returns whether there are tokens */
export function redeem(model: Model, index: number): boolean {
  const grant = grantAt(model, index);
  if (grant.hasEnded) return false;
  if (grant.isRedeemed) {
    grant.hasEnded = true;
    return false;
  }
  grant.isRedeemed = true;
  grant.generations = grant.isOffline ? 1 : 0;
  addToken(model, index);
  return true;
}

/** Reusing a refresh token ends the grant, except within the window. @returns what the client gets */
export function refresh(
  model: Model,
  index: number,
  generation: number,
): 'successor' | 'the same successor' | 'nothing' {
  const grant = grantAt(model, index);
  if (grant.hasEnded) return 'nothing';
  if (generation === grant.generations - 1) {
    grant.generations += 1;
    grant.repeats = 0;
    addToken(model, index);
    return 'successor';
  }
  const isInWindow = grant.client === 'patient' && generation === grant.generations - 2 && grant.repeats < mostRepeats;
  if (isInWindow) {
    grant.repeats += 1;
    addToken(model, index);
    return 'the same successor';
  }
  grant.hasEnded = true;
  return 'nothing';
}

export function endGrant(model: Model, index: number): void {
  grantAt(model, index).hasEnded = true;
}

/** Only redeemed grants with offline access outlive the session. */
export function signOut(model: Model, browser: number): void {
  const session = model.browsers[browser] ?? null;
  if (session === null) return;
  endSession(model, session);
  for (const grant of model.grants) {
    if (grant.session === session && !(grant.isOffline && grant.isRedeemed)) grant.hasEnded = true;
  }
}

/** Ends all sessions and grants of a person who is disabled or signed out everywhere. */
export function endEverything(model: Model, person: number): void {
  for (const [index, session] of model.sessions.entries()) if (session.person === person) endSession(model, index);
  for (const grant of model.grants) if (grant.person === person) grant.hasEnded = true;
}

/** @returns whether the server accepts the access token */
export function isAccepted(model: Model, index: number): boolean {
  const token = model.tokens[index];
  if (token === undefined) throw new Error('there is no such token');
  const isOver = token.isRevoked || token.keys !== model.keys || isEnded(model, token.session);
  return !isOver && !grantAt(model, token.grant).hasEnded;
}

export function grantAt(model: Model, index: number): ModelGrant {
  const grant = model.grants[index];
  if (grant === undefined) throw new Error('there is no such grant');
  return grant;
}

function addToken(model: Model, grant: number): void {
  const { session } = grantAt(model, grant);
  const bound = isEnded(model, session) ? null : session;
  model.tokens.push({ grant, keys: model.keys, session: bound, isRevoked: false });
}

function isEnded(model: Model, session: number | null): boolean {
  return session !== null && model.sessions[session]?.hasEnded === true;
}

function endSession(model: Model, index: number): void {
  const session = model.sessions[index];
  if (session !== undefined) session.hasEnded = true;
}
