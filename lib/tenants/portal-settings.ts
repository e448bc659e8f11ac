import { z } from 'zod';
import { languages } from '#lib/i18n/locales';
import { acrAliases } from '#lib/vocabulary/acr-names';
import { asciiDomain } from '#lib/vocabulary/domain';
import { entry, group, uniqueList } from '#lib/vocabulary/entry';
import { securityProfiles } from '#lib/vocabulary/security-profile';
import { schemasOf, setting, withGroups } from '#lib/vocabulary/setting';
import { boundedText, language, line, seconds } from '#lib/vocabulary/text';
import { isCustomScheme } from '#lib/vocabulary/uri';
import { identifiers, onOrOff, secondFactor } from './account-keys';
import { linksSettings, themeSettings } from './look-settings';

/** The values of which documents are fetched. */
const documentModes = ['off', 'trusted', 'approval', 'open'] as const;

const maximumHost = 260;

/** A host in the form of browsers, with or without a port. It may be written in Unicode; the output is in ASCII. */
const domain = boundedText(
  maximumHost,
  z.refine((text) => readHost(text) !== null, {
    error: 'expected a host in lower case such as app.example or app.example:8443',
    params: { code: 'domain' },
  }),
).transform((text) => readHost(text) ?? text);

function readHost(text: string): string | null {
  const [name = '', port] = text.normalize('NFKC').split(':', 2);
  const ascii = /^[\x21-\x7e]*$/.test(text) ? name : asciiDomain(name);
  const host = port === undefined ? ascii : `${ascii}:${port}`;
  return URL.canParse(`https://${host}/`) && new URL(`https://${host}/`).host === host ? host : null;
}

const scheme = boundedText(
  31,
  z.refine(isCustomScheme, {
    error: 'expected a scheme of 2 to 31 letters, digits, + and - that no browser or system uses itself',
    params: { code: 'custom_scheme' },
  }),
);

const domains = uniqueList(domain, 500).default([]);

/**
 * The group `agents` of the portal, with its keys in the file's order. Agents are programs that no operator registered.
 */
export const agentSettings = {
  /**
   * Documents of these domains may name redirect URIs of other hosts. If documents are `trusted`, only those of these
   * domains are used.
   */
  trusted_domains: setting(domains, {
    field: { group: 'agents', input: 'lines' },
    text: [
      'Trusted domains',
      'One host per line. Their documents can name redirect URIs of other hosts, and need no approval.',
    ],
    meaning:
      'hosts whose documents are used with `client_id_metadata_documents: trusted`, and whose documents can name redirect URIs of other hosts. Subdomains are not included. Without a port, every port of the host counts',
  }),
  /** Including their subdomains. */
  denied_domains: setting(domains, {
    field: { group: 'agents', input: 'lines' },
    text: [
      'Denied domains',
      'One host per line. Documents there and on their subdomains are refused, and their agents are disabled.',
    ],
    meaning: 'hosts whose documents are never used, including their subdomains. Their clients are disabled',
  }),
  /** An agent that was not used for this many days is deleted. If null, none is. */
  unused_days: setting(z.int().min(1).max(3650).nullable().default(90), {
    field: { group: 'agents', input: 'number' },
    text: ['Delete unused agents', 'After this many days without use. Leave empty to keep them.'],
    meaning:
      'an agent is deleted after this many days without use (1 to 3650, or null: never), unless it is blocked or still has access',
  }),
  /** How long an agent may act for a person after a single consent. A limit for its refresh tokens, in days. */
  grant_days: setting(z.int().min(1).max(3650).default(30), {
    field: { group: 'agents', input: 'number' },
    text: ['Access without asking again', 'In days. After that, users must allow the agent again.'],
    meaning:
      'how long an agent can act for a user after one consent: the maximum lifetime of its refresh tokens in days, whatever its own settings say (1 to 3650). Remembered consent also ends after this time. A lower value also applies to existing refresh tokens',
  }),
  /** A limit for its access tokens. */
  access_token_seconds: setting(seconds(1).default(3600), {
    field: { group: 'agents', input: 'duration' },
    text: ['Maximum access token lifetime', 'Access tokens for agents never last longer than this.'],
    meaning: 'the maximum lifetime of access tokens for agents, in seconds',
  }),
  /** The schemes that self-registered programs may use in redirect URIs, in addition to reverse domain names. */
  custom_schemes: setting(uniqueList(scheme, 50).default(['cursor']), {
    field: { group: 'agents', input: 'lines' },
    text: [
      'Custom redirect schemes',
      'One per line, such as cursor. Self-registered apps can use redirect URIs with these schemes.',
    ],
    meaning:
      'schemes without a dot that self-registered clients can use in redirect URIs, such as `cursor://anysphere.cursor-mcp/oauth/callback`. Schemes that browsers or systems use themselves are refused. Any program on a device can claim such a scheme, so PKCE is always required',
  }),
};

/** One record for each key of the section `portal`, in the order of the file. */
export const portalSettings = {
  /** The name of the service for people. If null, that of the product. */
  display_name: setting(line(200).nullable().default(null), {
    field: { group: 'name', input: 'line' },
    text: ['Name', 'Shown on pages, in emails, in authenticator apps and with passkeys.'],
    type: 'text',
    meaning:
      'the name of this service on pages, in emails, in authenticator apps and with passkeys; null: Signet. Pages of a tenant show the tenant’s name',
  }),
  theme: setting(group(schemasOf(themeSettings)).prefault({}), {
    type: 'group',
    preset: '`{}`',
    meaning: 'the [branding](#branding) of pages and emails. Tenants inherit what they leave out',
  }),
  links: setting(entry(schemasOf(linksSettings)).prefault({}), {
    type: 'group',
    preset: '`{}`',
    meaning:
      'the links at the bottom of every page: `support` (address or `mailto:`), `privacy`, `terms` (addresses). Tenants inherit what they leave out',
  }),
  session_idle_seconds: setting(seconds(1).default(36_000), {
    field: { group: 'sessions', input: 'duration' },
    text: ['Idle timeout', 'Ends a session after this long without activity.'],
    meaning: 'ends a session after this long without activity',
  }),
  session_absolute_seconds: setting(seconds(1).default(86_400), {
    field: { group: 'sessions', input: 'duration' },
    text: ['Maximum session length', 'Users then sign in again, even if active.'],
    meaning:
      'ends a session this long after sign-in, even if it is active. A lower value also applies to existing sessions. Access tokens that were already issued work until they expire',
  }),
  remember_seconds: setting(seconds(1).default(2_592_000), {
    field: { group: 'sessions', input: 'duration' },
    text: ['Remembered session length', 'When users choose “Keep me signed in on this device”.'],
    meaning: 'replaces both limits if the user chose to stay signed in. A lower value applies as above',
  }),
  /** The language of pages where neither the person, the request, the browser nor a tenant says otherwise. */
  default_locale: setting(language.nullable().default(null), {
    field: { group: 'name', input: 'choice' },
    text: ['Language', 'Used when none of the browser’s languages is available and the tenant sets none.'],
    options: { '': 'None', ...languages },
    type: 'language tag',
    meaning:
      'the [language](languages.md) of pages if neither the user, the request, the browser nor a tenant sets one; null: English',
  }),
  login: setting(z.enum(['password', 'identifier']).default('password'), {
    field: { group: 'sign_in', input: 'choice' },
    text: ['Sign-in page', 'Tenants can override this.'],
    options: { password: 'Username and password on one page', identifier: 'Username first' },
    meaning: 'asks for username and password together, or for the username first',
  }),
  registration: setting(onOrOff.default('off'), {
    field: { group: 'accounts', input: 'switch' },
    text: ['Self-registration', 'Tenants can override this.'],
    meaning:
      'whether users can create accounts when they sign in to an app, and with `prompt=create`. Tenants can override it',
  }),
  /** The kinds of identifiers that people may type. */
  identifiers: setting(identifiers.default(['username', 'email']), {
    field: { group: 'sign_in', input: 'many' },
    text: ['Sign-in identifiers', 'An email works if exactly one user has verified it. Tenants can override this.'],
    options: { username: 'Username', email: 'Verified email' },
    type: 'list of `username`, `email`',
    preset: '`[username, email]`',
    meaning:
      'what users can type to sign in: the username, or an email address that exactly one enabled account has verified. Tenants can override it',
  }),
  /** off: never required. optional: required if the person has one. required: people without one add it first. */
  second_factor: setting(secondFactor.default('optional'), {
    field: { group: 'sign_in', input: 'choice' },
    text: ['Second factor', 'Tenants can override this.'],
    options: { off: 'Off', optional: 'Optional', required: 'Required' },
    meaning:
      '`off`: never asks for a second factor. `optional`: asks users whose two-step verification is on. `required`: users without one must add one to continue. Tenants can override it',
  }),
  /** How long a device that the person trusts replaces the second factor. 0 means never. */
  trusted_device_days: setting(z.int().min(0).max(365).default(30), {
    field: { group: 'sign_in', input: 'number' },
    text: ['Trusted devices', 'How many days a trusted device doesn’t ask for a second factor. 0 turns this off.'],
    type: 'whole number (0 to 365)',
    meaning:
      'how many days a trusted device does not ask for the second factor; 0: devices cannot be trusted. A lower value also applies to devices that are already trusted',
  }),
  passkeys: setting(onOrOff.default('on'), {
    field: { group: 'sign_in', input: 'switch' },
    text: ['Passkeys', 'Users can sign in with a passkey instead of a password.'],
    meaning:
      'whether users can sign in with passkeys. Always off if the host of the issuer is an IP address (not a valid RP ID)',
  }),
  /** Whether an emailed code is a first factor. */
  email_code: setting(onOrOff.default('off'), {
    field: { group: 'sign_in', input: 'switch' },
    text: [
      'Email code sign-in',
      'A code sent to a verified email instead of a password. Requires SMTP. Tenants can override this.',
    ],
    meaning: 'on: users can sign in with an emailed code instead of a password. Tenants can override it. Needs SMTP',
  }),
  /** Whether an emailed code is a second factor. */
  email_second_factor: setting(onOrOff.default('off'), {
    field: { group: 'sign_in', input: 'switch' },
    text: ['Email code as second factor', 'Weaker than an authenticator app or a passkey. Requires SMTP.'],
    meaning: 'on: an emailed code works as a second factor. Needs SMTP',
  }),
  recovery: setting(z.enum(['email', 'off']).default('email'), {
    field: { group: 'accounts', input: 'choice' },
    text: ['Password reset', 'Sends a link to a verified email. Requires SMTP.'],
    options: { email: 'Email link', off: 'Off' },
    meaning:
      '`email`: users who forgot their password get a link by email. `off`: they ask an administrator. Needs SMTP',
  }),
  account_deletion: setting(onOrOff.default('off'), {
    field: { group: 'accounts', input: 'switch' },
    text: ['Account deletion', 'Lets users delete their own accounts. Ends their sessions and app access.'],
    meaning: 'whether users can delete their own accounts',
  }),
  acr_aliases: setting(acrAliases.default({}), {
    field: { group: 'sign_in', input: 'levels', after: 'admin_second_factor' },
    text: [
      'Level aliases',
      'One per line with its level from 1 to 4, for example urn:example:sca 2. Clients send them in acr_values.',
    ],
    type: '`acr` name: level',
    meaning: 'other names for the [levels](#levels), at most 50: `{ "urn:example:sca": 2 }`',
  }),
  /** required: level 2 in the administration. */
  admin_second_factor: setting(z.enum(['optional', 'required']).default('optional'), {
    field: { group: 'sign_in', input: 'choice' },
    text: ['Second factor for administrators', 'Applies to the admin area and to user tokens of the admin API.'],
    options: { optional: 'Same as for users', required: 'Required' },
    meaning: '`required`: every administrator needs level 2, in the administration and its API',
  }),
  /** In code points. With fewer than 15, a second factor is required everywhere (NIST SP 800-63B-4 §3.1.1.2). */
  password_min_length: setting(z.int().min(8).max(64).default(15), {
    field: { group: 'accounts', input: 'number', after: 'registration' },
    text: [
      'Minimum password length',
      '8 to 64 characters. Below 15, this server and all tenants must require a second factor.',
    ],
    type: 'whole number (8 to 64)',
    meaning:
      'in characters (code points). Fewer than 15 need `second_factor: required` here and in every tenant (NIST SP 800-63B-4 §3.1.1.2)',
  }),
  /** The minimum for every client. */
  security_profile: setting(z.enum(securityProfiles).default('none'), {
    field: { group: 'service', input: 'choice' },
    text: [
      'Profile of all clients',
      'Every client has to meet at least this security standard. First change the clients that conflict with it.',
    ],
    options: {
      none: 'Set per client',
      fapi2: 'FAPI 2.0',
      fapi2_message_signing: 'FAPI 2.0 Message Signing',
    },
    meaning:
      'the minimum [security profile](security-profiles.md#for-the-whole-portal) of every client. Refused while a client conflicts with it',
  }),
  dynamic_registration: setting(z.enum(['off', 'token', 'open']).default('off'), {
    field: { group: 'agents', input: 'choice' },
    text: ['Dynamic client registration', 'Open lets anyone who can reach this server register a client (RFC 7591).'],
    options: { off: 'Off', token: 'With an initial access token', open: 'Open' },
    meaning:
      'who can [register](protocol.md#registration) clients (RFC 7591). `off`: nobody. `token`: programs with an initial access token. `open`: anyone',
  }),
  /**
   * Whether a client_id may be the address of a document that describes the client. trusted: only in trusted domains.
   * approval: any, but an agent must be approved before it is used.
   */
  client_id_metadata_documents: setting(z.enum(documentModes).default('off'), {
    field: { group: 'agents', input: 'choice' },
    text: [
      'Client ID metadata documents',
      'Apps can use the address of a document that describes them as their client ID.',
    ],
    options: {
      off: 'Off',
      trusted: 'Trusted domains',
      approval: 'All, once an administrator approves the agent',
      open: 'All domains that aren’t denied',
    },
    meaning:
      'whether a `client_id` can be the address of a document that describes the client ([agents](agents.md#metadata-documents)). `off`: no. `trusted`: only in `agents.trusted_domains`. `open`: every domain that is not denied. `approval`: the same, but you first [approve](agents.md#approval) each client that has not been reviewed, including those that registered themselves',
  }),
  agents: setting(group(schemasOf(agentSettings)).prefault({}), {
    type: 'group',
    preset: '`{}`',
    meaning: 'programs that register themselves or have a metadata document, see [below](#agents)',
  }),
  /** Whether implicit, hybrid and the password grant exist. */
  legacy_flows: setting(onOrOff.default('on'), {
    field: { group: 'service', input: 'switch' },
    text: ['Implicit, hybrid and password flows', 'When off, no client can use them.'],
    meaning:
      'off: no client can use the implicit, hybrid or password flow, whatever its settings say. `plan` lists the clients that used them in the last 90 days',
  }),
  /** Events of the audit log are removed after this many days. If null, they are kept permanently. */
  audit_retention_days: setting(z.int().min(1).max(36_500).nullable().default(400), {
    field: { group: 'service', input: 'number' },
    text: ['Audit log retention', 'In days. Older events are deleted. Leave empty to keep them forever.'],
    options: { '': 'Forever' },
    type: 'whole number, null',
    meaning:
      'events of the audit log are deleted after this many days; null: never. Run `npm run signet -- audit export` to keep them longer',
  }),
};

/** The settings as forms name them. */
export const flatPortalSettings = withGroups(portalSettings, {
  theme: themeSettings,
  links: linksSettings,
  agents: agentSettings,
});
