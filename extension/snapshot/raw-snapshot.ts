/** Part of the picture, in CSS pixels of the viewport. */
export interface PicturePart {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A file that the markup names: by its address, or cut out of the picture. */
export type RawAsset = { readonly url: string } | { readonly part: PicturePart }

/** A style sheet by its address, or its text and what its own addresses are relative to. */
export type RawSheet = { readonly href: string } | { readonly text: string; readonly base: string }

/**
 * A page as its content script reads it, still with the addresses of the site. The markup names assets and sheets by
 * `{mark}a0`, `{mark}s0` and so on.
 */
export interface RawSnapshot {
  /** Unguessable, so that no text of the page can be taken for a name. */
  readonly mark: string
  readonly html: string
  readonly assets: readonly RawAsset[]
  readonly sheets: readonly RawSheet[]
  /** Addresses that the page has fetched; null when that isn't known. */
  readonly loaded: readonly string[] | null
  readonly scheme: 'light' | 'dark'
  readonly width: number
  readonly height: number
  readonly pictureWidth: number
}
