import { ownBrand, readColor, type Brand } from '#domain/brand.ts'
import { demoFonts } from '#domain/demo-look.ts'
import { screenshotAddress, type Step } from '#domain/demo.ts'
import { isTallPicture } from '#domain/tall-picture.ts'
import { isObject } from '#domain/is-object.ts'
import type { PlayerStep } from '#protocol/player-page.ts'

import { callBackend } from './call-backend.ts'
import { publicObjects } from './image-address.ts'

/* Converts the dashboard's data to a demo for the player. */

/** The workspace's brand, or ours if it can't be loaded, so that the demo still plays. */
export async function loadBrand(demoId: string, backendUrl: string): Promise<Brand> {
  const answer = await callBackend((client) => client.rpc('get_demo_brand', { p_demo_id: demoId })).catch(() => null)
  const row: unknown = answer?.ok === true ? answer.value : null
  if (!isObject(row)) return ownBrand
  const { color, logo, font } = row
  return {
    color: typeof color === 'string' ? readColor(color) : null,
    logoUrl: typeof logo === 'string' ? screenshotAddress(backendUrl, logo) : null,
    showsProductName: row['shows_product_name'] !== false,
    font: demoFonts.find((known) => known === font) ?? null,
  }
}

export function toPlayerStep(step: Step, backendUrl: string): PlayerStep {
  const { id, order, alt, width, height, hotspot, look, targetStepId } = step
  const imageUrl = screenshotAddress(backendUrl, step.screenshotUrl)
  const isOurs = imageUrl.startsWith(`${backendUrl}${publicObjects}`)
  return {
    ...(isTallPicture(width, height) && { isTall: true as const }),
    id,
    order,
    alt,
    width,
    height,
    hotspot,
    look,
    targetStepId,
    imageUrl,
    title: textOrNull(step.title),
    description: textOrNull(step.description),
    renderUrl: isOurs ? imageUrl.replace(publicObjects, '/storage/v1/render/image/public/') : null,
  }
}

function textOrNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}
