import type { Logger } from '#lib/log/log';
import type { TelemetrySettings } from '#lib/settings/telemetry';
import type { Telemetry } from './telemetry';

/**
 * Starts sending spans and metrics by OTLP. Only this function loads the packages of OpenTelemetry.
 * @returns null if nothing is sent
 */
export async function startTelemetry(
  settings: TelemetrySettings | null,
  log: Pick<Logger, 'warn'>,
): Promise<Telemetry | null> {
  if (settings === null) return null;
  const { openTelemetry } = await import('./open-telemetry');
  return openTelemetry(settings, log);
}
