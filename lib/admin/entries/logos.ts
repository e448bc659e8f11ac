import { drawPicture, isPictureError } from '#lib/pictures/draw-picture';
import { logoBox, maximumLogoBytes } from '#lib/pictures/logo';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { AdminError } from '../admin-error';
import type { PostedFields } from '../read-form';
import { membersOf } from './entry-fields';

/**
 * The uploaded and removed pictures, as values of the configuration. Other pictures are not part of the result, so they
 * stay. The schema checks the content of the files.
 * @throws AdminError `invalid` for a file that is too large to read or cannot be drawn
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
    const message = `expected an image of at most ${maximumLogoBytes / 1000} kB`;
    throw new AdminError('invalid', message, [{ field: key, code: 'logo', message }]);
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  await checkDrawn(key, bytes);
  return `data:${file.type};base64,${bytes.toString('base64')}`;
}

/** Checks at once that the picture can be drawn, so that the person learns it from the form. */
async function checkDrawn(key: string, bytes: Buffer): Promise<void> {
  try {
    await drawPicture(bytes, logoBox);
  } catch (error) {
    if (!isPictureError(error)) throw error;
    const message = `the image ${error.message}`;
    throw new AdminError('invalid', message, [{ field: key, code: 'logo', message }], { cause: error });
  }
}

/** The pictures of the portal or a tenant, by their keys in the configuration file. */
export const logoKeys = ['theme.logo', 'theme.logo_dark', 'theme.favicon'] as const;

/** An entry whose pictures only say whether they exist. */
export function withoutPictures(entry: Wire): Wire {
  const theme = membersOf(entry, 'theme');
  const pictures = ['logo', 'logo_dark', 'favicon'].map((key) => [key, theme[key] !== null] as const);
  return { ...entry, theme: { ...theme, ...Object.fromEntries(pictures) } };
}

/** The pictures of an identity provider. */
export const providerLogoKeys = ['logo', 'logo_dark'] as const;

/** The input that removes the picture. */
export function removeField(key: string): string {
  return `${key}.remove`;
}
