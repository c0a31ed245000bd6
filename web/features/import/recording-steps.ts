import { actionOf, type Capture } from '#domain/capture.ts'
import { describeAction, describeStep } from '#domain/describe-action.ts'
import { isMeaningfulTitle, untitledName } from '#domain/file-names.ts'
import { limits } from '#domain/limits.ts'
import { redactRecordedAddress } from '#domain/redact-address.ts'
import { hideSecrets } from '#domain/secret-text.ts'
import { readStepAction } from '#domain/step-action.ts'
import { plainStepLook, storedStepLook, type StepLook } from '#domain/step-look.ts'
import type { ImportStepRow } from '#protocol/rows.ts'

import type { FinishedItem } from '../../lib/import/import-job.ts'

/** A recording's steps, each with its capture. */
export function recordingSteps(
  captures: readonly Capture[],
  items: readonly FinishedItem[],
  captureOf: ReadonlyMap<string, string>,
): readonly ImportStepRow[] {
  const byId = new Map(captures.map((capture) => [capture.id, capture]))
  return items.flatMap((item) => {
    const capture = byId.get(captureOf.get(item.id) ?? '')
    return capture === undefined ? [] : [toImportStep(item, capture)]
  })
}

/** The recording's own title, else the first meaningful page title, else the app's host. */
export function recordingName(title: string, captures: readonly Capture[]): string {
  const titles = [title, ...captures.map((capture) => capture.title)].map(plain)
  const name = titles.map(withoutCounter).find(isMeaningfulTitle) ?? hostOf(captures[0]?.url) ?? untitledName
  return name.slice(0, limits.demoNameMax)
}

/** "(3) Inbox" is "Inbox". */
function withoutCounter(title: string): string {
  return title.replace(/^[([]\d+\+?[)\]]\s*/, '')
}

function hostOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : null
}

function toImportStep(item: FinishedItem, capture: Capture): ImportStepRow {
  const title = plain(describeAction(capture))
  const page = plain(capture.title)
  const description = plain(describeStep(capture, page))
  return {
    id: item.id,
    title,
    description: description === '' ? null : description,
    screenshot_url: item.uploaded.path,
    alt: page === '' ? 'Screenshot of a web page' : `Screenshot of the page “${page}”`,
    width: item.uploaded.width,
    height: item.uploaded.height,
    click_x: capture.hotspot?.xPercent ?? null,
    click_y: capture.hotspot?.yPercent ?? null,
    look: storedStepLook(lookOf(capture)),
    capture: {
      id: capture.id,
      session_id: capture.sessionId,
      url: redactRecordedAddress(capture.url),
      title: page,
      timestamp: capture.timestamp,
      target_role: capture.target.role,
      target_name: plain(capture.target.name),
      viewport_width: Math.round(capture.viewport.width),
      viewport_height: Math.round(capture.viewport.height),
      scroll_x: capture.scroll.x,
      scroll_y: capture.scroll.y,
      device_pixel_ratio: capture.devicePixelRatio,
      frame_delay_ms: Math.round(capture.frameDelayMs),
    },
  }
}

/** A box if the element's position is certain. A text field's box is shown, because the typed text appears in it. */
function lookOf(capture: Capture): StepLook {
  const action = readStepAction(actionOf(capture))
  const box = capture.hotspot === null || capture.frameDelayMs !== 0 ? null : (capture.box ?? null)
  const isField = action?.kind === 'type' || action?.kind === 'select'
  return { ...plainStepLook, action, box, marker: box !== null && isField ? 'box' : plainStepLook.marker }
}

/** Page titles can contain line breaks and NUL, which PostgreSQL rejects. Older extensions didn't mask secrets. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- that is the point
  return hideSecrets(text.replace(/[\u0000-\u001f\s]+/g, ' ').trim())
}
