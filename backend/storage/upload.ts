import type { Context } from 'hono'

import type { Caller } from '#backend/database/database.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import type { Intake } from './intake.ts'
import { parseObjectPath } from './object-path.ts'
import { askWhetherAllowed, ownerOf, writeNewObject, type ObjectWish } from './object-write.ts'
import { findBucket } from './objects.ts'
import { invalidToken, tooLarge } from './storage-errors.ts'
import { formOverheadBytes } from './upload-body.ts'
import { fileBytesMax } from './upload-check.ts'
import { pathInUrl, signUrlToken, verifyUrlToken } from './url-token.ts'

/**
 * POST and PUT /object/{bucket}/{path}. Checks permission before reading any bytes, then stores the file, then its row.
 */
export function upload(services: Services, intake: Intake) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = believedCaller(context)
    const wish: ObjectWish = {
      path: parseObjectPath(context.req.url, '/object/'),
      isUpsert: context.req.method === 'PUT' || context.req.header('x-upsert') === 'true',
      owner: ownerOf(caller),
    }
    await findBucket(services, wish.path.bucket)
    refuseTooLarge(services, context)
    await askWhetherAllowed(services, caller, wish, saidBytes(context))
    const id = await take(services, intake, context, caller, wish)
    return context.json({ Id: id, Key: `${wish.path.bucket}/${wish.path.name}` })
  }
}

/** POST /object/upload/sign/{bucket}/{path}: returns a URL for uploading in the caller's name. */
export function signUpload(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = believedCaller(context)
    const path = parseObjectPath(context.req.url, '/object/upload/sign/')
    const isUpsert = context.req.header('x-upsert') === 'true'
    const owner = ownerOf(caller)
    await findBucket(services, path.bucket)
    await askWhetherAllowed(services, caller, { path, isUpsert, owner })
    const seconds = services.config.storage.signedUploadSeconds
    const token = await signUrlToken(services, 'upload', path, seconds, { owner, upsert: isUpsert })
    return context.json({ url: `/object/upload/sign/${pathInUrl(path)}?token=${token}`, token })
  }
}

/** PUT /object/upload/sign/{bucket}/{path}?token=…: the token alone authorizes it. */
export function uploadBySignature(services: Services, intake: Intake) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const asked = parseObjectPath(context.req.url, '/object/upload/sign/')
    const wish = await signedWish(services, context.req.query('token'), asked)
    await findBucket(services, wish.path.bucket)
    refuseTooLarge(services, context)
    await askWhetherAllowed(services, 'system', wish, saidBytes(context))
    await take(services, intake, context, 'system', wish)
    return context.json({ Key: `${wish.path.bucket}/${wish.path.name}` })
  }
}

/** What a token from `signUpload` allows. */
export async function signedWish(
  services: Services,
  token: string | undefined,
  asked: ObjectWish['path'] | null,
): Promise<ObjectWish> {
  const { path, claims } = await verifyUrlToken(services, 'upload', token, asked)
  const owner = typeof claims['owner'] === 'string' ? claims['owner'] : null
  return { path, isUpsert: claims['upsert'] === true, owner }
}

export function believedCaller(context: Context<AppEnv>): Caller {
  const problem = context.get('tokenProblem')
  if (problem !== null) throw invalidToken(problem)
  return context.get('caller')
}

async function take(
  services: Services,
  intake: Intake,
  context: Context<AppEnv>,
  caller: Caller | 'system',
  wish: ObjectWish,
): Promise<string> {
  return intake.admit(context, wish.owner, async () => {
    // Read again after the wait: the bucket may have changed.
    const bucket = await findBucket(services, wish.path.bucket)
    return writeNewObject(services, caller, wish, await intake.receive(context.req.raw, bucket))
  })
}

function refuseTooLarge(services: Services, context: Context<AppEnv>): void {
  if (saidBytes(context) > fileBytesMax(services)) throw tooLarge()
}

/** The file's minimum size; a form's overhead doesn't count. */
function saidBytes(context: Context<AppEnv>): number {
  const said = Number(context.req.header('content-length') ?? 0)
  return Number.isSafeInteger(said) ? Math.max(0, said - formOverheadBytes) : 0
}
