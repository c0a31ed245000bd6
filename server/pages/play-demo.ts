import { createHash } from 'node:crypto'

import { checkPlayable, screenshotAddress, type Step } from '#domain/demo.ts'
import { demoIdHeader } from '#protocol/client-config.ts'
import type { PlayerDemo, PlayerStep } from '#protocol/player-page.ts'
import { toDemo, type DemoWithStepsRow } from '#protocol/rows.ts'
import { backendClient } from '#server/backend-client.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'

export interface SharedDemo {
  readonly demo: PlayerDemo
  /** Changes with anything a visitor could see. */
  readonly digest: string
}

/**
 * Reads a demo as a stranger with its link would; null when it does not exist, is switched off or has no steps.
 * Rejects when the backend does not answer. A demo asked for by many at once is read once, and an answer serves for
 * half a second, so that a link that was switched off is dead within one.
 */
export function createSharedDemos(services: Services): (id: string) => Promise<SharedDemo | null> {
  const answers = new Map<string, { readonly answer: Promise<SharedDemo | null>; readonly until: number }>()

  return (id) => {
    const now = services.now()
    const known = answers.get(id)
    if (known !== undefined && now < known.until) return known.answer
    answers.delete(id)
    if (answers.size >= answersMax) answers.clear()
    const answer = readSharedDemo(services, id)
    answers.set(id, { answer, until: now + answerMs })
    answer.catch(() => answers.delete(id))
    return answer
  }
}

const answerMs = 500
const answersMax = 2_000

async function readSharedDemo(services: Services, id: string): Promise<SharedDemo | null> {
  if (!uuid.test(id)) return null
  const client = backendClient(services, { role: 'anon', headers: { [demoIdHeader]: id } })
  const { data, error } = await client.rpc('get_demo_with_steps', { p_demo_id: id })
  if (error !== null) throw new Error(`get_demo_with_steps: ${error.message}`, { cause: error })
  const row = data as DemoWithStepsRow | null
  const playable = checkPlayable(row === null ? null : toDemo(row), { requireScreenshots: false })
  if (!playable.ok) return null
  const { name, description, steps } = playable.value
  const demo = { id, name, description, steps: steps.map((step, index) => toPlayerStep(services.config, step, index)) }
  return { demo, digest: createHash('sha256').update(JSON.stringify(demo)).digest('base64url') }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function toPlayerStep(config: Config, step: Step, index: number): PlayerStep {
  const { id, title, description, alt, width, height, hotspot } = step
  // Our own backend is at the page's own origin, by whatever name the visitor came.
  const backend = config.embedded === null ? config.backendUrl : ''
  const imageUrl = withoutPrefix(
    screenshotAddress(backend, step.screenshotUrl),
    config.embedded === null ? '' : config.publicUrl,
  )
  const isOurs = imageUrl.startsWith(`${backend}${publicObjects}`)
  const renderUrl = isOurs ? imageUrl.replace(publicObjects, '/storage/v1/render/image/public/') : null
  return { id, order: index + 1, title, description, alt, width, height, hotspot, imageUrl, renderUrl }
}

const publicObjects = '/storage/v1/object/public/'

function withoutPrefix(text: string, prefix: string): string {
  return prefix !== '' && text.startsWith(`${prefix}/`) ? text.slice(prefix.length) : text
}
