import { type DemoEntries, findGetStarted } from '#lib/config/installation-store';
import type { Context } from '#lib/context';
import { leftOfDemo } from '../demo/read';
import { countAdministrators, hasSignIn } from './get-started-store';

const getStartedSteps = ['client', 'sign_in', 'administrator', 'branding', 'provider', 'https'] as const;

type GetStartedStep = {
  readonly step: (typeof getStartedSteps)[number];
  readonly href: string;
  readonly done: boolean;
};

export type GetStarted = {
  /** Null after an administrator closed the card. */
  readonly steps: readonly GetStartedStep[] | null;
  /** A client or scope of the demo configuration still exists and can be removed. */
  readonly hasDemo: boolean;
};

type Facts = {
  readonly clients: ReadonlyMap<string, unknown>;
  readonly providers: ReadonlyMap<string, unknown>;
  readonly tenants: ReadonlyMap<string, { readonly theme: { readonly logo: unknown; readonly primary: unknown } }>;
  readonly demo: DemoEntries;
  readonly secure: boolean;
  readonly hasSignIn: boolean;
  /** The number of administrators, and how many of them the demo did not create. */
  readonly administrators: { readonly all: number; readonly own: number };
};

/** The steps that a new installation still lacks. Demo data does not count as a step. */
export function decideSteps({ clients, providers, tenants, demo, ...facts }: Facts): GetStartedStep[] {
  const own = [...clients.keys()].filter((clientId) => !demo.clients.includes(clientId));
  const branded = [...tenants.values()].some(({ theme }) => theme.logo !== null && theme.primary !== null);
  const [client] = own;
  return [
    { step: 'client', href: '/admin/clients/new', done: client !== undefined },
    { step: 'sign_in', href: '/admin/clients', done: facts.hasSignIn },
    {
      step: 'administrator',
      href: '/admin/users',
      done: facts.administrators.all > 1 && facts.administrators.own > 0,
    },
    { step: 'branding', href: tenants.size === 0 ? '/admin/tenants/new' : '/admin/tenants', done: branded },
    { step: 'provider', href: '/admin/providers', done: providers.size > 0 },
    { step: 'https', href: '/admin/settings', done: facts.secure },
  ];
}

/** The card of the first steps. It takes three short statements, or one after the card was closed. */
export async function readGetStarted({ db, snapshot, settings }: Context): Promise<GetStarted> {
  const { demo, isDismissed } = await findGetStarted(db);
  const left = leftOfDemo(snapshot, demo);
  const hasDemo = left.clients.length + left.scopes.length > 0;
  if (isDismissed) return { steps: null, hasDemo };
  const steps = decideSteps({
    clients: snapshot.clients,
    providers: snapshot.providers,
    tenants: snapshot.tenants,
    demo,
    secure: settings.secure,
    hasSignIn: await hasSignIn(db, demo.clients),
    administrators: await countAdministrators(db, demo.users),
  });
  return { steps, hasDemo };
}
