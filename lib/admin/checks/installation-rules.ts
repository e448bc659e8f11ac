import { mailTransport } from '#lib/mail/mail-transport';
import type { Checked, Place, Severity } from './checked';

type InstallationRule = {
  readonly severity: Severity;
  readonly href: string;
  readonly find: (checked: Checked) => readonly Place[];
};

/** The number of days after which a signing key should have been replaced. */
const keyDays = 180;
const dayMs = 86_400_000;

/** The rules for the installation: keys, environment, portal and tenants. */
export const installationRules = {
  issuer_http: {
    severity: 'error',
    href: '/admin/settings',
    find: ({ settings }) => here(!settings.secure && !settings.localhost, 'SIGNET_ISSUER'),
  },
  key_missing: {
    severity: 'error',
    href: '/admin/keys',
    find: ({ clients, keys }) => {
      const active = new Set<string>(keys.filter(({ phase }) => phase === 'active').map(({ alg }) => alg));
      const needed = new Set(
        clients.flatMap((client) => [client.idTokenSignedResponseAlg, client.accessTokenSigningAlg]),
      );
      return [...needed].filter((alg) => !active.has(alg)).map((alg) => ({ object: key(alg), detail: null }));
    },
  },
  key_overdue: {
    severity: 'warning',
    href: '/admin/keys',
    find: ({ keys, now }) =>
      keys
        .filter(
          ({ phase, activatesAt }) => phase === 'active' && now.getTime() - activatesAt.getTime() > keyDays * dayMs,
        )
        .map(({ kid, alg, activatesAt }) => ({
          object: key(kid),
          detail: `${alg}, ${activatesAt.toISOString().slice(0, 10)}`,
        })),
  },
  mail_missing: {
    severity: 'warning',
    href: '/admin/settings',
    find: ({ settings }) => here(mailTransport(settings) === 'none', 'SMTP_URL'),
  },
  registration_open: {
    severity: 'warning',
    href: '/admin/settings',
    find: ({ portal }) => here(portal.dynamicRegistration === 'open', 'dynamic_registration'),
  },
  // RFC 9700 §2.1.2, §2.4.
  legacy_flows_unused: {
    severity: 'advice',
    href: '/admin/settings',
    find: (checked) => here(checked.portal.legacyFlows === 'on' && checked.areLegacyFlowsUnused, 'legacy_flows'),
  },
} as const satisfies Readonly<Record<string, InstallationRule>>;

function here(isFound: boolean, id: string): Place[] {
  return isFound ? [{ object: { kind: 'installation', id, name: null }, detail: null }] : [];
}

function key(id: string): Place['object'] {
  return { kind: 'key', id, name: null };
}
