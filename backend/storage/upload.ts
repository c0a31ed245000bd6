import type { Context } from 'hono'

import type { Caller } from '#backend/database/database.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import type { Intake } from './intake.ts'
import { parseObjectPath } from './object-path.ts'
import { requireWriteAllowed, ownerOf, writeNewObject, type ObjectWrite } from './object-write.ts'
import { findBucket } from './objects.ts'
import { signerClaims, signerOf } from './signer.ts'
import { invalidToken, tooLarge } from './storage-errors.ts'
import { formOverheadBytes } from './upload-body.ts'
import { fileBytesMax } from './upload-check.ts'
import { pathInUrl, signUrlToken, verifyUrlToken } from './url-token.ts'

/**
 * POST and PUT /object/{bucket}/{path}. Checks permission before reading any bytes, then stores the file, then its row.
 */
export function upload(services: Services, intake: Intake) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = verifiedCaller(context)
    const write: ObjectWrite = {
      path: parseObjectPath(context.req.url, '/object/'),
      isUpsert: context.req.method === 'PUT' || context.req.header('x-upsert') === 'true',
      owner: ownerOf(caller),
    }
    await findBucket(services, write.path.bucket)
    refuseTooLarge(services, context)
    await requireWriteAllowed(services, caller, write, declaredBytes(context))
    const id = await storeUpload(services, intake, context, caller, write)
    return context.json({ Id: id, Key: `${write.path.bucket}/${write.path.name}` })
  }
}

/** POST /object/upload/sign/{bucket}/{path}: returns a URL for uploading in the caller's name. */
export function signUpload(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = verifiedCaller(context)
    const path = parseObjectPath(context.req.url, '/object/upload/sign/')
    const isUpsert = context.req.header('x-upsert') === 'true'
    const owner = ownerOf(caller)
    await findBucket(services, path.bucket)
    await requireWriteAllowed(services, caller, { path, isUpsert, owner })
    const seconds = services.config.storage.signedUploadSeconds
    const signer = signerClaims(caller)
    const token = await signUrlToken(services, 'upload', path, seconds, { owner, upsert: isUpsert, signer })
    return context.json({ url: `/object/upload/sign/${pathInUrl(path)}?token=${token}`, token })
  }
}

/** PUT /object/upload/sign/{bucket}/{path}?token=…: uploads as the token's signer, who must still be allowed to. */
export function uploadBySignature(services: Services, intake: Intake) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const asked = parseObjectPath(context.req.url, '/object/upload/sign/')
    const { signer, ...write } = await signedObjectWrite(services, context, context.req.query('token'), asked)
    await findBucket(services, write.path.bucket)
    refuseTooLarge(services, context)
    await requireWriteAllowed(services, signer, write, declaredBytes(context))
    await storeUpload(services, intake, context, signer, write)
    return context.json({ Key: `${write.path.bucket}/${write.path.name}` })
  }
}

/** A write on behalf of the caller who signed its URL. */
export interface SignedWrite extends ObjectWrite {
  readonly signer: Caller
}

/** What a token from `signUpload` allows. */
export async function signedObjectWrite(
  services: Services,
  context: Context<AppEnv>,
  token: string | undefined,
  asked: ObjectWrite['path'] | null,
): Promise<SignedWrite> {
  const { path, claims } = await verifyUrlToken(services, 'upload', token, asked)
  const owner = typeof claims['owner'] === 'string' ? claims['owner'] : null
  return { path, isUpsert: claims['upsert'] === true, owner, signer: signerOf(context, claims) }
}

export function verifiedCaller(context: Context<AppEnv>): Caller {
  const problem = context.get('tokenProblem')
  if (problem !== null) throw invalidToken(problem)
  return context.get('caller')
}

async function storeUpload(
  services: Services,
  intake: Intake,
  context: Context<AppEnv>,
  caller: Caller | 'system',
  write: ObjectWrite,
): Promise<string> {
  return intake.admit(context, write.owner, async ({ receive }) => {
    // Read again after the wait: the bucket may have changed.
    const bucket = await findBucket(services, write.path.bucket)
    return writeNewObject(services, caller, write, await receive(context.req.raw, bucket))
  })
}

function refuseTooLarge(services: Services, context: Context<AppEnv>): void {
  if (declaredBytes(context) > fileBytesMax(services)) throw tooLarge()
}

/** The file's minimum size; a form's overhead doesn't count. */
function declaredBytes(context: Context<AppEnv>): number {
  const declared = Number(context.req.header('content-length') ?? 0)
  return Number.isSafeInteger(declared) ? Math.max(0, declared - formOverheadBytes) : 0
}
