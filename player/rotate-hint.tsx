import { rotateHint } from '#domain/player-texts.ts'
import type { PlayerStep } from '#protocol/player-page.ts'

/** On a phone held upright, for a while: a wide picture is larger across it. Its style sheet decides where. */
export function RotateHint({ step: { width, height } }: { readonly step: PlayerStep }) {
  return (width ?? 0) > (height ?? 0) * 1.4 ? <p className="us-rotate">{rotateHint}</p> : null
}
