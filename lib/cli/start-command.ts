import type { Command } from './command';

export const startCommand: Command = {
  name: 'start',
  parameters: '',
  summary: 'start the server',
  details: `Brings the database up to date, applies SIGNET_CONFIG when its content has changed and serves until SIGTERM
or SIGINT. README.md lists the settings, docs/configuration.md the keys of the file.`,
  positionals: [0, 0],
  async run() {
    // Only this command needs the server, which is the larger part of the program.
    const { start } = await import('./start');
    await start();
    return 0;
  },
};
