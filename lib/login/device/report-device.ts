import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { recordReport } from '#lib/interactions/interaction-store';
import { findDeviceRequest } from '#lib/tokens/devices/device-store';
import { readSessions } from '../current-session';
import { findOwnInteraction } from '../load-interaction';
import { problemPage } from '../problem-page';
import { hasValidCsrf, type PostedForm } from '../read-form';
import { respondProblem, toPage } from '../respond';

/**
 * Records the report of a person who refused a device because another person had requested it (cross-device security
 * BCP). The audit log gets a single event, with the address of the device.
 */
export async function reportDevice(form: PostedForm, context: Context): Promise<HttpResponse> {
  const own = await findOwnInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (own.page === 'problem') return respondProblem(own);
  if (!hasValidCsrf(form, own.handle, context)) return respondProblem(problemPage(403, 'forbidden_origin', context));
  const { interaction } = own;
  if (interaction.kind !== 'device') return respondProblem(problemPage(400, 'invalid_request', context));
  const { db, snapshot, now, requestId } = context;
  const { clientId, deviceHash } = interaction.device;
  const { current } = await readSessions(form.cookieHeader, context);
  const device = await findDeviceRequest(db, deviceHash, now);
  const event = personEvent({
    type: 'device_code.reported',
    outcome: 'failure',
    person: current?.user ?? null,
    client: { clientId, clientName: snapshot.clients.get(clientId)?.clientName ?? null },
    address: form.clientAddress,
    requestId,
    details: { requested_from: device?.clientAddress ?? null },
  });
  await transaction(db, async (tx) => {
    if (await recordReport(tx, interaction.hash)) await recordEvents(tx, [event], now);
  });
  return toPage('device', own, context);
}
