import { createHash } from 'node:crypto'

import { z } from 'zod'

import { checkPlayable, screenshotAddress, type Step } from '#domain/demo.ts'
import { isObject } from '#domain/is-object.ts'
import { isTallPicture } from '#domain/tall-picture.ts'
import type { DemoLook } from '#domain/demo-look.ts'
import { withMediaAddress } from '#domain/card.ts'
import { finishedCard } from '#domain/unfinished-card.ts'
import { readVariableValues } from '#domain/variables.ts'
import { toCard, type StepCardRow } from '#protocol/card-rows.ts'
import { usedVariableNames } from '#protocol/fill-demo.ts'
import type { PlayerDemo, PlayerStep } from '#protocol/player-page.ts'
import { toDemo, type DemoWithStepsRow } from '#protocol/rows.ts'
import { stepSnapshot, type SnapshotRow } from '#protocol/step-snapshot.ts'
import type { StepSnapshot } from '#protocol/snapshots.ts'
import { createFairQueue, QueueFull } from '#backend/http/fair-queue.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Config } from '#server/settings/config.ts'
import type { Services } from '#server/services.ts'
import { accessHeaders, isShareToken, type ShareAccess } from '#server/share/share-access.ts'

import { pictureOrigin } from './picture-origin.ts'
import { toBrand, type BrandRow } from './workspace-brand.ts'

export interface SharedDemo {
  readonly demo: PlayerDemo
  /** The demo's background picture, for its page; null without one. */
  readonly backgroundUrl: string | null
  /** The words of recordings, if they differ from the step's text, by step id; only for a narrated demo. */
  readonly transcripts: Readonly<Record<string, string>>
  /** Whether search engines may list its text. */
  readonly isSearchable: boolean
  /** Changes with anything a visitor could see. */
  readonly digest: string
  /** The demo and its transcripts as JSON. */
  readonly content: string
  /** The names of variables that the demo declares or uses. */
  readonly variableNames: ReadonlySet<string>
}

export type FoundDemo = SharedDemo | 'password' | 'noSteps' | 'tooLarge' | null

/**
 * Reads a demo with the access of a visitor at this address; null if unknown or switched off, 'noSteps' if empty,
 * 'tooLarge' if nobody can read it, 'password' if the link needs one. Rejects when the backend fails, and with QueueFull
 * when the visitor's network reads too many large demos.
 */
export type FindSharedDemo = (access: ShareAccess, address: string) => Promise<FoundDemo>

/**
 * Asks for a demo's version at most twice a second, and reads the demo once for each version: a link switched off in
 * this process is gone at once, in another within a second. Networks take turns to read; only large demos use up their
 * limit.
 */
export function createSharedDemos(services: Services): FindSharedDemo {
  const findState = createStates(services)
  const queue = createFairQueue({ concurrent: 4, waiting: 200, waitingPerKey: 40 })
  const largeReads = createNetworkLimit({ burst: 300, refillMs: 60_000, now: services.now })
  /** By link, least recently used first. */
  const contents = new Map<string, Content>()
  let total = 0

  return async (access, address) => {
    const { link } = access
    const state = await findState(access, address)
    if (state === null || state === 'password') return state
    const known = findKnown()
    if (known !== undefined) return known
    const parts = Math.floor(state.bytes / 100_000)
    if (parts > 0 && !largeReads.take(address, '', Math.min(parts, 300))) throw new QueueFull(true)
    return queue.run(address, () => findKnown() ?? read(state))

    function findKnown(): Promise<SharedContent> | undefined {
      const content = contents.get(link)
      if (content === undefined || state === null || state === 'password' || content.stamp !== state.stamp) return
      contents.delete(link)
      contents.set(link, content)
      return content.demo
    }

    function read({ id, stamp, bytes }: SharedState): Promise<SharedContent> {
      forget(link)
      const demo = readSharedDemo(services, access, id)
      const content = { stamp, bytes, demo }
      contents.set(link, content)
      total += bytes
      demo.catch(() => contents.get(link) === content && forget(link))
      for (const oldest of contents.keys()) {
        if ((total <= bytesMax && contents.size <= demosMax) || contents.size === 1) break
        forget(oldest)
      }
      return demo
    }
  }

  function forget(link: string): void {
    total -= contents.get(link)?.bytes ?? 0
    contents.delete(link)
  }
}

type SharedContent = SharedDemo | 'noSteps' | 'tooLarge' | null

interface Content {
  readonly stamp: string
  readonly bytes: number
  readonly demo: Promise<SharedContent>
}

/** In memory, a demo takes several times as much as its texts. */
const bytesMax = 16_000_000
const demosMax = 2_000

const stateShape = z.object({ id: z.string(), stamp: z.string(), bytes: z.number() })
type SharedState = z.infer<typeof stateShape>

/** The version of the demo that an access opens. Concurrent requests share one query; networks take turns. */
function createStates(
  services: Services,
): (access: ShareAccess, address: string) => Promise<SharedState | 'password' | null> {
  const queue = createFairQueue({ concurrent: 8, waiting: 1_000, waitingPerKey: 100 })
  const answers = new Map<string, { readonly answer: ReturnType<typeof readState>; readonly until: number }>()
  services.sharing.listen(() => answers.clear())

  return async (access, address) => {
    // Visitors of a link share a cache entry only if they have the same pass.
    const key = `${access.link} ${access.pass ?? ''}`
    return findKnown(key) ?? queue.run(address, () => findKnown(key) ?? ask(key, access))
  }

  function findKnown(key: string): ReturnType<typeof readState> | undefined {
    const known = answers.get(key)
    return known !== undefined && services.now() < known.until ? known.answer : undefined
  }

  function ask(key: string, access: ShareAccess): ReturnType<typeof readState> {
    const now = services.now()
    answers.delete(key)
    // Oldest first, to evict expired entries.
    for (const [oldest, { until }] of answers) {
      if (now < until && answers.size < answersMax) break
      answers.delete(oldest)
    }
    const answer = readState(services, access)
    answers.set(key, { answer, until: now + answerMs })
    answer.catch(() => {
      if (answers.get(key)?.answer === answer) answers.delete(key)
    })
    return answer
  }
}

const answerMs = 500
const answersMax = 2_000

async function readState(services: Services, access: ShareAccess): Promise<SharedState | 'password' | null> {
  const client = backendClient(services, { role: 'anon', headers: accessHeaders(access) })
  const { data, error } = await client.rpc('shared_demo_state')
  if (error !== null) throw new Error(`shared_demo_state: ${error.message}`, { cause: error })
  if (data !== null) return stateShape.parse(data)
  if (!isShareToken(access.link)) return null
  const { data: isAsked } = await client.rpc('shared_demo_needs_password')
  return isAsked === true ? 'password' : null
}

async function readSharedDemo(services: Services, access: ShareAccess, id: string): Promise<SharedContent> {
  const client = backendClient(services, { role: 'anon', headers: accessHeaders(access) })
  const [{ data, error }, branded, carded, snapshots, variables] = await Promise.all([
    client.rpc('get_demo_with_steps', { p_demo_id: id }),
    client.rpc('get_demo_brand', { p_demo_id: id }),
    client.rpc('get_demo_cards', { p_demo_id: id }),
    client.rpc('shared_snapshots'),
    isShareToken(access.link) ? client.rpc('shared_link_variables') : { data: null },
  ])
  if (error?.code === answerTooLarge || carded.error?.code === answerTooLarge) return 'tooLarge'
  if (error !== null) throw new Error(`get_demo_with_steps: ${error.message}`, { cause: error })
  if (carded.error !== null) throw new Error(`get_demo_cards: ${carded.error.message}`, { cause: carded.error })
  const row = data as DemoWithStepsRow | null
  const playable = checkPlayable(row === null ? null : toDemo(row), { requireScreenshots: false })
  if (!playable.ok) return playable.problem === 'noSteps' ? 'noSteps' : null
  const { name, description, look, steps } = playable.value
  const brand = toBrand(services.config, branded.data as BrandRow | null)
  const demo = {
    id,
    name,
    description,
    brand,
    look,
    variables: isObject(variables.data) ? readVariableValues(Object.entries(variables.data)) : {},
    steps: steps.map((step, index) => ({
      ...toPlayerStep(services.config, step, index),
      ...snapshotOf(snapshots.data as readonly StepSnapshotRow[] | null, step, look),
    })),
    cards: (carded.data as readonly StepCardRow[])
      .flatMap((row) => toCard(row) ?? [])
      .flatMap((card) => finishedCard(withMediaAddress(card, pictureOrigin(services.config))) ?? []),
  }
  const backgroundUrl = look.background === 'image' ? backgroundOf(services.config, look.backgroundImage) : null
  const transcripts = look.isNarrated ? transcriptsOf(steps) : {}
  const isSearchable = row?.is_searchable === true
  const content = JSON.stringify({ demo, transcripts, isSearchable })
  const digest = createHash('sha256').update(content).digest('base64url')
  const variableNames = usedVariableNames(demo)
  return { demo, backgroundUrl, transcripts, isSearchable, digest, content, variableNames }
}

function transcriptsOf(steps: readonly Step[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    steps.flatMap(({ id, narration }) => {
      const text = narration?.text.trim() ?? ''
      return text === '' ? [] : [[id, text]]
    }),
  )
}

/** A scaled copy, because it is behind everything else. */
function backgroundOf(config: Config, path: string | null): string | null {
  if (path === null) return null
  const url = screenshotAddress(pictureOrigin(config), path)
  return `${url.replace(publicObjects, '/storage/v1/render/image/public/')}?width=1440&resize=contain`
}

/** The code of rest/v1 for answers beyond PGRST_DB_ANON_MAX_ANSWER_BYTES. */
const answerTooLarge = 'PGRSTX03'

interface StepSnapshotRow extends SnapshotRow {
  readonly step_id: string
}

/** Without the page, or if it can't be read, the step shows its picture. */
function snapshotOf(
  rows: readonly StepSnapshotRow[] | null,
  step: Step,
  look: DemoLook,
): { readonly snapshot?: StepSnapshot } {
  const row = rows?.find((each) => each.step_id === step.id)
  return row === undefined ? {} : { snapshot: stepSnapshot(row, look) }
}

function toPlayerStep(config: Config, step: Step, index: number): PlayerStep {
  const { id, title, description, alt, width, height, hotspot, look, targetStepId } = step
  const backend = pictureOrigin(config)
  const imageUrl = withoutPrefix(
    screenshotAddress(backend, step.screenshotUrl),
    config.embedded === null ? '' : config.publicUrl,
  )
  const isOurs = imageUrl.startsWith(`${backend}${publicObjects}`)
  const renderUrl = isOurs ? imageUrl.replace(publicObjects, '/storage/v1/render/image/public/') : null
  const shown = { id, order: index + 1, title, description, alt, width, height, hotspot, look, targetStepId }
  return { ...shown, imageUrl, renderUrl, ...(isTallPicture(width, height) && { isTall: true as const }) }
}

const publicObjects = '/storage/v1/object/public/'

function withoutPrefix(text: string, prefix: string): string {
  return prefix !== '' && text.startsWith(`${prefix}/`) ? text.slice(prefix.length) : text
}
