export interface PaletteCommand {
  readonly id: string
  readonly label: string
  /** What kind of thing it is, shown beside the label and searched too. */
  readonly group: string
  /** Other words for it. */
  readonly also?: string
  readonly run: () => void
}

type Offer = () => readonly PaletteCommand[]

let offer: Offer | undefined

/** Adds a page's commands to the palette until the returned function is called. */
export function offerCommands(commands: Offer): () => void {
  offer = commands
  return () => {
    if (offer === commands) offer = undefined
  }
}

export function pageCommands(): readonly PaletteCommand[] {
  return offer?.() ?? []
}
