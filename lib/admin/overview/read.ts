import { type DemoEntries, findGetStarted } from '#lib/config/installation-store';
import type { Context } from '#lib/context';
import { openChecks, runChecks } from '../checks/current-checks';
import { type CheckGroup, countChecks, groupChecks } from '../checks/read';
import { leftOfDemo } from '../demo/read';
import { type RevisionLine, readHistory } from '../history/read';
import { readNumbers } from './count-overview';
import type { OverviewNumbers, OverviewRange } from './numbers';
import { countAdministrators, hasSignIn } from './overview-store';
import { fewUsers, userTotal } from './user-total';

const shownGroups = 3;
const shownRevisions = 5;

/** The content of a part of the page, or null if it could not be read. */
type Part<Content> = Content | null;

export type Overview = {
  readonly range: OverviewRange;
  readonly started: Part<GetStarted>;
  readonly attention: Part<{
    readonly groups: readonly CheckGroup[];
    readonly counts: ReturnType<typeof countChecks>;
  }>;
  readonly numbers: Part<OverviewNumbers>;
  readonly users: Part<number>;
  /** The names of the most used clients that still exist. */
  readonly clientNames: ReadonlyMap<string, string>;
  readonly revisions: Part<readonly RevisionLine[]>;
};

/**
 * The content of the first page. Its numbers are of one moment. Each part is read separately, so a failure does not
 * affect the others.
 */
export async function readOverview(context: Context, range: OverviewRange, zone = 'UTC'): Promise<Overview> {
  const { log, snapshot } = context;
  const part = async <Content>(read: () => Promise<Content>): Promise<Part<Content>> => {
    try {
      return await read();
    } catch (error) {
      log.error({ err: error }, 'a part of the overview failed');
      return null;
    }
  };
  const total = userTotal(context);
  const [started, attention, numbers, users, revisions] = await Promise.all([
    part(() => readGetStarted(context)),
    part(async () => readAttention(context, await total)),
    part(() => readNumbers(context, range, zone)),
    part(() => total),
    part(async () => (await readHistory(context, null, shownRevisions)).revisions),
  ]);
  const names = (numbers?.clients ?? []).flatMap(({ name: id }) => {
    const name = snapshot.clients.get(id)?.clientName ?? null;
    return name === null ? [] : [[id, name] as const];
  });
  return { range, started, attention, numbers, users, clientNames: new Map(names), revisions };
}

async function readAttention(context: Context, users: number) {
  if (users <= fewUsers) await runChecks(context);
  const checks = await openChecks(context);
  return { groups: groupChecks(checks).slice(0, shownGroups), counts: countChecks(checks) };
}

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

type Branded = { readonly theme: { readonly logo: unknown; readonly primary: unknown } };

type Facts = {
  readonly clients: ReadonlyMap<string, unknown>;
  readonly providers: ReadonlyMap<string, unknown>;
  readonly portal: Branded;
  readonly tenants: ReadonlyMap<string, Branded>;
  readonly demo: DemoEntries;
  readonly secure: boolean;
  readonly hasSignIn: boolean;
  /** The number of administrators, and how many of them the demo did not create. */
  readonly administrators: { readonly all: number; readonly own: number };
};

/** The steps that a new installation still lacks. Demo data does not count as a step. */
export function decideSteps({ clients, providers, portal, tenants, demo, ...facts }: Facts): GetStartedStep[] {
  const own = [...clients.keys()].filter((clientId) => !demo.clients.includes(clientId));
  const branded = [portal, ...tenants.values()].some(({ theme }) => theme.logo !== null && theme.primary !== null);
  const [client] = own;
  return [
    { step: 'client', href: '/admin/clients/new', done: client !== undefined },
    { step: 'sign_in', href: '/admin/clients', done: facts.hasSignIn },
    {
      step: 'administrator',
      href: '/admin/users',
      done: facts.administrators.all > 1 && facts.administrators.own > 0,
    },
    { step: 'branding', href: '/admin/settings/branding', done: branded },
    { step: 'provider', href: '/admin/providers', done: providers.size > 0 },
    { step: 'https', href: '/admin/settings/environment', done: facts.secure },
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
    portal: snapshot.portal,
    tenants: snapshot.tenants,
    demo,
    secure: settings.secure,
    hasSignIn: await hasSignIn(db, demo.clients),
    administrators: await countAdministrators(db, demo.users),
  });
  return { steps, hasDemo };
}
