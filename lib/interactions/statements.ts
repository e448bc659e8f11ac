import { flag, integerOrNull, text, textOrNull, time, timeOrNull } from '#lib/db/read-column';
import { type DriverRow, defineStatement, defineWrite, type WriteStatement } from '#lib/db/statement';
import { readProofs } from '#lib/factors/proof';
import { readRequestedClaims } from '#lib/vocabulary/requested-claims';
import type { AuthorizationRequest, ResponseMode } from './authorization-request';
import type { DeviceOutcome, EnteredDevice, Interaction, Waiting } from './interaction';

/** The writes of an interaction with its waiting request. */
function insertion(table: string, columns: readonly string[]): readonly WriteStatement[] {
  const names = ['hash', ...columns];
  return [
    defineWrite(`INSERT INTO "Interaction" ("hash", "browserHash", "problem", "startedAt", "expiresAt")
      VALUES (@hash, @browserHash, @problem, @startedAt, @expiresAt) ON CONFLICT DO NOTHING`),
    defineWrite(`INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})
      VALUES (${names.map((name) => `@${name}`).join(', ')}) ON CONFLICT DO NOTHING`),
  ];
}

const request = [
  'clientId',
  'responseType',
  'responseMode',
  'redirectUri',
  'scope',
  'resources',
  'prompt',
  'state',
  'nonce',
];
const proof = ['codeChallenge', 'codeChallengeMethod', 'dpopJkt', 'wasPushed', 'pushedHash', 'wasSigned', 'triedBy'];
const hints = ['loginHint', 'uiLocales', 'acrValues'];
const rest = ['maxAge', 'display', 'hintSub', 'claims'];
const code = insertion('EnteredCode', ['userCode', 'isPrefilled', 'deviceHash', 'clientId', 'scope', ...hints]);

export const insertions: Readonly<Record<Waiting['kind'], readonly WriteStatement[]>> = {
  authorize: insertion('AuthorizationRequest', [...request, ...proof, ...hints, ...rest]),
  device: code,
  refused_code: code,
  document: insertion('DocumentRequest', ['query']),
  portal: insertion('PortalSignIn', ['area', 'again', 'changesFactors', 'typed']),
};

const progress = ['hash', 'browserHash', 'username', 'typedName', 'typedEmail', 'chosenSid', 'problem', 'isChoosing'];
const proved = ['provedSub', 'proofs', 'remember', 'wrongCodes', 'startedAt', 'expiresAt', 'completedAt', 'answer'];

/**
 * An interaction with its waiting request. No row if the request was deleted with its client. The columns are named,
 * because PostgreSQL refuses a prepared statement whose result an update of another process makes wider.
 */
export const findByHash = defineStatement(
  `SELECT ${[...progress, ...proved].map((name) => `i."${name}"`).join(', ')}, a."responseType", a."responseMode", a."redirectUri", a."resources", a."prompt", a."state", a."nonce", a."codeChallenge",
    a."codeChallengeMethod", a."dpopJkt", a."maxAge", a."display", a."hintSub", a."claims", a."wasPushed", a."pushedHash", a."wasSigned",
    a."triedBy", c."userCode",
    c."isPrefilled", c."deviceHash", c."outcome", p."area", p."again",
    p."changesFactors", p."typed", d."query",
    COALESCE(a."clientId", c."clientId") AS "clientId", COALESCE(a."scope", c."scope") AS "scope",
    COALESCE(a."loginHint", c."loginHint") AS "loginHint", COALESCE(a."uiLocales", c."uiLocales") AS "uiLocales",
    COALESCE(a."acrValues", c."acrValues") AS "acrValues"
  FROM "Interaction" i
  LEFT JOIN "AuthorizationRequest" a ON a."hash" = i."hash"
  LEFT JOIN "EnteredCode" c ON c."hash" = i."hash"
  LEFT JOIN "PortalSignIn" p ON p."hash" = i."hash"
  LEFT JOIN "DocumentRequest" d ON d."hash" = i."hash"
  LEFT JOIN "Client" k ON k."clientId" = COALESCE(a."clientId", c."clientId")
  WHERE i."hash" = @hash AND k."removedAt" IS NULL
    AND (a."hash" IS NOT NULL OR c."hash" IS NOT NULL OR p."hash" IS NOT NULL OR d."hash" IS NOT NULL)`,
  readInteraction,
);

function readInteraction(row: DriverRow): Interaction {
  const progress = {
    hash: text(row, 'hash'),
    browserHash: text(row, 'browserHash'),
    username: textOrNull(row, 'username'),
    typedName: textOrNull(row, 'typedName'),
    typedEmail: textOrNull(row, 'typedEmail'),
    chosenSid: textOrNull(row, 'chosenSid'),
    problem: textOrNull(row, 'problem'),
    isChoosing: flag(row, 'isChoosing'),
    provedSub: textOrNull(row, 'provedSub'),
    proofs: readProofs(text(row, 'proofs')),
    remember: flag(row, 'remember'),
    wrongCodes: integerOrNull(row, 'wrongCodes') ?? 0,
    startedAt: time(row, 'startedAt'),
    expiresAt: time(row, 'expiresAt'),
    completedAt: timeOrNull(row, 'completedAt'),
    answer: textOrNull(row, 'answer'),
  };
  if (textOrNull(row, 'area') !== null) {
    const asked = { again: flag(row, 'again'), changesFactors: flag(row, 'changesFactors') };
    return { ...progress, kind: 'portal', area: text(row, 'area'), ...asked, typed: textOrNull(row, 'typed') };
  }
  const query = textOrNull(row, 'query');
  if (query !== null) return { ...progress, kind: 'document', query };
  if (textOrNull(row, 'redirectUri') !== null) {
    const pushedHash = textOrNull(row, 'pushedHash');
    const form = { wasPushed: flag(row, 'wasPushed'), pushedHash, wasSigned: flag(row, 'wasSigned') };
    const origin = { ...form, triedBy: textOrNull(row, 'triedBy') };
    return { ...progress, kind: 'authorize', request: readRequest(row), ...origin };
  }
  if (textOrNull(row, 'deviceHash') === null) {
    return { ...progress, kind: 'refused_code', userCode: text(row, 'userCode'), ...readHints(row) };
  }
  return { ...progress, kind: 'device', device: readDevice(row), outcome: toOutcome(textOrNull(row, 'outcome')) };
}

function readRequest(row: DriverRow): AuthorizationRequest {
  const method = textOrNull(row, 'codeChallengeMethod');
  return {
    clientId: text(row, 'clientId'),
    responseType: text(row, 'responseType'),
    responseMode: oneOf(modes, text(row, 'responseMode')),
    redirectUri: text(row, 'redirectUri'),
    scope: text(row, 'scope').split(' '),
    resources: textOrNull(row, 'resources')?.split(' ') ?? [],
    state: textOrNull(row, 'state'),
    nonce: textOrNull(row, 'nonce'),
    codeChallenge: textOrNull(row, 'codeChallenge'),
    codeChallengeMethod: method === null ? null : oneOf(methods, method),
    dpopJkt: textOrNull(row, 'dpopJkt'),
    prompt: new Set(text(row, 'prompt').split(' ').filter(Boolean)),
    maxAge: integerOrNull(row, 'maxAge'),
    ...readHints(row),
    display: textOrNull(row, 'display'),
    hintSub: textOrNull(row, 'hintSub'),
    claims: readRequestedClaims(textOrNull(row, 'claims')),
  };
}

function readDevice(row: DriverRow): EnteredDevice {
  return {
    deviceHash: text(row, 'deviceHash'),
    clientId: text(row, 'clientId'),
    scope: text(row, 'scope').split(' '),
    userCode: text(row, 'userCode'),
    isPrefilled: flag(row, 'isPrefilled'),
    ...readHints(row),
  };
}

function readHints(row: DriverRow) {
  return {
    loginHint: textOrNull(row, 'loginHint'),
    uiLocales: textOrNull(row, 'uiLocales'),
    acrValues: textOrNull(row, 'acrValues'),
  };
}

const modes: readonly ResponseMode[] = ['query', 'fragment', 'form_post', 'query.jwt', 'fragment.jwt', 'form_post.jwt'];

const methods = ['S256', 'plain'] as const;

/** @throws for a value that no version has written */
function oneOf<Word extends string>(words: readonly Word[], value: string): Word {
  const known = words.find((word) => word === value);
  if (known === undefined) throw new Error(`unknown value ${value}`);
  return known;
}

const outcomes: readonly DeviceOutcome[] = ['approved', 'denied', 'cancelled', 'reported'];

function toOutcome(value: string | null): DeviceOutcome | null {
  return outcomes.find((outcome) => outcome === value) ?? null;
}
