import { useEffect, useRef, useState } from 'react'

import { embedAttributes, type EmbedChoice } from './embed-code.ts'

export interface EmbedPreviewProps {
  readonly demoId: string
  readonly choice: EmbedChoice
  /** The page's width in pixels; it is scaled down to fit. */
  readonly width: 1280 | 390
}

/** A page like a customer's, running the real embed script. */
export function EmbedPreview(props: EmbedPreviewProps) {
  const { width } = props
  const box = useRef<HTMLDivElement>(null)
  const [free, setFree] = useState(376)
  const height = width === 390 ? 700 : 1_150
  const boxWidth = width === 390 ? Math.min(free, 240) : free
  const scale = boxWidth / width

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const watch = new ResizeObserver(() => setFree(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])

  return (
    <div ref={box} className="flex w-full justify-center">
      <div
        className="overflow-hidden rounded-card bg-white shadow-[0_20px_60px_oklch(0_0_0/0.5)]"
        style={{ width: boxWidth }}
      >
        <div aria-hidden className="flex h-8 items-center gap-1.5 bg-[#f1eff4] px-3 text-2xs text-[#5b5566]">
          {[0, 1, 2].map((dot) => (
            <i key={dot} className="size-2 rounded-chip bg-[#cfcad8]" />
          ))}
          <span className="mx-auto pr-8">yoursite.example</span>
        </div>
        <div style={{ height: height * scale }}>
          <CustomerPage key={JSON.stringify([props.choice, width])} {...props} height={height} scale={scale} />
        </div>
      </div>
    </div>
  )
}

interface CustomerPageProps extends EmbedPreviewProps {
  readonly height: number
  readonly scale: number
}

/** Written once; other options make another page. */
function CustomerPage({ demoId, choice, width, height, scale }: CustomerPageProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Without a sandbox, as on customers' pages; its only script is our own.
    const frame = document.createElement('iframe')
    frame.title = 'Preview of the embedded demo'
    frame.width = String(width)
    frame.height = String(height)
    frame.style.border = '0'
    const fill = () => frame.contentDocument !== null && writePage(frame.contentDocument, { demoId, choice })
    // Some browsers replace the document once the frame has loaded.
    frame.addEventListener('load', fill)
    place.current?.append(frame)
    fill()
    return () => frame.remove()
  }, [demoId, choice, width, height])
  return <div ref={place} style={{ width, height, transform: `scale(${scale})` }} className="origin-top-left" />
}

/** Bars for a menu and a headline, then the container and the script of the code. */
function writePage(page: Document, { demoId, choice }: Omit<EmbedPreviewProps, 'width'>): void {
  if (page.body === null || page.body.childElementCount > 0) return
  page.documentElement.lang = 'en'
  page.title = 'Preview'
  page.body.style.cssText = 'margin:0;padding:0 6%;background:#fff'
  const add = (css: string, parent: Element = page.body) => {
    const element = page.createElement('div')
    element.style.cssText = css
    parent.append(element)
    return element
  }
  const menu = add('display:flex;gap:28px;align-items:center;height:84px;margin-bottom:44px')
  for (const css of menuCss) add(`height:14px;border-radius:7px;background:#e6e2ec;${css}`, menu)
  add('width:min(56%,520px);height:36px;margin:0 auto 20px;border-radius:10px;background:#cfcad8')
  add('width:min(80%,700px);height:16px;margin:0 auto 44px;border-radius:8px;background:#e6e2ec')
  const container = page.createElement('div')
  container.dataset['demoId'] = demoId
  for (const [attribute, value] of embedAttributes(choice)) {
    // The host page's style; this page's policy would block a style attribute.
    if (attribute === 'style') container.style.cssText = value
    else container.setAttribute(attribute, value)
  }
  if (choice.mode === 'popup') container.style.textAlign = 'center'
  const script = page.createElement('script')
  script.src = `${window.location.origin}/js/demo-player.js`
  page.body.append(container, script)
  if (choice.mode === 'inline') return
  for (const length of body) add(`width:${length};height:14px;margin:40px auto 0;border-radius:8px;background:#f0edf4`)
}

const body = ['88%', '94%', '82%', '90%', '64%', '92%', '86%', '58%'] as const
/** A logo at the left; links and a button at the right. */
const menuCss = [
  'width:112px;height:24px;margin-right:auto;border-radius:12px;background:#cfcad8',
  'width:72px',
  'width:72px',
  'width:104px;height:40px;border-radius:20px',
] as const
