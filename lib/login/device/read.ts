import { deviceGrantType } from '#lib/clients/flows';
import type { Context } from '#lib/context';
import type { DeviceHints, DeviceInteraction, RefusedCode } from '#lib/interactions/interaction';
import { brandOfTenant, requestFrame } from '#lib/protocol/request-tenant';
import { stillAllowed } from '#lib/protocol/scope';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { readZoneCookie } from '#lib/sessions/time-zone-cookie';
import { type PageFrame, wholeFrame } from '#lib/theme/brand';
import { type DeviceRequest, findDeviceRequest, isDevicePending } from '#lib/tokens/devices/device-store';
import { formatUserCode, parseUserCode } from '#lib/tokens/devices/user-code';
import { parseAcrValues } from '#lib/vocabulary/acr-values';
import { type ScopeView, scopeView } from '../consent/read';
import { decideNext } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { consentPurpose, type FormBinding, formBinding } from '../form-binding';
import { findOwnInteraction, type OpenDevice, openInteraction } from '../load-interaction';
import { openProblem, type ProblemPage, problemPage } from '../problem-page';
import { type ClientView, clientView, type PageInput, type RedirectPage, redirectTo } from '../sign-in-page';
import { ownedCodes } from './claim';

export type DeviceEntryProblem = 'missing_code' | 'unknown_code';

/** The page where a person enters the code that a device shows. */
export type DeviceEntryPage = {
  readonly page: 'device';
  readonly frame: PageFrame;
  readonly fields: DeviceFields;
  /** The code that was typed or came in the link. Otherwise empty. */
  readonly userCode: string;
  /** Whether the code came with the link, and must be compared with the device's. */
  readonly isPrefilled: boolean;
  readonly problem: DeviceEntryProblem | null;
  /** Whether the codes of this installation are digits. */
  readonly isNumeric: boolean;
};

/** The facts that a person needs before a device is connected (RFC 8628 §5.4). */
export type DeviceConfirmPage = {
  readonly page: 'device-confirm';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  readonly client: ClientView;
  readonly user: { readonly username: string; readonly name: string | null };
  readonly scopes: readonly ScopeView[];
  /** The code to compare, if it came with the link. Null if the person typed it. */
  readonly userCode: string | null;
  /** Where the device sent its request from, and when. */
  readonly requestedFrom: string;
  readonly requestedAt: Date;
  /** The time zone of this browser, for that time. */
  readonly timeZone: string;
  readonly ageSeconds: number;
};

/** The end of the person's part. The device finds out by itself. */
export type DeviceResultPage = DeviceDonePage | DeviceDeniedPage;

type DeviceDonePage = { readonly page: 'device-done'; readonly frame: PageFrame };

export type DeviceDeniedPage = {
  readonly page: 'device-denied';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  /** Whether the person has reported the request. */
  readonly isReported: boolean;
};

type DevicePageInput = PageInput & {
  /** From verification_uri_complete (RFC 8628 §3.3.1). */
  readonly userCode: string | null;
  /** From the page's address: the same three that the device authorization request accepts. */
  readonly fields?: Partial<DeviceFields>;
};

export type DevicePage = DeviceEntryPage | DeviceConfirmPage | DeviceResultPage | RedirectPage | ProblemPage;

const entryProblems: readonly DeviceEntryProblem[] = ['missing_code', 'unknown_code'];

/** The page /device: the field for the code, the confirmation, or the result. */
export async function readDevicePage(context: Context, input: DevicePageInput): Promise<DevicePage> {
  if (input.interaction === null) return prefilledEntry(input, context);
  const own = await findOwnInteraction(input.interaction, input.cookieHeader, context);
  if (own.page === 'problem') return own;
  const { interaction } = own;
  if (interaction.kind === 'refused_code') return refusedEntry(interaction, context);
  if (interaction.kind !== 'device') return problemPage(400, 'interaction_unknown', context);
  if (interaction.completedAt !== null) {
    const form = formBinding({ handle: own.handle, cookieHeader: input.cookieHeader }, context);
    return resultPage(interaction, form, context);
  }
  const open = openInteraction(own, context);
  if (open.page === 'problem') return open;
  if (open.kind !== 'device') return problemPage(400, 'interaction_unknown', context);
  return readConfirmPage(open, input.cookieHeader, context);
}

function prefilledEntry({ userCode, fields = {} }: DevicePageInput, context: Context): DeviceEntryPage {
  const hints = readHints((name) => fields[name]);
  const code = userCode === null ? null : parseUserCode(userCode);
  const shown = code === null ? '' : formatUserCode(code);
  const isNumeric = hasNumericCodes(context);
  return { ...entryBase(hints, context), userCode: shown, isPrefilled: code !== null, problem: null, isNumeric };
}

function refusedEntry({ userCode, problem, ...hints }: RefusedCode, context: Context): DeviceEntryPage {
  const known = entryProblems.find((candidate) => candidate === problem) ?? null;
  return {
    ...entryBase(hints, context),
    userCode,
    isPrefilled: false,
    problem: known,
    isNumeric: hasNumericCodes(context),
  };
}

/** Before the code is known, the tenant in the address gives the look. The client may belong to another one. */
function entryBase(hints: DeviceHints, { snapshot }: Context) {
  const { tenant } = parseAcrValues(hints.acrValues);
  const brand = brandOfTenant(snapshot.tenants.get(tenant ?? '') ?? null, snapshot);
  return { page: 'device', frame: wholeFrame(brand), fields: toFields(hints) } as const;
}

/** A numeric keypad is only right if no code has letters. */
function hasNumericCodes({ snapshot }: Context): boolean {
  const clients = [...snapshot.clients.values()].filter(
    ({ enabled, grantTypes }) => enabled && grantTypes.has(deviceGrantType),
  );
  return clients.length > 0 && clients.every(({ userCode }) => userCode === 'numeric');
}

function resultPage(
  { outcome, device }: DeviceInteraction,
  form: FormBinding,
  context: Context,
): DeviceResultPage | ProblemPage {
  const { clientId, acrValues } = device;
  const { snapshot } = context;
  const client = snapshot.clients.get(clientId);
  const frame = client === undefined ? wholeFrame(snapshot.brand) : requestFrame({ client, acrValues }, snapshot);
  switch (outcome) {
    case 'approved':
      return { page: 'device-done', frame };
    case 'denied':
    case 'cancelled':
    case 'reported':
      return { page: 'device-denied', frame, form, isReported: outcome === 'reported' };
    case null:
      return { ...problemPage(410, 'device_expired', context), frame };
    default:
      return outcome satisfies never;
  }
}

async function readConfirmPage(
  open: OpenDevice,
  cookieHeader: string | undefined,
  context: Context,
): Promise<DeviceConfirmPage | RedirectPage | ProblemPage> {
  const session = sessionFor(open, await readSessions(cookieHeader, context), context);
  const next = await decideNext(open, session, context);
  if (session === null || next.step !== 'complete') {
    return redirectTo(next.step === 'access' ? 'login/access' : 'login', open);
  }
  const { deviceHash, userCode } = open.interaction.device;
  const codes = ownedCodes(userCode, session.sub);
  const isPending = await isDevicePending(context.db, deviceHash, codes, context.now);
  const device = isPending ? await findDeviceRequest(context.db, deviceHash, context.now) : null;
  if (device === null) return openProblem(open, [410, 'device_expired'], context);
  return confirmPage({ open, session, device, cookieHeader }, context);
}

type Confirmation = {
  readonly open: OpenDevice;
  readonly session: SessionWithUser;
  readonly device: DeviceRequest;
  readonly cookieHeader: string | undefined;
};

function confirmPage({ open, session, device, cookieHeader }: Confirmation, context: Context): DeviceConfirmPage {
  const { snapshot, now } = context;
  const { handle, interaction, client, frame } = open;
  const { scope, isPrefilled, userCode } = interaction.device;
  const purpose = consentPurpose(handle, session.sub);
  const { name } = session.user.claims;
  return {
    page: 'device-confirm',
    frame,
    form: formBinding({ handle, cookieHeader, purpose }, context),
    client: clientView(client, context.snapshot),
    user: { username: session.user.username, name: typeof name === 'string' ? name : null },
    scopes: stillAllowed(snapshot, client, scope).map((one) => scopeView(one, session.user, { client, snapshot, now })),
    userCode: isPrefilled ? formatUserCode(userCode) : null,
    requestedFrom: device.clientAddress,
    requestedAt: device.createdAt,
    timeZone: readZoneCookie(cookieHeader, context.settings) ?? 'UTC',
    ageSeconds: Math.max(0, Math.floor((now.getTime() - device.createdAt.getTime()) / 1000)),
  };
}

/** The parameters of the page's address. Hidden inputs with these names keep them until the code is known. */
type DeviceFields = {
  readonly login_hint: string | null;
  readonly ui_locales: string | null;
  readonly acr_values: string | null;
};

/** The parameters of /device and its form, with their maximum lengths in characters (semantics §2.10). */
const lengths = { login_hint: 100, ui_locales: 100, acr_values: 300 } as const satisfies Record<
  keyof DeviceFields,
  number
>;

/**
 * The preferences in the address or form of the device page: person, language and tenant. Values that are too long
 * count as absent, because a link must not prevent anybody from connecting a device.
 */
export function readHints(get: (name: keyof DeviceFields) => string | null | undefined): DeviceHints {
  const read = (name: keyof DeviceFields) => {
    const value = get(name) ?? null;
    return value === null || value === '' || value.length > lengths[name] ? null : value;
  };
  return { loginHint: read('login_hint'), uiLocales: read('ui_locales'), acrValues: read('acr_values') };
}

/** The same as hidden inputs, so that the form sends them with the code. */
function toFields({ loginHint, uiLocales, acrValues }: DeviceHints): DeviceFields {
  return { login_hint: loginHint, ui_locales: uiLocales, acr_values: acrValues };
}

/** The device's own preferences take precedence over those of a link to the page. */
export function mergeHints(device: DeviceHints, page: DeviceHints): DeviceHints {
  return {
    loginHint: device.loginHint ?? page.loginHint,
    uiLocales: device.uiLocales ?? page.uiLocales,
    acrValues: device.acrValues ?? page.acrValues,
  };
}
