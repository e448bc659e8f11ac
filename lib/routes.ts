import { activityForm } from '#lib/account/activity/form';
import { approvalsForm } from '#lib/account/approvals/form';
import { appForm } from '#lib/account/apps/form';
import { deletionForm } from '#lib/account/deletion/form';
import { devicesForm } from '#lib/account/devices/form';
import { emailForm } from '#lib/account/email/form';
import { handleUndoSubmit, handleVerifySubmit } from '#lib/account/email/link-pages';
import { exportForm } from '#lib/account/export/form';
import { factorForms } from '#lib/account/factors/form';
import { noticesForm } from '#lib/account/home/form';
import { handleNewPasskeyChallenge, handlePasskeyEndpoints } from '#lib/account/passkeys/endpoints';
import { passkeyForms } from '#lib/account/passkeys/form';
import { profileForms } from '#lib/account/profile/form';
import { handleRecoverSubmit } from '#lib/account/recovery/submit-recover';
import { handleResetChallenge, handleResetSubmit } from '#lib/account/recovery/submit-reset';
import { handleChangePassword, passwordForm } from '#lib/account/security/form';
import { twoStepForm } from '#lib/account/two-step/form';
import { handleConfirmationChallenge } from '#lib/admin/access/prove-action';
import { forms } from '#lib/admin/actions';
import { handleAgentExport } from '#lib/admin/agents/actions';
import { handlePeopleExport } from '#lib/admin/assignments/people';
import { handleAuditExport } from '#lib/admin/audit/export-audit';
import { handleConsentPreview } from '#lib/admin/clients/consent-preview';
import { handleClientExport } from '#lib/admin/clients/read-list';
import { handleConfigurationExport } from '#lib/admin/configuration/handle-export';
import { handlePreferences } from '#lib/admin/frame/preferences';
import { handleMemberExport } from '#lib/admin/groups/read';
import { handleProviderTest } from '#lib/admin/providers/actions';
import { handleTrialStart } from '#lib/admin/simulate/try-sign-in';
import { handleUserExport } from '#lib/admin/users/bulk';
import { demoMcp } from '#lib/config/demo';
import type { Handler } from '#lib/context';
import { handleDemoCallback } from '#lib/demo/demo-callback';
import { handleDemoBackChannel } from '#lib/demo/demo-sessions';
import { handleDeviceCheck, handleDeviceReset, handleDeviceStart } from '#lib/demo/device/start-device';
import { handleMcp } from '#lib/demo/mcp/handle-mcp';
import { handleMcpMetadata } from '#lib/demo/mcp/mcp-metadata';
import { handleDemoRefresh, handleDemoSignOut, handleDemoStart } from '#lib/demo/start-demo';
import { handleDocs, handleDocument } from '#lib/docs/handle-docs';
import { handleBackChannelLogout } from '#lib/federation/back-channel-logout';
import { defaultLimits } from '#lib/http/limits';
import { handleAccessSubmit } from '#lib/login/access/submit';
import { handleConsentSubmit } from '#lib/login/consent/submit';
import { handleDeviceAddress, handleDeviceSubmit } from '#lib/login/device/submit';
import { handleSignInCodeSubmit } from '#lib/login/email-code/submit';
import { handleEnrolSubmit } from '#lib/login/enrol/submit';
import { handleFederationCallback } from '#lib/login/federation/callback';
import { handleFederationStart } from '#lib/login/federation/go-to-provider';
import { handleFederationSubmit } from '#lib/login/federation/submit';
import { handleLogoutSubmit } from '#lib/login/logout/submit';
import { handlePasskeyChallenge } from '#lib/login/passkey/challenge';
import { handlePortalStart } from '#lib/login/portal/start-portal';
import { handleRealmSubmit } from '#lib/login/realm/submit';
import { handleFactorSubmit } from '#lib/login/second-factor/submit';
import { handleOwnerSubmit } from '#lib/login/setup/owner';
import { handleSetupSubmit } from '#lib/login/setup/password';
import { handleLogin } from '#lib/login/sign-in/show';
import { handleLoginSubmit } from '#lib/login/sign-in/submit';
import { handleSignUpSubmit } from '#lib/login/sign-up/submit';
import { handleSignUpCodeSubmit } from '#lib/login/sign-up/submit-code';
import { areaOf } from '#lib/protocol/observe-request';
import { metadataPath } from '#lib/protocol/protected-resources';
import type { Route } from '#lib/protocol/route';
import { protocolRoutes } from '#lib/protocol/routes';
import { demoBackChannel } from '#lib/vocabulary/demo';

/**
 * Every endpoint that is not a page. The server dispatches from this table. The endpoints of the protocol also have a
 * route file in `app/**`, and a test compares both (decision 001).
 */
export const routes: readonly Route[] = [
  ...protocolRoutes,
  {
    path: '/federation/[provider]/backchannel-logout',
    methods: ['POST'],
    handler: handleBackChannelLogout,
    isOwn: true,
    maxBodyBytes: 64 * 1024,
    audience: 'program',
  },
  { ...link('/.well-known/change-password', handleChangePassword), methods: ['GET', 'HEAD'] },
  { ...link('/activate', handleDeviceAddress), methods: ['GET', 'HEAD'] },
  { ...link('/link', handleDeviceAddress), methods: ['GET', 'HEAD'] },
  link('/federation/[provider]/start', handleFederationStart),
  { ...link('/federation/[provider]/callback', handleFederationCallback), methods: ['GET', 'POST'] },
  link('/account/sign-in', handlePortalStart),
  activityForm,
  appForm,
  approvalsForm,
  deletionForm,
  emailForm,
  noticesForm,
  devicesForm,
  exportForm,
  ...factorForms,
  ...profileForms,
  passwordForm,
  {
    path: '/.well-known/passkey-endpoints',
    methods: ['GET', 'HEAD'],
    handler: handlePasskeyEndpoints,
    isOwn: true,
    maxBodyBytes: 0,
    audience: 'program',
    cors: 'any',
  },
  form('/account/passkeys/challenge', handleNewPasskeyChallenge),
  ...passkeyForms,
  twoStepForm,
  link('/admin/sign-in', handlePortalStart),
  { ...link('/login', handleLogin), methods: ['GET', 'HEAD'] },
  form('/login/submit', handleLoginSubmit),
  form('/login/passkey/challenge', handlePasskeyChallenge),
  form('/login/factor/submit', handleFactorSubmit),
  form('/login/enrol/submit', handleEnrolSubmit),
  form('/login/access/submit', handleAccessSubmit),
  form('/realm/submit', handleRealmSubmit),
  form('/federation/submit', handleFederationSubmit),
  form('/login/code/submit', handleSignInCodeSubmit),
  form('/signup/submit', handleSignUpSubmit),
  form('/signup/code/submit', handleSignUpCodeSubmit),
  form('/device/submit', handleDeviceSubmit),
  form('/consent/submit', handleConsentSubmit),
  form('/logout/submit', handleLogoutSubmit),
  form('/setup/submit', handleSetupSubmit),
  form('/recover/submit', handleRecoverSubmit),
  form('/recover/reset/submit', handleResetSubmit),
  form('/recover/reset/challenge', handleResetChallenge),
  form('/verify/submit', handleVerifySubmit),
  form('/undo/submit', handleUndoSubmit),
  form('/setup/owner/submit', handleOwnerSubmit),
  form('/admin/audit/export/submit', handleAuditExport),
  form('/admin/settings/export/submit', handleConfigurationExport),
  form('/admin/agents/export/submit', handleAgentExport),
  form('/admin/clients/export/submit', handleClientExport),
  form('/admin/groups/export/submit', handleMemberExport),
  form('/admin/clients/[client_id]/people/export/submit', handlePeopleExport),
  form('/admin/users/export/submit', handleUserExport),
  ...forms,
  form('/admin/confirm/challenge', handleConfirmationChallenge),
  form('/admin/preferences/submit', handlePreferences),
  form('/admin/clients/[id]/try/start', handleTrialStart),
  form('/admin/clients/[id]/preview/draw', handleConsentPreview),
  form('/admin/providers/[name]/test/start', handleProviderTest),
  { ...link('/docs', handleDocs), methods: ['GET', 'HEAD'] },
  { ...link('/docs/[page]', handleDocument), methods: ['GET', 'HEAD'] },
  link('/demo/start', handleDemoStart),
  { ...form('/demo/callback', handleDemoCallback), methods: ['GET', 'POST'] },
  { ...form(demoBackChannel, handleDemoBackChannel), audience: 'program' },
  form('/demo/refresh', handleDemoRefresh),
  form('/demo/sign-out', handleDemoSignOut),
  form('/demo/device/start', handleDeviceStart),
  form('/demo/device/check', handleDeviceCheck),
  form('/demo/device/reset', handleDeviceReset),
  { ...form(demoMcp.path, handleMcp), audience: 'program', cors: 'registered' },
  {
    path: metadataPath(demoMcp.path),
    methods: ['GET', 'HEAD'],
    handler: handleMcpMetadata,
    isOwn: true,
    maxBodyBytes: 0,
    audience: 'program',
    cors: 'any',
  },
];

/** The form of a page. */
function form(path: string, handler: Handler): Route {
  const { pageBodyBytes: maxBodyBytes } = defaultLimits;
  return { path, name: areaOf(path), methods: ['POST'], handler, maxBodyBytes, audience: 'browser', isOwn: true };
}

/** An address that browsers are sent to. HEAD is refused, because the handler has effects. */
function link(path: string, handler: Handler): Route {
  return { ...form(path, handler), methods: ['GET'] };
}

const routesByPath: ReadonlyMap<string, Route> = new Map(
  routes.filter(({ path }) => !path.includes('[')).map((route) => [route.path, route]),
);

const routesByPattern = routes
  .filter(({ path }) => path.includes('['))
  .map((route) => ({ route, pattern: patternOf(route) }));

/** @param path the original path, without query */
export function findRoute(path: string): Route | undefined {
  return routesByPath.get(path) ?? routesByPattern.find(({ pattern }) => pattern.test(path))?.route;
}

/** Matches the paths of a row. */
export function patternOf({ path }: Pick<Route, 'path'>): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\[\w+\]/g, '[^/]+')}$`);
}
