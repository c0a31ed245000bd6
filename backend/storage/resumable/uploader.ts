import type { Context } from 'hono'

import type { Caller } from '#backend/database/database.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import type { ObjectPath } from '#backend/storage/object-path.ts'
import { ownerOf, type ObjectWrite } from '#backend/storage/object-write.ts'
import { noSuchUpload, resumableError } from '#backend/storage/storage-errors.ts'
import { signedObjectWrite, verifiedCaller } from '#backend/storage/upload.ts'

import { findUpload, type ResumableUpload } from './upload-rows.ts'

/** The caller, or the holder of a signed upload token. */
export interface Uploader {
  readonly caller: Caller
  readonly role: string
  readonly owner: string | null
  readonly signed: ObjectWrite | null
}

export async function findUploader(services: Services, context: Context<AppEnv>, isSigned: boolean): Promise<Uploader> {
  if (!isSigned) {
    const caller = verifiedCaller(context)
    return { caller, role: caller.role, owner: ownerOf(caller), signed: null }
  }
  const signed = await signedObjectWrite(services, context, context.req.header('x-signature'), null)
  return { caller: signed.signer, role: 'signed', owner: signed.owner, signed }
}

/** Other users' uploads are answered as missing. */
export async function findOwnUpload(
  services: Services,
  context: Context<AppEnv>,
  { role, owner, signed }: Uploader,
): Promise<ResumableUpload> {
  const id = context.req.param('id') ?? ''
  const upload = uuidShape.test(id) ? await findUpload(services, id) : null
  if (upload === null || upload.callerRole !== role || upload.owner !== owner) throw noSuchUpload()
  if (signed !== null && !isSignedFor(signed, upload)) throw noSuchUpload()
  if (upload.expiresAtMs < services.now()) throw resumableError(410, 'The upload has expired', 'ExpiredToken')
  return upload
}

export function isSignedFor(signed: ObjectWrite, { bucket, name }: ObjectPath): boolean {
  return signed.path.bucket === bucket && signed.path.name === name
}

const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
