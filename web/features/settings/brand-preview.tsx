import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { textColorOn } from '#domain/brand.ts'
import { coverLength } from '#domain/player-texts.ts'
import type { Hotspot } from '#domain/demo.ts'
import type { DemoFont, DemoLook } from '#domain/demo-look.ts'

import { demosQuery, useBackendUrl } from '../../lib/demo-queries.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'
import { FadedPicture } from '../../ui/faded-picture.tsx'
import { fontStacks } from './font-field.tsx'

export interface BrandPreviewProps {
  /** Null: the product's own. */
  readonly color: string | null
  readonly ownColors: { readonly light: string; readonly dark: string }
  readonly font: DemoFont
  readonly logoAddress: string | null
  readonly showsProductName: boolean
  readonly look: DemoLook
}

const schemes = {
  Light: { ground: '#ffffff', text: '#17121f', muted: '#5b5566', line: '#e3dfea' },
  Dark: { ground: '#1b1722', text: '#f3f0f7', muted: '#b3abbe', line: '#3a3344' },
} as const

const moments = ['Step', 'Cover', 'Form'] as const

/** The workspace's newest demo as visitors will see it: a step, its cover, or a form over it. */
export function BrandPreview(props: BrandPreviewProps) {
  const { font, logoAddress, showsProductName, look } = props
  const [scheme, setScheme] = useState<keyof typeof schemes>('Light')
  const [moment, setMoment] = useState<(typeof moments)[number]>('Step')
  const color = props.color ?? (scheme === 'Light' ? props.ownColors.light : props.ownColors.dark)
  const backendUrl = useBackendUrl()
  const demos = useQuery(demosQuery).data ?? []
  const demo = demos.find(({ isSample, steps }) => !isSample && steps.length > 0) ?? demos[0]
  const step = demo?.steps.findLast(({ hotspot }) => hotspot !== null) ?? demo?.steps[0]
  const number = step?.order ?? 1
  const hotspot = step?.hotspot ?? null
  const title = step?.title ?? 'Add a step'
  const { ground, text, muted, line } = schemes[scheme]
  const count = Math.max(4, Math.min(demo?.stepCount ?? 8, 10))
  return (
    <aside
      aria-label="Preview"
      className="stage flex flex-col overflow-clip px-5 pt-4 pb-8 [--beam-length:60%] md:rounded-r-card xl:sticky xl:top-(--sheet-top) xl:h-(--sheet-height) xl:w-[26.5rem] xl:shrink-0"
    >
      <header className="flex min-h-8 flex-wrap items-center gap-2">
        <b className="mr-auto font-medium">Preview</b>
        <Choice label="Screen" options={moments} value={moment} onChange={setMoment} />
        <Choice label="Visitor’s theme" options={['Light', 'Dark']} value={scheme} onChange={setScheme} />
      </header>
      <div
        aria-hidden
        style={{ background: ground, color: text, fontFamily: fontStacks[font] }}
        className="my-auto overflow-hidden rounded-card py-3 shadow-[0_20px_60px_oklch(0_0_0/0.5)] max-xl:mx-auto max-xl:mt-6 max-xl:w-full max-xl:max-w-96"
      >
        <div className="flex items-center gap-2 px-3.5">
          {logoAddress === null ? null : <img src={logoAddress} alt="" className="max-h-5 max-w-24 object-contain" />}
          <span className="min-w-0 flex-1 truncate text-right text-xs" style={{ color: muted }}>
            {demo?.name ?? 'Your demo'}
          </span>
        </div>
        <div className="flex gap-1 px-3.5 pt-2.5 pb-3">
          {Array.from({ length: count }, (_, segment) => (
            <i
              key={segment}
              className="h-0.75 flex-1 rounded-sm"
              style={{ background: moment !== 'Cover' && segment < number ? color : line }}
            />
          ))}
        </div>
        <div
          className={look.frame === 'window' ? 'mx-3.5 overflow-hidden rounded-control' : ''}
          style={frameStyle(look, line)}
        >
          {look.frame === 'window' ? (
            <div className="flex h-5 items-center gap-1 px-2" style={{ background: line }}>
              {[0, 1, 2].map((dot) => (
                <i key={dot} className="size-1.5 rounded-chip opacity-40" style={{ background: text }} />
              ))}
            </div>
          ) : null}
          <div className="relative aspect-[8/5] overflow-hidden" style={{ background: line }}>
            {step === undefined ? null : (
              <FadedPicture
                src={scaledImageAddress(backendUrl, step.screenshotUrl, 720)}
                className="size-full object-cover object-top-left"
              />
            )}
            {moment === 'Cover' ? <Cover color={color} name={demo?.name ?? 'Your demo'} stepCount={count} /> : null}
            {moment === 'Form' ? <Form color={color} /> : null}
            {moment !== 'Step' || hotspot === null ? null : <Marker place={hotspot} />}
            {moment === 'Step' && look.layout === 'callout' ? (
              <Callout color={color} title={title} place={hotspot ?? middle} count={`${number} of ${count}`} />
            ) : null}
          </div>
        </div>
        {moment !== 'Step' || look.layout === 'callout' ? null : (
          <div className="flex items-center justify-between gap-3 px-3.5 pt-3">
            <span className="min-w-0 truncate text-sm font-semibold">{title}</span>
            <Mark color={color} text="Next" />
          </div>
        )}
        <div className="flex h-8 items-end justify-between px-3.5 text-xs" style={{ color: muted }}>
          <span>{moment === 'Cover' ? '' : `Step ${number} of ${count}`}</span>
          {showsProductName ? <span>Understudy</span> : null}
        </div>
      </div>
    </aside>
  )
}

interface ChoiceProps<Option extends string> {
  readonly label: string
  readonly options: readonly Option[]
  readonly value: Option
  readonly onChange: (option: Option) => void
}

function Choice<Option extends string>({ label, options, value, onChange }: ChoiceProps<Option>) {
  return (
    <div role="group" aria-label={label} className="flex rounded-control bg-white/5 p-0.5">
      {options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={value === option}
          onClick={() => onChange(option)}
          className={`h-6 rounded-tiny px-2.5 text-xs font-medium pointer-coarse:h-11 ${value === option ? 'bg-white/15 text-stage-text' : 'text-stage-muted hover:text-stage-text'}`}
        >
          {option}
        </button>
      ))}
    </div>
  )
}

/** A dark panel over the picture's left, as in the player. */
function Cover(props: { readonly color: string; readonly name: string; readonly stepCount: number }) {
  return (
    <div className="absolute inset-y-0 left-0 flex w-[58%] flex-col items-start justify-center gap-2.5 bg-ink px-4.5 text-ink-text">
      <b dir="auto" className="line-clamp-3 text-lg leading-5.5 font-semibold tracking-tight wrap-anywhere">
        {props.name}
      </b>
      <span className="text-xs text-ink-muted">{coverLength(props.stepCount)}</span>
      <Mark color={props.color} text="Start" />
    </div>
  )
}

/** The lead card, over the dimmed picture. */
function Form({ color }: { readonly color: string }) {
  return (
    <div className="absolute inset-0 flex items-center justify-center bg-black/45">
      <div className="flex w-44 flex-col gap-1.5 rounded-card bg-white p-3 text-[#17121f] shadow-[0_8px_22px_oklch(0_0_0/0.35)]">
        <b className="text-sm leading-4.5 font-semibold">Get a price</b>
        {['Work email', 'Name'].map((field) => (
          <span key={field} className="text-[0.625rem]/3 text-[#5b5566]">
            {field}
            <i className="mt-0.5 block h-5 rounded-tiny border border-[#8d8798]" />
          </span>
        ))}
        <Mark color={color} text="Submit" />
      </div>
    </div>
  )
}

const middle: Hotspot = { xPercent: 50, yPercent: 50 }

function Marker({ place }: { readonly place: Hotspot }) {
  return (
    <i
      style={{ left: `${place.xPercent}%`, top: `${place.yPercent}%` }}
      className="absolute size-7 -translate-1/2 rounded-chip border-[2.5px] border-hotspot shadow-[0_0_0_1.5px_#fff,0_0_0_7px_oklch(0.63_0.24_25/0.22)]"
    />
  )
}

interface CalloutProps {
  readonly color: string
  readonly title: string
  readonly place: Hotspot
  /** "3 of 8". */
  readonly count: string
}

/** Below the hotspot, or above it in the lower half of the picture. */
function Callout({ color, title, place: { xPercent, yPercent }, count }: CalloutProps) {
  return (
    <div
      style={{
        left: `clamp(8px, ${xPercent}% - 32px, 100% - 176px)`,
        ...(yPercent < 50 ? { top: `calc(${yPercent}% + 24px)` } : { bottom: `calc(${100 - yPercent}% + 24px)` }),
      }}
      className="absolute w-42 rounded-card bg-ink p-3 text-ink-text shadow-[0_8px_22px_oklch(0_0_0/0.35)]"
    >
      <b className="line-clamp-2 text-sm leading-4.5 font-semibold">{title}</b>
      <span className="mt-2 flex items-center justify-between text-xs text-ink-muted">
        {count} <Mark color={color} text="Next" />
      </span>
    </div>
  )
}

function Mark({ color, text }: { readonly color: string; readonly text: string }) {
  return (
    <b
      className="rounded-control px-2.5 py-1 text-center text-xs font-semibold"
      style={{ background: color, color: textColorOn(color) }}
    >
      {text}
    </b>
  )
}

function frameStyle(look: DemoLook, line: string) {
  return look.frame === 'window' ? { boxShadow: `0 0 0 1px ${line}` } : {}
}
