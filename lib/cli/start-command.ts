import type { Command } from './command';

export const startCommand: Command = {
  name: 'start',
  parameters: '',
  summary: 'serve',
  details: `Brings the database up to date, applies SIGNET_CONFIG when its content has changed and serves until SIGTERM
or SIGINT. docs/configuration.md and README.md list the settings.`,
  positionals: [0, 0],
  async run() {
    // Only this command needs the server, which is the larger part of the program.
    const { start } = await import('./start');
    await start();
    return 0;
  },
};
