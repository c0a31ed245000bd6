export interface PaletteCommand {
  readonly id: string
  readonly label: string
  /** The kind of target, shown beside the label and also searched. */
  readonly group: string
  /** Synonyms to search. */
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
