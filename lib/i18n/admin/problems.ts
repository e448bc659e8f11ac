import { formatNumber } from './format';

type Facts = Readonly<Record<string, string | number>>;

/** A problem in a field, as found by a schema or a form of the administration. */
export type FoundProblem = {
  /**
   * The key as in the configuration file with its position, for example `redirect_uris[1]`. Empty for the whole form or
   * document.
   */
  readonly field: string;
  readonly code: string;
  readonly facts?: Facts;
  /** The setting inside the text of the field. */
  readonly within?: string;
};

type Words = string | ((facts: Facts) => string);
/** The sentence, and the standard that requires it. */
type Entry = Words | readonly [Words, standard: string];
type Table = Readonly<Record<string, Entry>>;

const name = 'Enter a name.';
const address = 'Enter an address that starts with https://.';
const plainName = 'Use letters, digits, dots, dashes and underscores. Start with a letter or digit.';
const ascii = 'Use visible ASCII characters without spaces.';
const claimName = 'Use a claim name such as email or https://shop.example/level.';
const scopeToken: Entry = ['Use visible ASCII characters without spaces, quotes or backslashes.', 'RFC 6749 §3.3'];
const level = 'Use a level from 1 to 4.';
const acrName = 'Use visible ASCII characters without spaces. The name can’t start with idp: or tenant:.';

const types: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  int: 'Enter a whole number.',
  number: 'Enter a number.',
  boolean: 'Use true or false.',
  array: 'Enter a list.',
};

const near = (facts: Facts) => (facts.near ? ` Did you mean “${facts.near}”?` : '');
const counted = (limit: number, one: string) => `${formatNumber(limit)} ${one}${limit === 1 ? '' : 's'}`;

/** The sentence for each rule, for any field. */
const byCode: Table = {
  // Rules of all schemas.
  invalid_type: ({ expected = '' }) => types[expected] ?? 'Enter a JSON object.',
  invalid_value: ({ values = '' }) => `Choose one of these: ${values}.`,
  invalid_union: 'Choose one of the options.',
  invalid_format: 'Check the format of this value.',
  invalid_key: 'This name can’t be used.',
  too_big: ({ limit, of }) => {
    if (of === 'string') return `Use at most ${counted(Number(limit), 'character')}.`;
    if (of === 'array') return `Use at most ${counted(Number(limit), 'item')}.`;
    if (of === 'bytes') return `Use at most ${formatNumber(Number(limit))} bytes.`;
    return `Enter ${formatNumber(Number(limit))} or less.`;
  },
  too_small: ({ limit, of }) => {
    if (of === 'string') return `Use at least ${counted(Number(limit), 'character')}.`;
    if (of === 'array') return `Choose at least ${limit === 1 ? 'one' : formatNumber(Number(limit))}.`;
    return `Enter ${formatNumber(Number(limit))} or more.`;
  },
  unrecognized_keys: (facts) => `“${facts.key}” isn’t a setting.${near(facts)}`,
  empty: 'Enter a value.',
  duplicate: 'This value is already in the list.',
  language_tag: 'Enter a language tag such as da or fr-CA.',
  hidden_character: 'Remove the invisible characters.',
  unknown_reference: (facts) => `No ${facts.noun} is called “${facts.name}”.${near(facts)}`,

  // Rules for typed values.
  unreadable_duration: 'Enter a duration such as 15 minutes or 1 h 30 min.',
  duration_without_unit: 'Choose a unit, or leave the number empty.',
  unreadable_number: 'Enter a whole number.',
  repeated_name: 'Enter each name once.',
  unreadable_mapping: 'Enter one value per line with a colon and its groups, such as 5f2c0d1e: finance, audit.',
  unreadable_levels: 'Enter one name per line with its level, such as urn:example:sca 2.',
  unreadable_json: 'This isn’t valid JSON.',
  json_repeated_name: 'A name appears twice in one object. Remove one of them.',
  json_too_large: 'This JSON is too large.',
  json_too_deep: 'This JSON has too many levels.',
  json_too_many_members: 'This JSON has too many members.',
  unreadable_text: ({ line }) => (line ? `Line ${line}: this isn’t valid JSON or YAML.` : 'Enter valid JSON or YAML.'),
  import_problem: ({ line, path, expected }) => `${line ? `Line ${line}: ` : ''}${path ? `${path}: ` : ''}${expected}.`,
  import_encoding: 'Save the file in UTF-8.',
  import_missing: 'Paste a configuration or choose a file.',
  import_too_long: 'This text is too long to paste. Choose a file instead.',
  import_too_large: 'Choose a file of up to 512 kB. Import larger files with “signet apply”.',
  too_many_entries: ({ limit }) => `Import at most ${formatNumber(Number(limit))} entries at once.`,
  import_users: 'Remove the “users” section. Users aren’t imported here.',
  certificate_unreadable: 'Choose a certificate in PEM of up to 64 kB.',
  certificate_without_name: 'The certificate has no name of this kind.',
  certificate_names: ({ names }) => `Enter one of these: ${names}.`,
  text_not_one: 'Enter the settings of one client.',
  client_id_fixed: ({ expected }) => `Keep “${expected}”. A client ID can’t be changed.`,
  text_secret: ({ key }) => `Remove “${key}”. Create secrets on the Credentials page.`,
  not_a_date: 'Enter a date in the next five years.',
  not_the_name: ({ expected }) => `Enter “${expected}” to confirm.`,
  already_exists: ({ noun, key }) => `The ${noun} “${key}” already exists.`,
  not_found: 'No client has this ID.',
  too_long: 'This is too long for this form. Create the client first, then add the others.',

  client_id_too_long: 'Use at most 100 characters.',
  custom_scheme:
    'Enter a scheme such as cursor: 2 to 31 lowercase letters, digits, + and -. Schemes that browsers or systems use aren’t allowed.',
  domain: 'Enter a host in lowercase, such as app.example or app.example:8443.',

  // Addresses.
  uri_scheme: address,
  uri_https: 'Use https.',
  uri_userinfo: 'Remove the username before the host.',
  uri_host: ({ host }) => (host ? `Write the host as ${host}.` : 'Enter a host name or an IP address after https://.'),
  uri_characters: 'Use URI characters only. Encode others as %XX.',
  uri_dot_segment: 'Remove . and .. from the path.',
  uri_fragment: 'Remove the # and what follows.',
  origin: ({ expected }) => `Enter only the origin: ${expected}`,
  redirect_uri_too_long: ({ limit }) => `Use at most ${counted(Number(limit), 'character')}.`,
  redirect_uri_fragment: ['Remove the # and what follows.', 'RFC 6749 §3.1.2'],
  redirect_uri_wildcard: ['Enter each URI in full. Wildcards aren’t supported.', 'RFC 9700 §4.1.3'],
  redirect_uri_scheme: ['Use https, or the scheme of an app, such as com.example.app:/callback.', 'RFC 8252 §7.1'],
  redirect_uri_http: [
    'Use https. Plain http only works for localhost, and in a private network for clients that you register.',
    'RFC 9700 §2.6',
  ],
  redirect_uri_reserved_parameter: [({ name }) => `Remove the parameter “${name}”.`, 'RFC 9700 §4.1'],

  // Clients.
  grant_type: ['Choose one of the grant types.', 'RFC 6749 §4.5'],
  api_scope_missing: 'Choose the scope of an API, or create one below. Without it, the machine can’t get a token.',
  grant_types_empty: 'Choose at least one grant type.',
  response_type: 'Choose one of the response types.',
  response_types_missing: 'Choose at least one response type.',
  response_type_without_grant: ({ type, grants }) => `“${type}” also needs the grant type ${grants}.`,
  response_type_unbound: ({ type }) =>
    `“${type}” returns access tokens that can’t be bound to a key. Remove it, or stop binding access tokens.`,
  redirect_uris_missing: 'Add at least one redirect URI.',
  security_profile: ({ requirement, profile }) => `${requirement} Required by ${profile}.`,
  security_profile_contradicted: ({ name, key, requirement }) => `Change ${key} of “${name}” first. ${requirement}`,
  public_client_secret: 'Delete the secrets first. A public client has none.',
  public_client_pkce: ['Public clients need PKCE. Choose Automatic or Required.', 'RFC 9700 §2.1.1'],
  public_client_credentials: ['Public clients can’t use client credentials.', 'RFC 6749 §4.4'],
  jwks_twice: ['Enter the public keys or their URL, not both.', 'RFC 7591 §2'],
  sector_ambiguous: 'The redirect URIs have several hosts. Enter a sector identifier URI.',
  sector_document: ({ reason }) => `The sector identifier URI can’t be used: ${reason}.`,
  client_id_like_subject: 'Enter another ID. This one could be a user’s identifier.',
  encryption_alg_missing: ({ setting }) => `This needs a value in ${setting}.`,
  encryption_key_missing: ({ alg }) => `None of the public keys can be used with ${alg}.`,
  encryption_unsigned: 'Choose a UserInfo signature first. Only signed responses are encrypted.',
  agent_blocked: 'Unblock the agent first.',
  tls_identity_count: ['Enter exactly one name of the certificate.', 'RFC 8705 §2.1.2'],
  distinguished_name: ['Enter a name such as CN=client,O=Example.', 'RFC 4514'],
  ip_address: 'Enter an IP address.',
  jwks_missing: 'Enter the public keys or their URL.',
  private_key: 'Remove the private parts. Enter public keys only.',
  secret_missing: 'Create a secret first. This client authentication needs one.',
  secret_form: 'Enter either the secret or its hash.',
  time_out_of_range: 'Enter a year from 1 to 9999.',
  client_id_is_sub: 'This is the ID of a user. Choose another one.',
  acr_unknown: ({ name }) => `The level “${name}” doesn’t exist.`,
  claim_value: 'Use text, numbers, true, false, lists or objects.',
  claim_reserved: 'This claim is reserved. Choose another name.',
  claims_too_long: 'Use at most 10,000 characters of claims.',

  // Scopes.
  scope_reserved: 'This name is reserved. Choose another one.',
  scope_built_in: 'This scope is built in and is always an identity scope.',
  identity_scope_secrets: 'Only API scopes have secrets.',
  identity_scope_resource: 'Only API scopes have a resource URI.',
  identity_scope_audience: 'Only API scopes have an audience.',
  identity_scope_open: 'Only API scopes can be open. Every client can request user information.',
  audience_without_resource: 'Enter a resource URI, or choose the name of the scope.',
  identity_scope_introspection: 'Only API scopes can check tokens.',
  identity_scope_typ: 'Only API scopes choose the access token type.',
  access_token_typ_ambiguous: ({ name }) =>
    `A client has the ID “${name}” too. Set the access token type of the scope “${name}” to at+jwt.`,

  claim_rounded: 'Put whole numbers beyond 9007199254740991 in quotes. They would be rounded.',

  // Identity providers.
  provider_scope: 'Separate the scopes with single spaces.',
  provider_issuer: 'Remove the ? or # and what follows.',
  provider_reserved: '“local” is reserved. Choose another name.',
  provider_secret_missing: 'Enter the client secret.',
  claim_mapping_verified: 'This claim can only come from email_verified of the provider.',
  issuer_missing: 'Enter the issuer.',
  issuer_shared:
    'Use the issuer of one tenant, https://login.microsoftonline.com/TENANT-ID/v2.0, or list the tenants whose users can sign in.',
  provider_private_key: 'Paste the whole .p8 file, with its first and its last line.',
  provider_key_incomplete: 'Enter the team ID, the key ID and the private key together.',
  provider_secret_twice: 'Use either a client secret or a private key.',
  provider_auth_method: 'Choose “None” only without a client secret.',
  group_mapping_type: 'Remove the groups. Only OpenID Connect providers have claims that lead to groups.',
  provider_oidc_only: 'Leave this setting empty. This type of provider doesn’t have it.',
  issuer_origin: 'Enter the address of the server without a path.',
  scope_openid: ['Add the scope openid.', 'OpenID Connect Core §3.1.2.1'],
  provider_domain: 'Enter a domain such as contoso.example.',
  domain_taken: ({ domain, provider }) => `${domain} belongs to the identity provider “${provider}”.`,
  sealed: 'This secret was sealed by another installation. Enter the secret itself.',

  // Tenants and settings.
  color: 'Enter a color such as #0a5, #00aa55 or oklch(0.6 0.15 155).',
  logo: 'Use an SVG, PNG, JPEG or WebP image of at most 100 kB without external parts.',
  too_many_names: 'Use at most 50 names.',
  acr_reserved: 'This is the name of a built-in level. Choose another one.',
  acr_in_use: ({ name, client }) => `The client “${client}” uses the level “${name}”.`,
  password_min_length: 'Fewer than 15 characters need a required second factor, here and in every tenant.',

  // Users.
  username: 'Use 1 to 100 visible characters without spaces at the ends.',
  address_of_owner: 'This address belongs to a user that only an owner can change.',
  username_address: 'An email address can only be the username of the user with that verified email.',
  taken: ({ name }) => `“${name}” is taken. Choose another username.`,
  email_unreadable: 'Enter an email address such as ada@shop.example.',
  invite_impossible: 'To send an invitation, enter an email address and set up email.',
  sub_changed: 'A user ID can’t be changed.',
  still_removed: 'What was deleted under this name is still being removed. Try again in a few minutes.',
  sub_taken: 'This user ID is taken.',
  sub_is_client_id: 'This is the ID of a client. Choose another one.',
  unknown_tenant: ({ name }) => `No tenant is called “${name}”.`,
  several_tenants: ({ name, ids }) => `Several tenants are called “${name}”. Enter the ID of one: ${ids}.`,
  group_name: 'Use 1 to 100 visible characters without spaces at the ends and without * : , " and \\.',
  group_unknown: ({ name }) => `No group is called “${name}”. Create it under Groups, or choose another one.`,
  api_scope_type: ({ name }) => `${name} isn’t a resource scope that an API can have.`,
  scope_in_api: ({ name, api }) => `Scope ${name} belongs to API ${api}. Change this setting at the API.`,
  api_name_taken:
    'This is the name of a scope or of Signet itself. List the scope in this API, or choose another name.',
  resource_taken: ({ uri, other }) => `${uri} already belongs to the ${other}.`,
  api_alg_profile: ({ requirement }) => `${requirement} The portal’s security profile requires it.`,
  role_unknown: ({ name }) => `There is no role “${name}”.`,
  role_name: 'Use 1 to 100 visible characters without spaces at the ends and without * , " and \\.',
  api_unknown: ({ name }) => `There is no API “${name}”.`,
  api_roles_without_grant: 'Only a client with the grant “client_credentials” has roles of its own in APIs.',
  group_pattern: 'Use the name of a group, or the beginning of names followed by *.',
  strip_prefix_mixed: ({ prefix }) => `To remove “${prefix}”, every entry must start with it and be longer.`,
  rule_claim: ({ name }) => `A rule can’t set the claim “${name}”.`,
  rule_source: ({ name }) =>
    name === '' ? 'Set either “from” or “value”.' : `“${name}” can’t be the source of this claim.`,
  rule_value: ({ name }) => `“${name}” can’t have this value.`,
  source_unknown: ({ name }) => `No source is called “${name}”.`,
  too_many: ({ limit }) => `Use at most ${formatNumber(Number(limit))}.`,
  user_unknown: 'No user has this username, ID, or email address.',
  client_or_api: 'Enter a client or an API.',
  role_required: 'Enter a role of the API.',
  client_unknown: 'No client has this ID.',
  user_ambiguous: 'Several users have this email address. Enter a username.',
  unreadable_day: 'Enter a day, such as 2027-01-31.',
  end_past: 'Choose today or a later day.',
  end_too_far: 'Choose a day at most 5 years ahead.',
  tenants_empty: 'Enter at least one tenant.',
  password_hash: 'This isn’t a supported password hash.',
  password_twice: 'Enter either a password or a password hash.',
  totp_secret: 'Enter the key of an authenticator app: 16 to 128 characters of Base32.',
  password_too_short: ({ limit }) => `Use at least ${counted(Number(limit), 'character')}.`,
  password_too_long: 'Use a shorter password.',
  password_contains_username: 'Use a password that isn’t just the username.',
  password_too_common: 'This password is easy to guess. Choose another one.',
  password_breached: 'This password is known from a data breach. Choose another one.',
};

/** Sentences for a rule at one field. */
const byField: Readonly<Record<string, Table>> = {
  client_name: { invalid_type: name, empty: name },
  display_name: { invalid_type: name, empty: name },
  client_id: { invalid_format: ascii, invalid_type: 'Enter a client ID.', empty: 'Enter a client ID.' },
  name: { invalid_format: plainName, invalid_type: name, empty: name },
  'scopes.name': { invalid_format: scopeToken },
  scope: { invalid_format: scopeToken },
  agent_scope: { invalid_format: scopeToken },
  agent_end_date: { invalid_format: 'Enter a date, such as 2027-01-31.' },
  tenant: { invalid_format: plainName },
  tenants: { invalid_format: plainName },
  identity_providers: { invalid_format: plainName, invalid_union: 'Choose all, or choose providers.' },
  token_exchange: { invalid_format: ascii },
  claims: { invalid_format: claimName, invalid_key: claimName },
  claim_mapping: { invalid_format: claimName, invalid_key: claimName, empty: 'Enter both names.' },
  acr_mapping: { invalid_key: 'Check this name.', invalid_union: level },
  acr_aliases: { invalid_format: acrName, invalid_key: acrName, invalid_union: level },
  minimum_acr: { invalid_format: acrName },
  default_acr_values: { invalid_format: acrName },
  refresh_token_grace_seconds: { invalid_union: 'Enter a duration, or choose Automatic.' },
  client_secret: { empty: 'Enter the client secret.', invalid_union: 'Enter the client secret.' },
  client_secrets: { invalid_format: 'Check this secret.' },
  secrets: { invalid_format: 'Check this secret.' },
  registration_token_hash: { invalid_format: 'This isn’t a supported hash.' },
  document_hash: { invalid_format: 'Enter the SHA-256 of a document in base64url.' },
  resource: { invalid_format: ['Enter an absolute URI without #.', 'RFC 8707 §2'] },
  texts: {
    invalid_format: 'Use a language tag such as de or pt-BR.',
    invalid_key: 'Use a language tag such as de or pt-BR.',
  },
  default_locale: { invalid_format: 'Use a language tag such as de or pt-BR.' },
  'links.support': { invalid_union: 'Enter an address that starts with https:// or mailto:.' },
  'theme.texts': {
    invalid_format: 'Use a language tag such as de or pt-BR.',
    invalid_key: 'Use a language tag such as de or pt-BR.',
  },
  'theme.radius': { invalid_format: 'Enter a length such as 8px or 0.5rem.' },
  sub: { invalid_format: [ascii, 'OpenID Connect Core §2'] },
  username: { empty: 'Enter a username.' },
};

/** The fields with one item on each line. */
const byLine: ReadonlySet<string> = new Set([
  'redirect_uris',
  'post_logout_redirect_uris',
  'allowed_cors_origins',
  'default_acr_values',
  'domains',
  'scopes.claims',
  'users.tenants',
  'agents.trusted_domains',
  'agents.denied_domains',
  'agents.custom_schemes',
]);

/** The fields that a form shows one by one although the file groups them. */
const grouped = /^(?:(?:theme|links|agents|group_mapping)\.\w+|texts\.[^.[]+\.\w+)/;

/** The input that a problem belongs to. */
export function inputOf(field: string): string {
  return grouped.exec(field)?.[0] ?? field.replace(/[[.].*/, '');
}

/** The description of a problem on a page. */
export type Sentence = {
  /** The position in the field: `Line 2`. Null for the whole field. */
  readonly place: string | null;
  readonly text: string;
  /** The standard that requires it, with its address. */
  readonly standard: { readonly name: string; readonly href: string } | null;
};

/**
 * Describes a problem in words, without a key or a path.
 * @param section the section of the configuration
 * @param typed the text of the field, in which empty lines also count
 */
export function sentenceOf(problem: FoundProblem, section: string | undefined, typed = ''): Sentence {
  const { code, facts = {}, within } = problem;
  const field = within ?? problem.field;
  const input = inputOf(field);
  const entry = find(byField[`${section}.${input}`], code) ?? find(byField[input], code) ?? find(byCode, code);
  const [words, standard] = typeof entry === 'string' || typeof entry === 'function' ? [entry] : (entry ?? []);
  const text = (typeof words === 'function' ? words(facts) : words) ?? 'Check this value.';
  const isLine = within === undefined && (byLine.has(input) || byLine.has(`${section}.${input}`));
  const place = placeIn(field.slice(input.length), isLine, typed);
  return { place, text, standard: standard ? standardOf(standard) : null };
}

/** The sentence after its position: `Line 2: use https.` */
export function inOneLine({ place, text }: Pick<Sentence, 'place' | 'text'>): string {
  if (place === null) return text;
  return `${place}: ${/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text}`;
}

/** Whether the table has its own words for a rule. */
export function isWorded(code: string): boolean {
  return find(byCode, code) !== undefined;
}

function find(table: Table | undefined, code: string): Entry | undefined {
  return table !== undefined && Object.hasOwn(table, code) ? table[code] : undefined;
}

/** @param rest the path after the name of the input */
function placeIn(rest: string, isLine: boolean, typed: string): string | null {
  const [, index, member] = /^(?:\[(\d+)\])?(?:\.?(.+))?$/.exec(rest) ?? [];
  if (index !== undefined && isLine) return `Line ${lineOf(Number(index), typed)}`;
  const item = /^(?:keys\[|\w+\[)(\d+)/.exec(member ?? '')?.[1] ?? index;
  if (item !== undefined) return `Item ${Number(item) + 1}`;
  return member === undefined ? null : `“${member.replace(/^"|"$/g, '')}”`;
}

/** The number of the line with an item, starting at 1. */
function lineOf(index: number, typed: string): number {
  const filled = typed.split('\n').flatMap((line, place) => (line.trim() === '' ? [] : [place + 1]));
  return filled[index] ?? index + 1;
}

function standardOf(name: string): NonNullable<Sentence['standard']> {
  const [, rfc, section] = /^RFC (\d+) §([\d.]+)$/.exec(name) ?? [];
  const href = rfc
    ? `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}`
    : 'https://openid.net/specs/openid-connect-core-1_0.html';
  return { name, href };
}
