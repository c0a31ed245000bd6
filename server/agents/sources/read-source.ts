import { cutPassages, type TextBlock } from './cut-passages.ts'
import { SourceProblem } from './source-problem.ts'

/** A file or a fetched page. */
export interface SourceFile {
  readonly bytes: Uint8Array
  /** The file's name, or the end of the address. */
  readonly name: string
  /** With its charset, if known. */
  readonly mediaType: string
}

export interface ReadSource {
  /** The document's own title, or ''. */
  readonly title: string
  /** Pages of a PDF, else 1. */
  readonly pages: number
  readonly passages: readonly TextBlock[]
  /** The links of a web page. */
  readonly links: readonly string[]
}

/**
 * Reads any supported type, detected from the content first, because names and media types can be wrong. Runs in its
 * own thread.
 */
export async function readSource({ bytes, name, mediaType }: SourceFile): Promise<ReadSource> {
  const { title = '', pages = 1, blocks, links = [] } = await readKind(bytes, name.toLowerCase(), mediaType)
  const passages = cutPassages(blocks)
  if (passages.length === 0) {
    throw new SourceProblem('This has no text. Run text recognition on a scan first.')
  }
  return { title: title.slice(0, 300), pages, passages, links }
}

async function readKind(
  bytes: Uint8Array,
  name: string,
  mediaType: string,
): Promise<{
  readonly title?: string
  readonly pages?: number
  readonly blocks: Iterable<TextBlock>
  readonly links?: readonly string[]
}> {
  if (bytes.byteLength === 0) throw new SourceProblem('This file is empty.')
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  // Loaded on demand, because each is large.
  if (start.includes('%PDF-')) return (await import('./read-pdf.ts')).readPdf(bytes)
  if (start.startsWith('PK')) return { blocks: await (await import('./read-docx.ts')).readDocx(bytes) }
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0')) {
    throw new SourceProblem('This is an old Word format. Save it as .docx or PDF and upload it again.')
  }
  const { decodeText, readMarkdown, readText } = await import('./read-plain.ts')
  const charset = /charset\s*=\s*["']?([\w-]{1,40})/i
  const text = decodeText(
    bytes,
    charset.exec(mediaType)?.[1] ?? charset.exec(/<meta[^>]+charset[^>]+>/i.exec(start)?.[0] ?? '')?.[1],
  )
  const isHtml =
    /^text\/html|xhtml/.test(mediaType) || /\.html?$/.test(name) || /^\s*<(?:!doctype html|html)\b/i.test(text)
  if (isHtml) return (await import('./read-html.ts')).readHtml(text)
  if (mediaType.startsWith('text/markdown') || /\.(?:md|markdown|mdown)$/.test(name))
    return { blocks: readMarkdown(text) }
  if (
    mediaType.startsWith('text/') ||
    /\.(?:txt|text)$/.test(name) ||
    mediaType.startsWith('application/octet-stream')
  ) {
    return { blocks: readText(text) }
  }
  throw new SourceProblem('This kind of file can’t be read. Upload a PDF, DOCX, Markdown, text or HTML file.')
}
