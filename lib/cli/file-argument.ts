import { type ConfigurationFile, parseOperatorFile } from '#lib/config/file';
import { decodeConfiguration, readConfigurationFile } from '#lib/config/read-file';
import { fileLimit } from '#lib/config/source';
import type { CommandContext } from './command';

/**
 * The configuration file of an argument; `-` is standard input.
 * @throws ConfigurationError
 */
export async function readFileArgument(path: string, { input }: CommandContext): Promise<ConfigurationFile> {
  if (path !== '-') return parseOperatorFile(await readConfigurationFile(path), path);
  const name = 'standard input';
  return parseOperatorFile(decodeConfiguration(await input(fileLimit.bytes), name), name);
}
