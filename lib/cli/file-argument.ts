import { type ConfigurationFile, parseConfiguration } from '#lib/config/file';
import { decodeConfiguration, readConfigurationFile } from '#lib/config/read-file';
import { maximumBytes } from '#lib/config/source';
import type { CommandContext } from './command';

/**
 * The configuration file of an argument; `-` is standard input.
 * @throws ConfigurationError
 */
export async function readFileArgument(path: string, { input }: CommandContext): Promise<ConfigurationFile> {
  if (path !== '-') return parseConfiguration(await readConfigurationFile(path), path);
  const name = 'standard input';
  return parseConfiguration(decodeConfiguration(await input(maximumBytes), name), name);
}
