import { drawPicture, isPictureError } from '#lib/pictures/draw-picture';
import { logoBox, maximumLogoBytes } from '#lib/pictures/logo';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { AdminError } from '../admin-error';
import type { PostedFields } from '../read-form';
import { removeField } from './logo-keys';

/**
 * The pictures that were chosen, as the configuration takes them; a picture that was neither chosen nor taken away is not
 * among them and stays. What is in a file the schema decides.
 * @throws AdminError `invalid` for a file that is too large to be read
 */
export async function typedLogos(form: PostedFields, keys: readonly string[]): Promise<Wire> {
  const values: [string, string | null][] = [];
  for (const key of keys) {
    const file = form.file(key);
    if (file !== null) values.push([key, await readLogo(key, file)]);
    else if (form.text(removeField(key)) === 'on') values.push([key, null]);
  }
  return Object.fromEntries(values);
}

async function readLogo(key: string, file: File): Promise<string> {
  if (file.size > maximumLogoBytes) {
    const message = `expected a picture of at most ${maximumLogoBytes / 1000} kB`;
    throw new AdminError('invalid', message, [{ field: key, code: 'logo', message }]);
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  await checkDrawn(key, bytes);
  return `data:${file.type};base64,${bytes.toString('base64')}`;
}

/** A person who waits for the answer learns at once that a picture would not be shown. */
async function checkDrawn(key: string, bytes: Buffer): Promise<void> {
  try {
    await drawPicture(bytes, logoBox);
  } catch (error) {
    if (!isPictureError(error)) throw error;
    const message = `the picture ${error.message}`;
    throw new AdminError('invalid', message, [{ field: key, code: 'logo', message }], { cause: error });
  }
}
