import { personEvent } from '#lib/audit/person-event';
import { recordEvents } from '#lib/audit/store';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { recordReport } from '#lib/interactions/devices/store';
import type { Context } from '#lib/protocol/context';
import { findDeviceRequest } from '#lib/tokens/devices/store';
import { readSessions } from '../current-session';
import { findOwnInteraction, problemPage } from '../load-interaction';
import { hasValidCsrf, type PostedForm } from '../read-form';
import { respondProblem, toPage } from '../respond';

/**
 * Somebody who did not connect a device says that another person had asked for it (cross-device security BCP): an event
 * in the audit log with where the device is, once.
 */
export async function reportDevice(form: PostedForm, context: Context): Promise<HttpResponse> {
  const own = await findOwnInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (own.page === 'problem') return respondProblem(own);
  if (!hasValidCsrf(form, own.handle, context)) return respondProblem(problemPage(403, 'forbidden_origin', context));
  const { interaction } = own;
  if (interaction.kind !== 'device' || interaction.request === null) {
    return respondProblem(problemPage(400, 'invalid_request', context));
  }
  const { db, snapshot, now, requestId } = context;
  const { clientId, deviceHash } = interaction.request;
  const { current } = await readSessions(form.cookieHeader, context);
  const device = await findDeviceRequest(db, deviceHash);
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
