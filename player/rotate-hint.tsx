import { rotateHint } from '#domain/player-texts.ts'
import type { PlayerStep } from '#protocol/player-page.ts'

/**
 * Briefly, on a phone held upright: says that turning the phone enlarges a wide picture. The style sheet decides when.
 */
export function RotateHint({ step: { width, height } }: { readonly step: PlayerStep }) {
  return (width ?? 0) > (height ?? 0) * 1.4 ? <p className="us-rotate">{rotateHint}</p> : null
}
