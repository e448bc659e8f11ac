import { spawn } from 'node:child_process';
import { type PictureType, pictureSize, pictureType } from './picture-kind';

/** The maximum size of the drawn picture, in pixels. Proportions are kept. */
type Box = {
  readonly width: number;
  readonly height: number;
  /** The picture fills the box, is cropped at its longer sides, and is a WebP. */
  readonly fill?: boolean;
};

export type PictureProblem = 'type' | 'not_drawn' | 'busy';

/** A picture could not be drawn. */
class PictureError extends Error {
  override readonly name = 'PictureError';

  constructor(
    readonly code: `picture_${PictureProblem}`,
    options?: ErrorOptions,
  ) {
    super(messages[code], options);
  }
}

const messages = {
  picture_type: 'is not a PNG, JPEG, WebP or SVG image, or is an SVG with a document type or embedded images',
  picture_not_drawn: 'cannot be drawn: it is broken, too large, or takes too long',
  picture_busy: 'cannot be drawn right now, because the server is busy',
} as const;

/** A crafted picture can take minutes, and a process cannot stop a library inside itself. */
const limitMs = 4_000;
const maximumOutputBytes = 1_000_000;
const maximumWaiting = 20;
const maximumPixels = 4096 * 4096;

/** sharp's native parts are found by name, because the working directory of every process is the project's folder. */
const program = `
import sharp from 'sharp';
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Svg'].map((kind) => 'VipsForeignLoad' + kind + 'Buffer') });
const [width, height, isVector, fills] = process.argv.slice(1).map(Number);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const picture = sharp(Buffer.concat(chunks), { limitInputPixels: ${maximumPixels}, pages: 1, failOn: 'error' })
  .timeout({ seconds: 3 })
  .autoOrient();
const drawn = fills
  ? picture.resize({ width, height, fit: 'cover' }).webp({ quality: 85 })
  : picture.resize({ width, height, fit: 'inside', withoutEnlargement: isVector === 0 }).png({ compressionLevel: 9 });
process.stdout.write(await drawn.toBuffer());
`;

/**
 * Redraws a picture as a PNG or WebP, so that no script, link, metadata or second document remains. A separate process
 * draws one picture at a time, with only the four readers that are needed, and is killed after four seconds. Nothing is
 * fetched: an SVG with an external reference is drawn without it.
 * @param owner whose picture it is, unless an administrator chose it: another one of theirs has to wait until it is drawn
 * @throws PictureError with a `code` that begins with `picture_`
 */
export async function drawPicture(bytes: Buffer, box: Box, owner?: string): Promise<Buffer> {
  const type = pictureType(bytes);
  if (type === null) throw new PictureError('picture_type');
  const size = pictureSize(bytes, type);
  if (size !== null && size.width * size.height > maximumPixels) throw new PictureError('picture_not_drawn');
  if (waiting >= maximumWaiting || (owner !== undefined && owners.has(owner))) throw new PictureError('picture_busy');
  waiting += 1;
  if (owner !== undefined) owners.add(owner);
  const turn = last.then(() => drawInChild(bytes, type, box));
  last = turn.then(
    () => undefined,
    () => undefined,
  );
  try {
    return await turn;
  } catch (cause) {
    throw isPictureError(cause) ? cause : new PictureError('picture_busy', { cause });
  } finally {
    waiting -= 1;
    if (owner !== undefined) owners.delete(owner);
  }
}

export function isPictureError(error: unknown): error is PictureError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('picture_');
}

let last: Promise<void> = Promise.resolve();
let waiting = 0;
/** Those whose picture waits or is drawn. */
const owners = new Set<string>();

function drawInChild(bytes: Buffer, type: PictureType, { width, height, fill = false }: Box): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const size = [width, height, type === 'image/svg+xml' ? 1 : 0, fill ? 1 : 0].map(String);
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...size], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // Without our environment, which contains the secret and the database address.
      env: { NODE_ENV: 'production' },
    });
    // First of all: if no file can be opened, Node emits an error and gives the child no streams. Without memory it throws.
    child.once('error', (cause) => reject(new PictureError('picture_busy', { cause })));
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maximumOutputBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    // A process that has ended no longer reads. The code that waits for it reports the error.
    child.stdin.on('error', () => {});
    child.once('close', (code) => {
      clearTimeout(timer);
      if (code === 0 && length > 0) resolve(Buffer.concat(chunks));
      else reject(new PictureError('picture_not_drawn'));
    });
    child.stdin.end(bytes);
  });
}
