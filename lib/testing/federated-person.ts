import type { HttpResponse } from '#lib/http/types';
import { type FederationPage, readFederationPage } from '#lib/login/federation/read';
import { readRealmPage } from '#lib/login/realm/read';
import { readLoginPage } from '#lib/login/sign-in/read';
import { authorizeRequest, createPerson, locationOf, type Person } from './person';
import { type FormFields, issuer, type TestProvider } from './provider';
import type { ScriptedUpstream } from './scripted-upstream';

/** A person who signs in through an upstream provider, and sees the pages along the way. */
export type FederatedPerson = Person & {
  readonly interaction: string;
  readonly loginPage: () => ReturnType<typeof readLoginPage>;
  readonly realmPage: (search?: string) => ReturnType<typeof readRealmPage>;
  readonly federationPage: () => Promise<FederationPage>;
  /**
   * Presses the provider's button.
   * @returns the authorization request at the provider
   */
  readonly choose: (provider?: string, fields?: FormFields) => Promise<string>;
  /** Fills in the fields that /federation asks for. */
  readonly answer: (fields: FormFields) => Promise<HttpResponse>;
};

/** Opens the sign-in page of an authorization request. */
export async function openSignIn(
  provider: TestProvider,
  overrides: FormFields = {},
  person = createPerson(provider),
): Promise<FederatedPerson> {
  const response = await person.get(authorizeRequest(overrides).path);
  const interaction = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  const input = () => ({ interaction, cookieHeader: [...person.cookies].map((pair) => pair.join('=')).join('; ') });
  const federationPage = () => readFederationPage(provider.context(), input());
  const realmPage = (search: string | null = null) => readRealmPage(provider.context(), { ...input(), search });
  const formOf = async () => {
    const page = await realmPage();
    if (page.page !== 'realm') throw new Error(JSON.stringify(page));
    return { interaction, csrf: page.form.csrf };
  };
  return {
    ...person,
    interaction,
    loginPage: () => readLoginPage(provider.context(), input()),
    realmPage,
    federationPage,
    choose: async (name = 'corp', fields = {}) =>
      locationOf(await person.submit('login', { ...(await formOf()), provider: name, ...fields })),
    answer: async (fields) => person.submit('federation', { ...(await formOf()), ...fields }),
  };
}

/** Goes to the provider and returns with its answer. */
export async function comeBack(
  person: FederatedPerson,
  upstream: ScriptedUpstream,
  changes: Record<string, string | undefined> = {},
): Promise<HttpResponse> {
  return person.get(upstream.answer(await person.choose(), changes));
}

/**
 * The failure that a response redirects to.
 * @throws if it redirects elsewhere
 */
export async function failureOf(person: FederatedPerson, response: HttpResponse): Promise<string> {
  const location = locationOf(response);
  if (!location.startsWith(`${issuer}/federation?`)) throw new Error(`expected a failure, found ${location}`);
  const page = await person.federationPage();
  if (page.page !== 'federation-failure') throw new Error(JSON.stringify(page));
  return page.problem;
}

/**
 * Sets the provider's clock to the real time, because the protocol library checks the expiry of an ID token with the
 * real clock.
 */
export function followRealTime(provider: TestProvider): void {
  provider.advance((Date.now() - provider.context().now.getTime()) / 1000);
}
