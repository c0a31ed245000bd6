import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useDeferredValue, useState, type ReactNode } from 'react'

import { ModePicker } from './mode-picker.tsx'
import { SelectRow, SettingRow, SettingRows, SwitchRow } from '../../ui/setting-row.tsx'
import { CopyButton } from './copy-button.tsx'
import { embedCodeOf, embedLabelMax, plainEmbed, type EmbedChoice } from './embed-code.ts'
import { EmbedPreview } from './embed-preview.tsx'
import type { SharedDemo } from './shared-demo.ts'

/** How to embed the demo: the code, and a preview of the page beside it. */
export function EmbedTab({ demoId, isOn, sharing }: SharedDemo) {
  const [choice, setChoice] = useState(plainEmbed)
  const [isPhone, setIsPhone] = useState(false)
  const shown = useDeferredValue(choice)
  const change = (part: Partial<EmbedChoice>) => setChoice({ ...choice, ...part })
  const code = embedCodeOf(window.location.origin, demoId, choice)
  const isClosed = !isOn || sharing?.isByLinksOnly === true || sharing?.hasEnded === true
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto md:flex-row md:overflow-hidden">
      <div className="flex min-w-0 flex-1 flex-col p-4 sm:px-6 sm:pt-5.5 sm:pb-5 md:overflow-y-auto">
        <ModePicker mode={choice.mode} onChange={(mode) => change({ mode })} />
        <p className="mt-4 flex h-6 items-center font-medium" id="embed-code">
          Embed Code
        </p>
        <div className="relative rounded-card bg-sunken shadow-[inset_0_0_0_1px_var(--line)]">
          <textarea
            aria-labelledby="embed-code"
            readOnly
            rows={5}
            spellCheck={false}
            value={code}
            onFocus={(event) => event.currentTarget.select()}
            className="block w-full resize-none rounded-card bg-transparent px-3.5 pt-3 pb-10 font-mono text-xs leading-[19px] text-soft field-sizing-content"
          />
          <span className="absolute right-2 bottom-2">
            <CopyButton what="Embed Code" text={code} tone="accent" />
          </span>
        </div>
        <SettingRows className="mt-4">
          {choice.mode === 'inline' ? (
            <>
              <SelectRow
                label="Width"
                value={String(choice.widthMax ?? '')}
                options={widths}
                onChange={(value) => change({ widthMax: value === '' ? null : Number(value) })}
              />
              <SwitchRow label="Round corners" isOn={choice.isRound} onChange={(isRound) => change({ isRound })} />
              <SwitchRow
                label="Starts on click"
                isOn={choice.startsOnClick}
                onChange={(startsOnClick) => change({ startsOnClick })}
              />
            </>
          ) : (
            <SettingRow label="Button" htmlFor="embed-label">
              <input
                id="embed-label"
                value={choice.label}
                maxLength={embedLabelMax}
                placeholder="See the demo"
                onChange={(event) => change({ label: event.currentTarget.value })}
                className="h-8 w-56 min-w-0 rounded-control border border-control bg-raised px-2.5 placeholder:text-muted pointer-coarse:h-11"
              />
            </SettingRow>
          )}
        </SettingRows>
        <p className="mt-3 text-xs text-muted">
          Your page gets an event for every step and can control the demo.{' '}
          <Link to="/dashboard/help?topic=embed" className="font-medium text-accent-text hover:underline">
            Learn how
          </Link>
        </p>
      </div>
      <div className="stage flex shrink-0 flex-col items-center overflow-clip justify-center gap-4 p-4 sm:px-8 sm:py-6 md:w-[min(27.5rem,44%)]">
        {isClosed ? (
          <p className="rounded-card border border-stage-line px-6 py-10 text-center text-balance text-stage-muted">
            {isOn ? 'Only personal links open this demo.' : 'The link is off.'} Turn it on to see the page.
          </p>
        ) : (
          <EmbedPreview demoId={demoId} choice={shown} width={isPhone ? 390 : 1280} />
        )}
        <div role="group" aria-label="Width of the page" className="flex rounded-control bg-white/5 p-0.5">
          {[1280, 390].map((width) => (
            <WidthButton key={width} isOn={isPhone === (width === 390)} onClick={() => setIsPhone(width === 390)}>
              {width}
            </WidthButton>
          ))}
        </div>
      </div>
    </div>
  )
}

function WidthButton(props: { readonly isOn: boolean; readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={props.isOn}
      onClick={props.onClick}
      className={clsx(
        'h-7 rounded-tiny px-3 text-xs font-medium tabular-nums pointer-coarse:h-11',
        props.isOn ? 'bg-white/15 text-stage-text' : 'text-stage-muted hover:text-stage-text',
      )}
    >
      {props.children}
    </button>
  )
}

const widths = [
  { value: '', label: '100%' },
  { value: '1120', label: '100%, up to 1,120 px' },
  { value: '800', label: '100%, up to 800 px' },
]
