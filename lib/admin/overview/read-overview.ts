import type { Context } from '#lib/context';
import { openChecks } from '../checks/current-checks';
import { type CheckGroup, countChecks, groupChecks } from '../checks/read';
import { type RevisionLine, readHistory } from '../history/read';
import { type GetStarted, readGetStarted } from './get-started';
import type { OverviewNumbers } from './overview-numbers';
import { readNumbers } from './read-numbers';
import { userTotal } from './user-total';
import type { OverviewRange } from './windows';

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
  const [started, attention, numbers, users, revisions] = await Promise.all([
    part(() => readGetStarted(context)),
    part(() => readAttention(context)),
    part(() => readNumbers(context, range, zone)),
    part(() => userTotal(context)),
    part(async () => (await readHistory(context, null, shownRevisions)).revisions),
  ]);
  const names = (numbers?.clients ?? []).flatMap(({ name: id }) => {
    const name = snapshot.clients.get(id)?.clientName ?? null;
    return name === null ? [] : [[id, name] as const];
  });
  return { range, started, attention, numbers, users, clientNames: new Map(names), revisions };
}

async function readAttention(context: Context) {
  const checks = await openChecks(context);
  return { groups: groupChecks(checks).slice(0, shownGroups), counts: countChecks(checks) };
}
