import type { Actor } from '#lib/audit/event';

/** Who changes the configuration, how and why. */
export type Authorship = {
  readonly source: 'area' | 'api' | 'file' | 'start' | 'registration';
  readonly actor: Actor;
  readonly reason?: string | null;
  /** The network address and ID of the request that made the change, if there was one. */
  readonly address?: string | null;
  readonly requestId?: string | null;
};

/** A person at the command line of the server. */
export const byCommandLine: Authorship = { source: 'file', actor: { kind: 'command_line', id: null, name: null } };

/** A change that the server makes when it starts. */
export const byStart: Authorship = { source: 'start', actor: { kind: 'start', id: null, name: null } };
