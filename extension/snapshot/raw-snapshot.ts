interface PictureArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A translucent colour over a part of the picture, such as a dialog's backdrop. */
export interface Tint extends PictureArea {
  readonly color: readonly [number, number, number]
  readonly alpha: number
}

/** A part of the picture, in CSS pixels of the viewport. */
export interface PicturePart extends PictureArea {
  /** Tints to remove from it, topmost first. */
  readonly tints?: readonly Tint[]
}

/** A file the markup refers to: at an address, or cut out of the picture. */
export type RawAsset = { url: string } | { readonly part: PicturePart }

/** A style sheet by address, or its text with the base for its relative addresses. */
export type RawSheet = { readonly href: string } | { text: string; readonly base: string }

/**
 * A page as read by the content script, still with the site's own addresses. The markup refers to assets and sheets as
 * `{mark}a0`, `{mark}s0` and so on.
 */
export interface RawSnapshot {
  /** Unguessable, so that no text of the page can be mistaken for a reference. */
  readonly mark: string
  readonly html: string
  readonly assets: readonly RawAsset[]
  readonly sheets: readonly RawSheet[]
  /** Addresses that the page has fetched; null if unknown. */
  readonly loaded: readonly string[] | null
  /** Media features of the author's browser, such as `hover:hover`. */
  readonly features: readonly string[]
  readonly width: number
  readonly height: number
  readonly pictureWidth: number
}
