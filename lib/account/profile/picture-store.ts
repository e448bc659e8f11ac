import type { Database, Transaction } from '#lib/db/database';

type PersonPicture = { readonly type: string; readonly bytes: Uint8Array };

/** The picture with this ID. Null if no account has it (any more). */
export async function findPictureById(db: Database, id: string): Promise<PersonPicture | null> {
  return db.userPicture.findUnique({ where: { id }, select: { type: true, bytes: true } });
}

/** Stores a picture and replaces an earlier one. */
export async function savePicture(
  tx: Transaction,
  sub: string,
  picture: { readonly id: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> },
  now: Date,
): Promise<void> {
  const data = { ...picture, updatedAt: now };
  await tx.userPicture.upsert({ where: { sub }, create: { sub, ...data }, update: data, select: { sub: true } });
}

export async function deletePicture(tx: Transaction, sub: string): Promise<void> {
  await tx.userPicture.deleteMany({ where: { sub } });
}
