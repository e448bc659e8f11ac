import type { Context } from '#lib/context';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { handleAnswer } from './device/answer-device';
import { enterCode } from './device/enter-code';
import { reportDevice } from './device/report-device';
import { problemPage } from './problem-page';
import { readPostedForm } from './read-form';
import { respondProblem } from './respond';

/** POST /device/submit: a person enters a device's code, or answers its request (RFC 8628 §3.3). */
export async function handleDeviceSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  switch (form.values.get('decision')) {
    case 'continue':
      return enterCode(form, request.clientAddress, context);
    case 'allow':
      return handleAnswer(form, 'approved', context);
    case 'deny':
      return handleAnswer(form, 'denied', context);
    case 'report':
      return reportDevice(form, context);
    default:
      return respondProblem(problemPage(400, 'invalid_request', context));
  }
}
