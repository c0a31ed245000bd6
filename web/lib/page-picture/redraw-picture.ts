import { drawPage, drawnBase, escapeMarkup } from './draw-page.ts'
import { clipped, isEmptyBox, type Box } from './flat-tree.ts'
import { fontFaces } from './page-fonts.ts'

export interface RedrawOrder {
  /** The edited page, laid out in its captured size. */
  readonly page: Document
  /** What differs from the picture, in CSS pixels of the page. */
  readonly areas: readonly Box[]
  /** The picture as captured. */
  readonly picture: Blob
  /** How wide the picture is in CSS pixels. */
  readonly pictureWidth: number
  /** The size of the page within the picture. */
  readonly width: number
  readonly height: number
}

/**
 * The picture with these areas drawn from the page; everything else keeps its pixels. Parts that can't be drawn are
 * covered with the page's background colour, so that nothing of the old content remains.
 */
export async function redrawPicture(order: RedrawOrder): Promise<Blob> {
  const { page, pictureWidth, width, height } = order
  const bitmap = await createImageBitmap(order.picture)
  const scale = bitmap.width / pictureWidth
  const view = { left: 0, top: 0, right: width, bottom: height }
  const areas = order.areas.map((area) => snapped(clipped(area, view), scale)).filter((area) => !isEmptyBox(area))
  const drawing = areas.length === 0 ? null : await drawingOf(page, areas, { width, height, scale })
  try {
    return await paint({ bitmap, areas, scale, ground: groundOf(page), drawing })
  } catch (error) {
    if (drawing === null) throw error
    // Some browsers don't allow a canvas with such a drawing to be read.
    return await paint({ bitmap, areas, scale, ground: groundOf(page), drawing: null })
  } finally {
    bitmap.close()
  }
}

interface Painting {
  readonly bitmap: ImageBitmap
  readonly areas: readonly Box[]
  readonly scale: number
  readonly ground: string
  /** The drawn page, in the size it has in the picture. */
  readonly drawing: HTMLImageElement | null
}

async function paint({ bitmap, areas, scale, ground, drawing }: Painting): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser can’t draw pictures.')
  context.drawImage(bitmap, 0, 0)
  context.beginPath()
  for (const { left, top, right, bottom } of areas) {
    context.rect(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)
  }
  context.clip()
  context.fillStyle = ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  if (drawing !== null) context.drawImage(drawing, 0, 0)
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/png')
  const blob = await promise
  if (blob === null) throw new Error('The picture could not be drawn.')
  return blob
}

interface DrawingSize {
  readonly width: number
  readonly height: number
  readonly scale: number
}

/** The page's areas as an image; null if the browser refuses it. */
async function drawingOf(
  page: Document,
  areas: readonly Box[],
  { width, height, scale }: DrawingSize,
): Promise<HTMLImageElement | null> {
  const drawn = drawPage(page, areas)
  const faces = fontFaces(page, drawn.families)
  const addresses = [...new Set([...drawn.files.keys(), ...faces.flatMap(({ files }) => files)])]
  const contents = new Map(
    await Promise.all(addresses.map(async (address) => [address, await dataAddress(address)] as const)),
  )
  const fonts = faces.map(({ css, files }) =>
    files.reduce((text, file) => text.replaceAll(file, contents.get(file) ?? ''), css),
  )
  let { markup, css } = drawn
  for (const [address, mark] of drawn.files) {
    const content = (contents.get(address) ?? emptyImage).replaceAll('"', '%22')
    markup = markup.replaceAll(mark, escapeMarkup(content))
    css = css.replaceAll(mark, content)
  }
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" viewBox="0 0 ${width} ${height}">` +
    `<style>${escapeMarkup(fonts.join('') + drawnBase + css)}</style>` +
    `<foreignObject x="0" y="0" width="${width}" height="${height}">${markup}</foreignObject></svg>`
  const image = new Image()
  // A blob's address would make the canvas unreadable in some browsers.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  try {
    await image.decode()
    return image
  } catch {
    return null
  }
}

async function dataAddress(address: string): Promise<string> {
  if (address.startsWith('data:')) return address
  try {
    const response = await fetch(address)
    if (!response.ok) return emptyImage
    const blob = await response.blob()
    return await new Promise((resolve, reject) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(String(reader.result)))
      reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
      reader.readAsDataURL(blob)
    })
  } catch {
    return emptyImage
  }
}

const emptyImage = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Out to whole pixels of the picture. */
function snapped({ left, top, right, bottom }: Box, scale: number): Box {
  return {
    left: Math.floor(left * scale) / scale,
    top: Math.floor(top * scale) / scale,
    right: Math.ceil(right * scale) / scale,
    bottom: Math.ceil(bottom * scale) / scale,
  }
}

function groundOf(page: Document): string {
  const view = page.defaultView ?? window
  const grounds = [page.body, page.documentElement].map((element) => view.getComputedStyle(element).backgroundColor)
  return grounds.find((color) => color !== 'rgba(0, 0, 0, 0)') ?? '#ffffff'
}
