import type { DeviceWishes } from '#lib/interactions/devices/entered-device';
import type { DeviceInteraction } from '#lib/interactions/devices/store';
import type { Context } from '#lib/protocol/context';
import { deviceGrantType } from '#lib/protocol/grants/device-grant-type';
import { brandOf, requestFrame } from '#lib/protocol/request-tenant';
import { stillAllowed } from '#lib/protocol/scope';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { plainFrame } from '#lib/theme/brand';
import { type DeviceRequest, findDeviceRequest, isDevicePending } from '#lib/tokens/devices/store';
import { formatUserCode, parseUserCode } from '#lib/tokens/devices/user-code';
import { parseAcrValues } from '#lib/vocabulary/acr-values';
import { clientFace } from './client-face';
import { consentPurpose } from './consent-purpose';
import { readSessions, sessionFor } from './current-session';
import { decideDevice } from './device/decide-device';
import { readWishes, toFields } from './device/device-wishes';
import { ownedCodes } from './device/owned-codes';
import type {
  DeviceConfirmPage,
  DeviceEntryPage,
  DeviceEntryProblem,
  DeviceFields,
  DeviceResultPage,
} from './device/page-models';
import { formBinding } from './form-binding';
import { frameOf, openProblem } from './frame-of';
import { findOwnInteraction, type OpenDevice, openInteraction, problemPage } from './load-interaction';
import type { FormBinding, ProblemPage, RedirectPage } from './page-models';
import type { PageInput } from './read-login-page';
import { scopeFace } from './scope-face';

export type DevicePageInput = PageInput & {
  /** Of verification_uri_complete (RFC 8628 §3.3.1). */
  readonly userCode: string | null;
  /** Of the page's address: the same three that the device authorization request takes. */
  readonly fields?: Partial<DeviceFields>;
};

export type DevicePage = DeviceEntryPage | DeviceConfirmPage | DeviceResultPage | RedirectPage | ProblemPage;

const entryProblems: readonly DeviceEntryProblem[] = ['missing_code', 'unknown_code'];

/** What /device shows: the field for the code, the confirmation, or how it ended. */
export async function readDevicePage(context: Context, input: DevicePageInput): Promise<DevicePage> {
  if (input.interaction === null) return prefilledEntry(input, context);
  const own = await findOwnInteraction(input.interaction, input.cookieHeader, context);
  if (own.page === 'problem') return own;
  const { interaction } = own;
  if (interaction.kind !== 'device') return problemPage(400, 'interaction_unknown', context);
  if (interaction.request === null) return refusedEntry(interaction, context);
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
  const wishes = readWishes((name) => fields[name]);
  const code = userCode === null ? null : parseUserCode(userCode);
  const shown = code === null ? '' : formatUserCode(code);
  const isNumeric = hasNumericCodes(context);
  return { ...entryBase(wishes, context), userCode: shown, isPrefilled: code !== null, problem: null, isNumeric };
}

function refusedEntry({ userCode, wishes, problem }: DeviceInteraction, context: Context): DeviceEntryPage {
  const known = entryProblems.find((candidate) => candidate === problem) ?? null;
  return {
    ...entryBase(wishes, context),
    userCode,
    isPrefilled: false,
    problem: known,
    isNumeric: hasNumericCodes(context),
  };
}

/** Before the code is known the tenant of the address gives the page its look; a client may belong to another. */
function entryBase(wishes: DeviceWishes, { snapshot }: Context) {
  const { tenant } = parseAcrValues(wishes.acrValues);
  const brand = tenant === null ? null : brandOf(snapshot.tenants.get(tenant) ?? null, snapshot);
  return { page: 'device', frame: { ...plainFrame, brand }, fields: toFields(wishes) } as const;
}

/** A keypad is right only where no code has letters. */
function hasNumericCodes({ snapshot }: Context): boolean {
  const clients = [...snapshot.clients.values()].filter(
    ({ enabled, grantTypes }) => enabled && grantTypes.has(deviceGrantType),
  );
  return clients.length > 0 && clients.every(({ userCode }) => userCode === 'numeric');
}

function resultPage(
  { problem, request }: DeviceInteraction,
  form: FormBinding,
  context: Context,
): DeviceResultPage | ProblemPage {
  const client = context.snapshot.clients.get(request?.clientId ?? '');
  const acrValues = request?.acrValues ?? null;
  const frame = client === undefined ? plainFrame : requestFrame({ client, acrValues }, context.snapshot);
  switch (problem) {
    case 'approved':
      return { page: 'device-done', frame };
    case 'denied':
    case 'cancelled':
    case 'reported':
      return { page: 'device-denied', frame, form, isReported: problem === 'reported' };
    default:
      return { ...problemPage(410, 'device_expired', context), frame };
  }
}

async function readConfirmPage(
  open: OpenDevice,
  cookieHeader: string | undefined,
  context: Context,
): Promise<DeviceConfirmPage | RedirectPage | ProblemPage> {
  const session = sessionFor(open, await readSessions(cookieHeader, context));
  if (session === null || decideDevice(open, session, context).step === 'login') {
    return { page: 'redirect', location: `/login?interaction=${open.handle}` };
  }
  const { deviceHash } = open.request;
  const codes = ownedCodes(open.interaction.userCode, session.sub);
  const isPending = await isDevicePending(context.db, deviceHash, codes, context.now);
  const device = isPending ? await findDeviceRequest(context.db, deviceHash) : null;
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
  const { handle, interaction, request, client } = open;
  const purpose = consentPurpose(handle, session.sub);
  const { name } = session.user.claims;
  return {
    page: 'device-confirm',
    frame: frameOf(open, context),
    form: formBinding({ handle, cookieHeader, purpose }, context),
    client: clientFace(client),
    user: { username: session.user.username, name: typeof name === 'string' ? name : null },
    scopes: stillAllowed(snapshot, client, request.scope).map((scope) => scopeFace(scope, session.user, snapshot)),
    userCode: request.isPrefilled ? formatUserCode(interaction.userCode) : null,
    requestedFrom: device.clientAddress,
    requestedAt: device.createdAt,
    ageSeconds: Math.max(0, Math.floor((now.getTime() - device.createdAt.getTime()) / 1000)),
  };
}
