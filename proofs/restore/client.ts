export const redirectUri = 'https://rp.test/cb';

export type Tokens = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
};

/** The answer of the token endpoint. */
export async function postToken(
  issuer: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const answer = await fetch(`${issuer}/connect/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, body: await answer.json() };
}

/** @throws with the answer if it contains no tokens */
export async function ask(issuer: string, fields: Readonly<Record<string, string>>): Promise<Tokens> {
  const { status, body } = await postToken(issuer, fields);
  if (status !== 200) throw new Error(`no tokens but ${status}: ${JSON.stringify(body)}`);
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  return { access_token: text('access_token'), refresh_token: text('refresh_token'), id_token: text('id_token') };
}

/** The form fields that use a refresh token. */
export function refreshing(token: string, clientId = 'app'): Readonly<Record<string, string>> {
  return { grant_type: 'refresh_token', client_id: clientId, refresh_token: token };
}

/** The claim `sub` of an ID token, unverified. */
export function subjectOf(idToken: string): string {
  return String(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()).sub);
}
