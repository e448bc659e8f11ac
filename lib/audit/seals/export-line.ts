import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AuditEvent } from '../event';
import type { Seal } from './chain';

/**
 * The head of the chain. A copy that is stored elsewhere can prove later that nothing up to this point was changed or
 * removed.
 */
export type ChainHead = Pick<Seal, 'sequence' | 'hash'>;

/** An event as `audit export` writes it, with its position in the hash chain. Null if it has none yet. */
export function exportLine({ details, ...event }: AuditEvent, seal: ChainHead | null): string {
  const place = seal && { sequence: seal.sequence, hash: seal.hash };
  return `${JSON.stringify({ ...event, details: readDetails(details), seal: place })}\n`;
}

/** Details that are not JSON are exported as text, so one broken row does not stop the export. */
function readDetails(details: string): unknown {
  try {
    return JSON.parse(details);
  } catch {
    return details;
  }
}

/** The last line of an export. */
export function headLine(head: ChainHead | null): string {
  return `${JSON.stringify({ head: head && { sequence: head.sequence, hash: head.hash } })}\n`;
}

const place = z.object({ sequence: z.number().int().min(1), hash: z.string().max(100) }).nullable();
const line = z.union([z.object({ head: place }), z.looseObject({ id: z.string().max(100), seal: place })]);

/** An event as a file has it, which `audit export` may have written. */
export type ExportedEvent = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly seal: ChainHead | null;
};

/** Whether a line says of an event what the log says. An earlier release may not have known all of its members. */
export function saysTheSame(exported: ExportedEvent, event: AuditEvent): boolean {
  const { seal: _, ...stored } = JSON.parse(exportLine(event, null));
  const { seal: __, ...given } = exported;
  const names = new Set([...Object.keys(stored), ...Object.keys(given)]);
  return [...names].every((name) => isDeepStrictEqual(given[name] ?? null, stored[name] ?? null));
}

/** A line of an export. Null if it is not one. */
export function readExportLine(text: string): { readonly head: ChainHead | null } | ExportedEvent | null {
  try {
    return line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
