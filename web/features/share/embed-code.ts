import { embedCode } from '../../lib/share-text.ts'

export const embedModes = ['inline', 'popup', 'bubble'] as const
export type EmbedMode = (typeof embedModes)[number]

export interface EmbedChoice {
  readonly mode: EmbedMode
  /** For the mode 'inline': in pixels; null fills its column. */
  readonly widthMax: number | null
  /** For the mode 'inline': the container's corners. */
  readonly isRound: boolean
  /** For the mode 'inline': shows a picture and a button, and loads the player on click. */
  readonly startsOnClick: boolean
  /** For the other modes: the label of the button that opens it. */
  readonly label: string
}

export const plainEmbed: EmbedChoice = {
  mode: 'inline',
  widthMax: null,
  isRound: false,
  startsOnClick: false,
  label: '',
}

export const embedLabelMax = 60

/** The container's attributes (docs/embedding.md), except the demo's id. */
export function embedAttributes(choice: EmbedChoice): readonly (readonly [string, string])[] {
  if (choice.mode !== 'inline') {
    const label = choice.label.trim()
    return [['data-mode', choice.mode], ...(label === '' ? [] : [['data-label', label] as const])]
  }
  const styles = [
    ...(choice.widthMax === null ? [] : [`max-width: ${choice.widthMax}px; margin: 0 auto`]),
    ...(choice.isRound ? ['border-radius: 12px'] : []),
  ]
  return [
    ...(choice.startsOnClick ? [['data-facade', ''] as const] : []),
    ...(styles.length === 0 ? [] : [['style', styles.join('; ')] as const]),
  ]
}

/** The snippet to paste into a page. By default, it is the specification's (spec §2). */
export function embedCodeOf(publicUrl: string, demoIdOrToken: string, choice: EmbedChoice): string {
  const attributes = embedAttributes(choice).map(([name, value]) =>
    value === '' ? name : `${name}="${escape(value)}"`,
  )
  const id = `data-demo-id="${demoIdOrToken}"`
  return embedCode(publicUrl, demoIdOrToken).replace(id, () => [id, ...attributes].join('\n     '))
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
