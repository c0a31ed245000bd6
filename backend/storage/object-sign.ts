import type { Context } from 'hono'
import { z } from 'zod'

import type { Caller } from '#backend/database/database.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { imageTransformToText, parseImageTransform } from './image-transform.ts'
import { parseObjectName, parseObjectPath, type ObjectPath } from './object-path.ts'
import { findBucket, findObject, findVisibleNames } from './objects.ts'
import { readRequestJson } from './request-json.ts'
import { signerClaims } from './signer.ts'
import { invalidRequest, noSuchObject } from './storage-errors.ts'
import { verifiedCaller } from './upload.ts'
import { pathInUrl, signUrlToken } from './url-token.ts'

/** POST /object/sign/{bucket}/{path}: returns a URL that reads one object as the caller, while they may see it. */
export function signObject(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = verifiedCaller(context)
    const path = parseObjectPath(context.req.url, '/object/sign/')
    const body = await parseBody(context, oneShape)
    await findBucket(services, path.bucket)
    if ((await findObject(services, caller, path)) === null) throw noSuchObject()
    return context.json({ signedURL: await sign(services, caller, path, body) })
  }
}

/** POST /object/sign/{bucket}: signs many paths; results are in request order. */
export function signObjects(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = verifiedCaller(context)
    const { expiresIn, paths } = await parseBody(context, manyShape)
    const bucket = await findBucket(services, context.req.param('bucket') ?? '')
    const names = paths.map(nameOrNull)
    const visible = await findVisibleNames(
      services,
      caller,
      bucket.id,
      names.filter((name) => name !== null),
    )
    const answers = paths.map(async (path, index) => {
      const name = names[index] ?? null
      if (name === null || !visible.has(name)) return { error: notThere, path, signedURL: null }
      return { error: null, path, signedURL: await sign(services, caller, { bucket: bucket.id, name }, { expiresIn }) }
    })
    return context.json(await Promise.all(answers))
  }
}

const notThere = 'Either the object does not exist or you do not have access to it'

/** 100 years, within a JWT's range. */
const expiresIn = z
  .number()
  .int()
  .min(1)
  .max(100 * 366 * 86_400)
const oneShape = z.object({
  expiresIn,
  transform: z.record(z.string(), z.union([z.string(), z.number()]).nullish()).nullish(),
})
const manyShape = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1_000) })

async function parseBody<T>(context: Context<AppEnv>, shape: z.ZodType<T>): Promise<T> {
  const parsed = shape.safeParse(await readRequestJson(context.req.raw))
  if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error))
  return parsed.data
}

function nameOrNull(text: string): string | null {
  try {
    return parseObjectName(text)
  } catch {
    return null
  }
}

async function sign(
  services: Services,
  caller: Caller,
  path: ObjectPath,
  { expiresIn: seconds, transform }: z.infer<typeof oneShape>,
): Promise<string> {
  const signer = signerClaims(caller)
  const parameters = Object.entries(transform ?? {}).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as const],
  )
  if (parameters.length === 0) {
    return `/object/sign/${pathInUrl(path)}?token=${await signUrlToken(services, 'read', path, seconds, { signer })}`
  }
  const image = parseImageTransform(new Map(parameters))
  const token = await signUrlToken(services, 'read', path, seconds, {
    signer,
    transformations: imageTransformToText(image),
  })
  return `/render/image/sign/${pathInUrl(path)}?token=${token}`
}
