import type { ClientRecord } from '#lib/clients/client-record';
import { isRegistrableType, type RegisteredFlows, registrableGrants } from '#lib/clients/flows';
import { applicationTypeOf, redirectUriProblem, type SchemeRules, schemesFor } from '#lib/clients/redirect-uri';
import { descriptiveFields } from '#lib/clients/registration/metadata';
import { grantsFor } from '#lib/clients/response-type';
import { clientSettings } from '#lib/clients/settings';
import type { Portal } from '#lib/tenants/schema';
import { invalidClientMetadata, type OAuthError } from '../oauth-error';
import { normalizeResponseType } from '../response-types';
import type { Members } from './read-metadata';

/** What the portal lets clients register. */
type Offer = SchemeRules & Pick<Portal, 'legacyFlows'>;

export type CurrentRegistration = {
  /** The current client. A blank one for a registration. */
  readonly client: ClientRecord;
  /** The flows that the initial access token of the registration opens. Null without one. */
  readonly flows: RegisteredFlows | null;
};

/**
 * Drops values that the client may not have from lists of grants, response types and redirect URIs. RFC 7591 §3.2.1
 * allows the server to replace requested values, and the response shows the actual ones. If no redirect URI is usable,
 * they stay as they are, so that the schema reports what is wrong with them. What only describes the client is left out
 * where it is empty or unusable. Everything else is unchanged.
 * @throws invalid_client_metadata if no grant or no response type is left, and for an authentication method that
 * requires an initial access token
 */
export function substitute(members: Members, former: CurrentRegistration, portal: Offer): Members {
  checkMethod(members.token_endpoint_auth_method, former);
  const grantTypes = substituteGrants(members.grant_types, former, portal);
  const responseTypes = substituteResponseTypes(members.response_types, { grantTypes, former, portal });
  const usable = withoutUnusableDescriptions(members);
  return {
    ...(members.token_endpoint_auth_method === 'tls_client_auth' ? usable : withoutCertificateNames(usable)),
    ...(grantTypes !== undefined && { grant_types: grantTypes }),
    ...(responseTypes !== undefined && { response_types: responseTypes }),
    ...usableUris(members, former, portal),
  };
}

/** RFC 8705 §2: the operator decides who may use a name of its PKI. */
function checkMethod(asked: unknown, { client, flows }: CurrentRegistration): void {
  const isKept = !client.selfRegistered && client.tokenEndpointAuthMethod === asked;
  const { vouched } = clientSettings.token_endpoint_auth_method;
  if (flows !== null || isKept || !vouched.some((method) => method === asked)) return;
  throw notOpen(`token_endpoint_auth_method: ${String(asked)} needs an initial access token`);
}

/** Programs send an empty or relative address where people gave them none. Nothing depends on these members. */
function withoutUnusableDescriptions(members: Members): Members {
  const kept = Object.entries(members).flatMap(([name, value]) => {
    const field = isDescriptive(name) ? descriptiveFields[name] : null;
    const usable = name === 'contacts' && Array.isArray(value) ? [...new Set(value.filter(isUsableContact))] : value;
    return field === null || field.safeParse(usable).success ? [[name, usable]] : [];
  });
  return Object.fromEntries(kept);
}

function isDescriptive(name: string): name is keyof typeof descriptiveFields {
  return Object.hasOwn(descriptiveFields, name);
}

function isUsableContact(value: unknown): boolean {
  return descriptiveFields.contacts.safeParse([value]).success;
}

/** Certificate names are only used with tls_client_auth. */
function withoutCertificateNames(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !name.startsWith('tls_client_auth_')));
}

/** Whether the client keeps the value because an operator set it or vouched for it. */
function hasKept({ client }: CurrentRegistration, list: 'grantTypes' | 'responseTypes', value: string): boolean {
  return !client.selfRegistered && client[list].includes(value);
}

function substituteGrants(
  asked: unknown,
  former: CurrentRegistration,
  { legacyFlows }: Offer,
): readonly string[] | undefined {
  if (!isTexts(asked) || asked.length === 0) return undefined;
  const open = registrableGrants({ flows: former.flows, legacyFlows });
  const grants = asked.filter((grant) => open.has(grant) || hasKept(former, 'grantTypes', grant));
  const isUsable = grants.some((grant) => grant !== 'refresh_token');
  if (grants.length === asked.length || isUsable) return grants;
  const refused = asked.find((grant) => !grants.includes(grant)) ?? '';
  const takesToken = registrableGrants({ flows: 'code', legacyFlows }).has(refused);
  throw notOpen(
    `grant_types: ${refused} ${takesToken ? 'needs an initial access token' : 'is not open to registration'}`,
  );
}

function substituteResponseTypes(
  asked: unknown,
  {
    grantTypes = ['authorization_code'],
    former,
    portal: { legacyFlows },
  }: {
    readonly grantTypes: readonly string[] | undefined;
    readonly former: CurrentRegistration;
    readonly portal: Offer;
  },
): readonly string[] | undefined {
  if (!isTexts(asked) || asked.length === 0) return undefined;
  const types = asked.map(normalizeResponseType).filter((type) => {
    const isOpen =
      isRegistrableType(type, { flows: former.flows, legacyFlows }) || hasKept(former, 'responseTypes', type);
    return isOpen && grantsFor(type).every((grant) => grantTypes.includes(grant));
  });
  if (types.length > 0) return types;
  const [first = ''] = asked;
  const type = normalizeResponseType(first);
  const reason = isRegistrableType(type, { flows: former.flows, legacyFlows })
    ? `needs ${grantsFor(type).join(' and ')} in grant_types`
    : 'is not open to registration';
  throw notOpen(`response_types: ${first} ${reason}`);
}

const uriLists = { redirect_uris: 'redirect', post_logout_redirect_uris: 'post_logout' } as const;

function usableUris(members: Members, { client }: CurrentRegistration, portal: SchemeRules): Members {
  const schemes = schemesFor(client, portal);
  const redirectUris = isTexts(members.redirect_uris) ? members.redirect_uris : [];
  const said = members.application_type;
  const known = said === 'web' || said === 'native' ? said : null;
  const native =
    applicationTypeOf({ applicationType: known, redirectUris, selfRegistered: client.selfRegistered }) === 'native';
  const use = { native, isVouchedFor: false };
  const lists = Object.fromEntries(
    Object.entries(uriLists).flatMap(([name, purpose]) => {
      const asked = members[name];
      if (!isTexts(asked)) return [];
      const usable = asked.filter(
        (uri) => redirectUriProblem(uri, { ...use, purpose, ...(purpose === 'redirect' && { schemes }) }) === null,
      );
      return usable.length === 0 ? [] : [[name, [...new Set(usable)]]];
    }),
  );
  return native && said === 'web' ? { ...lists, application_type: 'native' } : lists;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function notOpen(name: string): OAuthError {
  return invalidClientMetadata('metadata_not_open', { name });
}
