import { Hono, type Context } from 'hono'

import type { Caller } from '#backend/database/database.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import type { Intake } from './intake.ts'
import { parseObjectName } from './object-path.ts'
import { askWhetherAllowed, ownerOf, requireRoom, type ObjectWish } from './object-write.ts'
import { findBucket } from './objects.ts'
import { renderStorageError } from './render-storage-error.ts'
import {
  byteHeader,
  checksumAlgorithms,
  offsetOctets,
  parseChecksum,
  parseUploadMetadata,
  requireOffsetOctets,
  requireVersion,
  tusExtensions,
  tusVersion,
} from './resumable-headers.ts'
import {
  findUpload,
  insertUpload,
  leaseUpload,
  removeUpload,
  type Lease,
  type ResumableUpload,
} from './resumable-upload.ts'
import { finishUpload, receivePiece } from './resumable-write.ts'
import { noSuchUpload, resumableError, tooLarge } from './storage-errors.ts'
import { takeKey } from './store-stream.ts'
import { cacheControlOf, parseMetadata } from './upload-body.ts'
import { fileBytesMax, uploadBytesMax } from './upload-check.ts'
import { believedCaller, signedWish } from './upload.ts'

/** The caller, or the holder of a signed upload token. */
interface Uploader {
  readonly caller: Caller | 'system'
  readonly role: string
  readonly owner: string | null
  readonly signed: ObjectWish | null
}

/**
 * TUS 1.0.0 at /upload/resumable, and at /upload/resumable/sign with a signed upload token in `x-signature`. An upload
 * survives interruption at any byte: the offset HEAD reports is durable, and any server process can resume it.
 */
export function resumableRoutes(services: Services, intake: Intake): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error, context) => {
    context.header('tus-resumable', tusVersion)
    return renderStorageError(services, error, context, { isStatusOwn: true })
  })
  for (const [base, isSigned] of [
    ['/sign', true],
    ['', false],
  ] as const) {
    app.options(base === '' ? '/' : base, announce)
    app.options(`${base}/:id`, announce)
    app.post(base === '' ? '/' : base, (context) => create(context, isSigned))
    app.get(`${base}/:id`, (context) => tell(context, isSigned))
    app.patch(`${base}/:id`, (context) => append(context, isSigned))
    app.delete(`${base}/:id`, (context) => terminate(context, isSigned))
    // For clients behind proxies without PATCH.
    app.post(`${base}/:id`, (context) => {
      const method = context.req.header('x-http-method-override')?.toUpperCase()
      if (method === 'PATCH') return append(context, isSigned)
      if (method === 'DELETE') return terminate(context, isSigned)
      throw noSuchUpload()
    })
  }
  return app

  function announce(context: Context<AppEnv>): Response {
    context.header('tus-resumable', tusVersion)
    context.header('tus-version', tusVersion)
    context.header('tus-extension', tusExtensions)
    context.header('tus-max-size', String(fileBytesMax(services)))
    context.header('tus-checksum-algorithm', checksumAlgorithms.join(','))
    return context.body(null, 204)
  }

  async function create(context: Context<AppEnv>, isSigned: boolean): Promise<Response> {
    requireVersion(context)
    const uploader = await findUploader(context, isSigned)
    const length = byteHeader(context, 'upload-length')
    const isDeferred = context.req.header('upload-defer-length') === '1'
    if ((length === null) !== isDeferred)
      throw resumableError(400, 'Upload-Length or Upload-Defer-Length must be given')
    const metadata = parseUploadMetadata(context.req.header('upload-metadata'))
    const path = { bucket: metadata.bucket, name: parseObjectName(metadata.name) }
    const { signed } = uploader
    if (signed !== null && (signed.path.bucket !== path.bucket || signed.path.name !== path.name)) throw notSignedFor()
    const isUpsert = signed === null ? context.req.header('x-upsert') === 'true' : signed.isUpsert
    const bucket = await findBucket(services, path.bucket)
    if ((length ?? 0) > uploadBytesMax(services, bucket, metadata.mimeType)) throw tooLarge()
    await askWhetherAllowed(services, uploader.caller, { path, isUpsert, owner: uploader.owner })
    await requireRoom(services, path, length ?? 0)

    const expiresAtMs = services.now() + services.config.storage.resumableUploadMs
    const id = await insertUpload(services, {
      ...path,
      callerRole: uploader.role,
      owner: uploader.owner,
      isSigned,
      isUpsert,
      mimeType: metadata.mimeType,
      cacheControl: cacheControlOf(metadata.cacheControl),
      userMetadata: parseMetadata(metadata.userMetadata),
      uploadMetadata: metadata.text,
      length,
      received: 0,
      key: takeKey(),
      handle: null,
      tags: [],
      restKey: null,
      isFinished: false,
      expiresAtMs,
    })
    context.header('location', `/storage/v1/upload/resumable/${isSigned ? 'sign/' : ''}${id}`)
    const hasBody = context.req.header('content-type')?.toLowerCase() === offsetOctets
    if (hasBody || length === 0) await write(context, uploader, id, 0, length)
    else context.header('upload-expires', new Date(expiresAtMs).toUTCString())
    context.header('tus-resumable', tusVersion)
    return context.body(null, 201)
  }

  async function tell(context: Context<AppEnv>, isSigned: boolean): Promise<Response> {
    requireVersion(context)
    const uploader = await findUploader(context, isSigned)
    const upload = await findOwnUpload(context, uploader)
    // The server died between the last byte and creating the object.
    if (!upload.isFinished && upload.received === upload.length) await finishLate(context, uploader, upload.id)
    context.header('tus-resumable', tusVersion)
    context.header('cache-control', 'no-store')
    context.header('upload-offset', String(upload.received))
    context.header('upload-expires', new Date(upload.expiresAtMs).toUTCString())
    if (upload.length === null) context.header('upload-defer-length', '1')
    else context.header('upload-length', String(upload.length))
    if (upload.uploadMetadata !== '') context.header('upload-metadata', upload.uploadMetadata)
    return context.body(null, 200)
  }

  async function append(context: Context<AppEnv>, isSigned: boolean): Promise<Response> {
    requireVersion(context)
    requireOffsetOctets(context)
    const offset = byteHeader(context, 'upload-offset')
    if (offset === null) throw resumableError(400, 'Upload-Offset must be given')
    const uploader = await findUploader(context, isSigned)
    const upload = await findOwnUpload(context, uploader)
    if (upload.isFinished) throw resumableError(403, 'The upload is complete')
    const length = byteHeader(context, 'upload-length') ?? upload.length
    if (upload.length !== null && length !== upload.length) throw resumableError(400, 'Upload-Length can not change')
    await write(context, uploader, upload.id, offset, length)
    context.header('tus-resumable', tusVersion)
    return context.body(null, 204)
  }

  async function terminate(context: Context<AppEnv>, isSigned: boolean): Promise<Response> {
    requireVersion(context)
    const uploader = await findUploader(context, isSigned)
    const { id } = await findOwnUpload(context, uploader)
    const lease = await leaseUpload(services, id)
    await removeUpload(services, lease.upload)
    context.header('tus-resumable', tusVersion)
    return context.body(null, 204)
  }

  async function write(
    context: Context<AppEnv>,
    uploader: Uploader,
    id: string,
    offset: number,
    length: number | null,
  ): Promise<void> {
    const checksum = parseChecksum(context.req.header('upload-checksum'))
    await intake.admit(context, uploader.owner, async () => {
      await withLease(id, async (lease) => {
        const { upload } = lease
        if (upload.received !== offset) throw resumableError(409, 'Upload-Offset is not where the upload stands')
        const bucket = await findBucket(services, upload.bucket)
        // The length may have been deferred.
        await requireRoom(services, upload, 0)
        const bytesMax = uploadBytesMax(services, bucket, upload.mimeType)
        if ((length ?? 0) > bytesMax) throw tooLarge()
        if (length !== null && length < offset) throw resumableError(400, 'Upload-Length is less than what is there')
        const piece = { body: context.req.raw.body, length, bytesMax, checksum }
        const progress = await receivePiece(services, lease, piece)
        if (progress.received === progress.length) {
          await finishUpload(services, intake, lease, uploader.caller, progress)
        }
        context.header('upload-offset', String(progress.received))
        context.header('upload-expires', new Date(upload.expiresAtMs).toUTCString())
      })
    })
  }

  async function finishLate(context: Context<AppEnv>, uploader: Uploader, id: string): Promise<void> {
    await intake.admit(context, uploader.owner, () =>
      withLease(id, async (lease) => {
        if (!lease.upload.isFinished) await finishUpload(services, intake, lease, uploader.caller, lease.upload)
      }),
    )
  }

  async function withLease(id: string, job: (lease: Lease) => Promise<void>): Promise<void> {
    const lease = await leaseUpload(services, id)
    try {
      await job(lease)
    } finally {
      // Without the database, the lease expires by itself.
      await lease.release().catch(() => undefined)
    }
  }

  async function findUploader(context: Context<AppEnv>, isSigned: boolean): Promise<Uploader> {
    if (!isSigned) {
      const caller = believedCaller(context)
      return { caller, role: caller.role, owner: ownerOf(caller), signed: null }
    }
    const signed = await signedWish(services, context.req.header('x-signature'), null)
    return { caller: 'system', role: 'signed', owner: signed.owner, signed }
  }

  /** Other users' uploads are answered as missing. */
  async function findOwnUpload(context: Context<AppEnv>, uploader: Uploader): Promise<ResumableUpload> {
    const id = context.req.param('id') ?? ''
    const upload = uuidShape.test(id) ? await findUpload(services, id) : null
    if (upload === null || upload.callerRole !== uploader.role || upload.owner !== uploader.owner) throw noSuchUpload()
    const { signed } = uploader
    if (signed !== null && (signed.path.bucket !== upload.bucket || signed.path.name !== upload.name))
      throw noSuchUpload()
    if (upload.expiresAtMs < services.now()) throw resumableError(410, 'The upload has expired', 'ExpiredToken')
    return upload
  }
}

const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function notSignedFor() {
  return resumableError(403, 'The token was made for another object', 'InvalidUploadSignature')
}
