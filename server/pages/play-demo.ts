import { createHash } from 'node:crypto'

import { ownBrand, type Brand } from '#domain/brand.ts'
import { checkPlayable, screenshotAddress, type Step } from '#domain/demo.ts'
import { isObject } from '#domain/is-object.ts'
import { demoFonts, type DemoFont, type DemoLook } from '#domain/demo-look.ts'
import { withMediaAddress } from '#domain/card.ts'
import { finishedCard } from '#domain/unfinished-card.ts'
import { readVariableValues } from '#domain/variables.ts'
import { toCard, type StepCardRow } from '#protocol/card-rows.ts'
import { usedVariableNames } from '#protocol/fill-demo.ts'
import type { PlayerDemo, PlayerStep } from '#protocol/player-page.ts'
import { toDemo, type DemoWithStepsRow } from '#protocol/rows.ts'
import { stepSnapshot, type SnapshotRow } from '#protocol/step-snapshot.ts'
import type { StepSnapshot } from '#protocol/snapshots.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Config } from '#server/settings/config.ts'
import type { Services } from '#server/services.ts'
import { accessHeaders, isShareToken, findOpenedDemoId, type ShareAccess } from '#server/share/share-access.ts'

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
  /** Of the demo as JSON, in characters. */
  readonly size: number
  /** Of the variables that it declares or uses. */
  readonly variableNames: ReadonlySet<string>
}

/**
 * Reads a demo with this visitor's access; null if unknown or switched off, 'noSteps' if empty, 'password' if the link
 * needs one. Rejects when the backend fails. Concurrent reads share one query, and answers are cached for half a
 * second: a link switched off in this process is gone at once, in another within a second.
 */
export function createSharedDemos(
  services: Services,
): (access: ShareAccess) => Promise<SharedDemo | 'password' | 'noSteps' | null> {
  const answers = new Map<string, { readonly answer: ReturnType<typeof readSharedDemo>; readonly until: number }>()
  services.sharing.listen(() => answers.clear())

  return (access) => {
    const now = services.now()
    // Visitors of a link share a cache entry only if they have the same pass.
    const key = `${access.link} ${access.pass ?? ''}`
    const known = answers.get(key)
    if (known !== undefined && now < known.until) return known.answer
    answers.delete(key)
    // Oldest first, to evict expired entries.
    for (const [oldest, { until }] of answers) {
      if (now < until && answers.size < answersMax) break
      answers.delete(oldest)
    }
    const answer = readSharedDemo(services, access)
    answers.set(key, { answer, until: now + answerMs })
    answer.catch(() => {
      if (answers.get(key)?.answer === answer) answers.delete(key)
    })
    return answer
  }
}

const answerMs = 500
const answersMax = 2_000

async function readSharedDemo(
  services: Services,
  access: ShareAccess,
): Promise<SharedDemo | 'password' | 'noSteps' | null> {
  const client = backendClient(services, { role: 'anon', headers: accessHeaders(access) })
  const id = isShareToken(access.link) ? await findOpenedDemoId(services, access) : access.link
  if (id === null) {
    const { data: isAsked } = await client.rpc('shared_demo_needs_password')
    return isAsked === true ? 'password' : null
  }
  const [{ data, error }, branded, carded, snapshots, variables] = await Promise.all([
    client.rpc('get_demo_with_steps', { p_demo_id: id }),
    client.rpc('get_demo_brand', { p_demo_id: id }),
    client.rpc('get_demo_cards', { p_demo_id: id }),
    client.rpc('shared_snapshots'),
    isShareToken(access.link) ? client.rpc('shared_link_variables') : { data: null },
  ])
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
      .flatMap((card) => finishedCard(withMediaAddress(card, backendOf(services.config))) ?? []),
  }
  const backgroundUrl = look.background === 'image' ? backgroundOf(services.config, look.backgroundImage) : null
  const transcripts = look.isNarrated ? transcriptsOf(steps) : {}
  const isSearchable = row?.is_searchable === true
  const content = JSON.stringify([demo, transcripts, isSearchable])
  const digest = createHash('sha256').update(content).digest('base64url')
  const variableNames = usedVariableNames(demo)
  return { demo, backgroundUrl, transcripts, isSearchable, digest, size: content.length, variableNames }
}

function transcriptsOf(steps: readonly Step[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    steps.flatMap(({ id, narration }) => {
      const text = narration?.text.trim() ?? ''
      return text === '' ? [] : [[id, text]]
    }),
  )
}

/** Our own backend shares the page's origin, whatever the hostname. */
function backendOf(config: Config): string {
  return config.embedded === null ? config.backendUrl : ''
}

interface BrandRow {
  readonly color: string | null
  readonly logo: string | null
  readonly shows_product_name: boolean
  readonly font: DemoFont | null
}

/** Falls back to our brand if the workspace's can't be read. */
function toBrand(config: Config, row: BrandRow | null): Brand {
  if (row === null) return ownBrand
  const backend = config.embedded === null ? config.backendUrl : ''
  const logoUrl = row.logo === null ? null : screenshotAddress(backend, row.logo)
  const font = demoFonts.find((known) => known === row.font) ?? null
  return { color: row.color, logoUrl, showsProductName: row.shows_product_name, font }
}

/** A scaled copy, because it is behind everything else. */
function backgroundOf(config: Config, path: string | null): string | null {
  if (path === null) return null
  const url = screenshotAddress(config.embedded === null ? config.backendUrl : '', path)
  return `${url.replace(publicObjects, '/storage/v1/render/image/public/')}?width=1440&resize=contain`
}

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
  // Our own backend shares the page's origin, whatever the hostname.
  const backend = config.embedded === null ? config.backendUrl : ''
  const imageUrl = withoutPrefix(
    screenshotAddress(backend, step.screenshotUrl),
    config.embedded === null ? '' : config.publicUrl,
  )
  const isOurs = imageUrl.startsWith(`${backend}${publicObjects}`)
  const renderUrl = isOurs ? imageUrl.replace(publicObjects, '/storage/v1/render/image/public/') : null
  const shown = { id, order: index + 1, title, description, alt, width, height, hotspot, look, targetStepId }
  return { ...shown, imageUrl, renderUrl }
}

const publicObjects = '/storage/v1/object/public/'

function withoutPrefix(text: string, prefix: string): string {
  return prefix !== '' && text.startsWith(`${prefix}/`) ? text.slice(prefix.length) : text
}
