import type { Actor } from '#lib/audit/event';

/** Who changes the configuration, by what means and why. */
export type Authorship = {
  readonly source: 'area' | 'api' | 'file' | 'start' | 'registration';
  readonly actor: Actor;
  readonly reason?: string | null;
  /** The network address and the request it came with, when it came by one. */
  readonly address?: string | null;
  readonly requestId?: string | null;
};

/** A person at the command line of the server. */
export const byCommandLine: Authorship = { source: 'file', actor: { kind: 'command_line', id: null, name: null } };

/** The start of a server, by itself. */
export const byStart: Authorship = { source: 'start', actor: { kind: 'start', id: null, name: null } };
