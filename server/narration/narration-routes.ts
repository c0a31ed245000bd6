import { Hono, type Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import { QueueFull } from '#backend/http/fair-queue.ts'
import { createInFlight } from '#backend/http/in-flight.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import { createUploadQueue } from '#backend/http/upload-queue.ts'
import { limits } from '#domain/limits.ts'
import { messages } from '#domain/messages.ts'
import { uuid } from '#domain/uuid.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import { createSenderOf } from '#server/http/sender-of.ts'
import { createPictureFiles, NoRoom } from '#server/pictures/picture-files.ts'
import type { Services } from '#server/services.ts'
import { shareAccessOf } from '#server/share/share-access.ts'

import { tooLargeSentence } from './check-audio.ts'
import { AudioProblem } from './checked-audio.ts'
import { loadNarration } from './load-narration.ts'
import { recordingSaver } from './save-recording.ts'
import { serveRecording } from './serve-recording.ts'
import { serveStepSpeech } from './step-speech.ts'

/**
 * Routes under /narration/v1: the script and audio of a shared demo's steps, for visitors, and uploads of recordings,
 * for editors.
 */
export function narrationRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const addressOf = createClientAddress(services.config.trustedProxies)
  const save = recordingSaver(services, createPictureFiles(services))
  const senderOf = createSenderOf(services)
  // An upload and the file made from it take up to 30 MB of memory.
  const uploads = createUploadQueue({ concurrent: 8, waiting: 24, waitingPerKey: 4 })
  const sending = createInFlight(sendingMax)
  const saved = createRateLimit({ burst: 120, refillMs: 600_000, now: services.now })
  const asked = createNetworkLimit({ burst: 120, refillMs: 60_000, now: services.now })
  const playbackLimit = createNetworkLimit({ burst: 1_200, refillMs: 60_000, now: services.now })

  app.onError((error, context) => refuseError(services, error, context))
  app.get('/demos/:link', async (context) => {
    const address = addressOf(context)
    const access = shareAccessOf(context, context.req.param('link'), address)
    if (address !== null && !asked.take(address)) return refuseHurry(context)
    const narration = access === null ? null : await loadNarration(services, { access, address: address ?? '' })
    return narration === null ? refuseUnknown(context) : context.json(narration)
  })
  app.get('/demos/:link/audio/:hash', async (context) => {
    const address = addressOf(context)
    const access = shareAccessOf(context, context.req.param('link'), address)
    if (address !== null && !playbackLimit.take(address)) return refuseHurry(context)
    const hash = context.req.param('hash')
    if (access === null) return refuseUnknown(context)
    const answer =
      (await serveRecording(services, context.req.raw, { access, hash })) ??
      (await serveStepSpeech(services, context.req.raw, { access, hash, address: address ?? '' }))
    if (answer !== null) return answer
    // Each guessed address reads the demo's texts; players request only audio that exists.
    if (address !== null) playbackLimit.take(address, '', unknownAudioCost)
    return refuseUnknown(context)
  })
  app.post('/demos/:id/recordings', async (context) => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const demoId = context.req.param('id')
    if (!uuid.test(demoId)) return refuseForeign(context)
    const { data, error, status } = await client.rpc('get_recording_workspace', { p_demo_id: demoId })
    if (error !== null) return refuseFailed(context, status)
    if (typeof data !== 'string') return refuseForeign(context)
    if (!saved.take(data)) {
      return refuse(context, 429, 'too_many', 'Too many recordings were saved. Try again in a few minutes.')
    }
    const upload = {
      key: senderOf(context, data),
      request: context.req.raw,
      bytesMax: limits.recordingBytesMax + formatBytes,
    }
    return sending(data, () =>
      uploads.receive(upload, async (body) => {
        if (body === null) return refuse(context, 413, 'too_large', tooLargeSentence)
        return context.json(await save(data, body))
      }),
    )
  })
  return app
}

const unknownAudioCost = 20
/** Per workspace, so that none takes every place. */
const sendingMax = 2
/** Container overhead of the upload, beyond its audio. */
const formatBytes = 256 * 1024

function refuseUnknown(context: Context<AppEnv>): Response {
  return refuse(context, 404, 'not_found', messages.demoNotFound)
}

function refuseForeign(context: Context<AppEnv>): Response {
  return refuse(context, 404, 'gone', 'There is no such demo that you may edit.')
}

function refuseHurry(context: Context<AppEnv>): Response {
  return refuse(context, 429, 'too_many', 'Too many requests. Try again in a minute.')
}

function refuseError(services: Services, error: Error, context: Context<AppEnv>): Response {
  if (error instanceof AudioProblem) return refuse(context, 400, 'bad_audio', error.message)
  if (error instanceof NoRoom) return refuse(context, 413, 'no_room', error.message)
  if (error instanceof QueueFull) {
    return refuse(context, 503, 'busy', 'Too many others are waiting. Try again in a minute.')
  }
  services.log.error({ err: error, requestId: context.get('requestId') }, 'A narration request failed')
  return refuse(context, 503, 'unavailable', 'The server had a problem. Try again in a moment.')
}
